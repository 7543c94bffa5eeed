import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basic } from '../../../tools/demo/management.ts';
import type { Chance } from '../load/chance.ts';
import { api, type Party } from '../endings/platform.ts';

/** An exchange that was requested, and what became of it. */
export interface Attempt {
  /** Trace id of the request, by which its row is found: 32 hex digits. */
  traceId: string;
  /** Status; 0 if the connection was cut. */
  status: number;
  sentAt: number;
  receivedAt: number;
}

interface Exchanging {
  urls: readonly string[];
  chance: Chance;
  /** Applications that exchange tokens. */
  backends: readonly Party[];
  /** Access tokens of people. */
  tokens: readonly string[];
  /** Notes of the requests. */
  attempts: Attempt[];
  signal: AbortSignal;
}

const pause = 20;

/** Requests exchanges one after the other, some of which are refused, from any process. */
export async function keepExchanging({ urls, chance, backends, tokens, attempts, signal }: Exchanging): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    const traceId = randomBytes(16).toString('hex');
    const scope = turn % 5 ? {} : { scope: 'of:none' };
    const backend = chance.pick(backends);
    const sentAt = Date.now();
    const status = await fetch(`${chance.pick(urls)}/oidc/token`, {
      method: 'POST',
      headers: {
        authorization: basic(backend.id, backend.secret),
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: chance.pick(tokens),
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        resource: api,
        ...scope,
      }),
      signal: AbortSignal.timeout(20_000),
    }).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    );
    attempts.push({ traceId, status, sentAt, receivedAt: Date.now() });
    await sleep(pause);
  }
}
