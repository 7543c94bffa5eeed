/** The platform that loads send requests to. */
export interface Target {
  port: number;
  /** An access token with all permissions. */
  token: string;
}

/** The number of answers of the platform, by answer, for example `200` or `refused`. */
export class Answers {
  readonly counts: Record<string, number> = {};

  add(answer: string | number): void {
    this.counts[answer] = (this.counts[answer] ?? 0) + 1;
  }
}

/** A load in progress. */
export interface Running {
  /** Ends it. Rejects if it has failed. */
  stop(): Promise<void>;
}

export interface Load {
  title: string;
  /** The most milliseconds of p99 beside it that count as undisturbed, whatever the ratio. */
  mostMilliseconds: number;
  /** The answer without which the load has done nothing. */
  expects: string;
  /** Starts it. Resolves once it is under way. */
  start(target: Target, answers: Answers): Promise<Running>;
}

/** Milliseconds that a client waits after a refusal: less than in Retry-After. */
const pause = 200;

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** So many clients that each do this again and again; `false` for a refusal, after which a client pauses. */
export function repeatedly(clients: number, send: (signal: AbortSignal) => Promise<boolean>): Running {
  const over = new AbortController();
  const one = async () => {
    while (!over.signal.aborted) {
      if (!(await send(over.signal))) await wait(pause);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, one));
  // Reported by `stop`; a run that fails earlier has another reason.
  all.catch(() => {});
  return {
    async stop() {
      over.abort();
      await all;
    },
  };
}

/** Sends JSON to the Management API. */
export async function send(
  { port, token }: Target,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}
