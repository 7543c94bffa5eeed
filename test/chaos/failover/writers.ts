import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../../src/platform/ids/ids.ts';

/** The application of the writers, for the first start. */
export const newClient = () => ({
  id: systemIds.next('application'),
  secret: randomBytes(32).toString('base64url'),
});
export type Client = ReturnType<typeof newClient>;

/** Clients that create roles one after the other, and remember which were acknowledged. */
interface Writers {
  /** Ids of the roles that were acknowledged. */
  acknowledged: ReadonlySet<string>;
  /** When the last one was acknowledged (milliseconds of `performance.now`). */
  times: readonly number[];
  /** Responses that were no acknowledgment, by status; `none` for a request without a response. */
  refused: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Milliseconds to wait after a request that was not acknowledged. */
const pause = 100;
/** Milliseconds after which a request has no response. */
const limit = 30_000;

export async function accessToken(url: string, publicUrl: string, { id, secret }: Client): Promise<string> {
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${publicUrl}/api` }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no access token: ${response.status}`);
  return token;
}

/** Creates a role. Returns its id if it was acknowledged, otherwise the status. */
export async function createRole(
  url: string,
  token: string,
  name: string,
): Promise<{ id: string } | { status: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ name }), signal: AbortSignal.timeout(limit) };
  try {
    const response = await fetch(`${url}/api/roles`, init);
    if (response.status !== 201) return { status: `${response.status}` };
    return (await response.json()) as { id: string };
  } catch {
    return { status: 'none' };
  }
}

export function startWriters(urls: readonly string[], token: string, count: number): Writers {
  const acknowledged = new Set<string>();
  const times: number[] = [];
  const refused = new Map<string, number>();
  const over = new AbortController();
  let number = 0;
  const write = async (url: string): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await createRole(url, token, `Role ${++number}`);
      if ('id' in answer) {
        acknowledged.add(answer.id);
        times.push(performance.now());
      } else {
        refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
        await sleep(pause);
      }
    }
  };
  const writers = Array.from({ length: count }, (_, index) => write(urls[index % urls.length] ?? ''));
  return {
    acknowledged,
    times,
    refused,
    async stop() {
      over.abort();
      await Promise.all(writers);
    },
  };
}
