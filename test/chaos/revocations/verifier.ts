import { setTimeout as sleep } from 'node:timers/promises';
import { type FeedMessage, isRefused, subscription } from '../../support/browsers/revocation-feed.ts';
import { type Transport, transports } from '../transports.ts';
import type { Revocation } from '../../../src/vocabulary/exchanges/revocations.ts';

/** An API that follows what ended. After a lost connection it continues with its last cursor at the other process. */
export interface Verifier {
  name: string;
  /** Time up to which it has been sent everything (ms since the epoch). */
  asOf(): number;
  refuses(token: string): boolean;
  /** Number of entries, lost connections, and messages without entries. */
  tally: { entries: number; reconnects: number; heartbeats: number };
  /** Messages that it must not receive. */
  complaints: string[];
  stop(): Promise<void>;
}

interface Verifying {
  name: string;
  transport: Transport;
  urls: readonly string[];
  token: string;
  /** The cursor after which it starts. */
  after: string;
}

const pause = 100;

export function startVerifier({ name, transport, urls, token, after }: Verifying): Verifier {
  const ending = new AbortController();
  const { signal } = ending;
  const entries: Revocation[] = [];
  let [cursor, asOf, turn] = [after, 0, 0];
  const verifier: Verifier = {
    name,
    asOf: () => asOf,
    refuses: (text) => isRefused(text, entries),
    tally: { entries: 0, reconnects: 0, heartbeats: 0 },
    complaints: [],
    async stop() {
      ending.abort();
      await following;
    },
  };
  const take = (message: FeedMessage): void => {
    if (message.__typename !== 'RevocationMessage')
      return void verifier.complaints.push(`received ${message.__typename}`);
    const { revocations = [] } = message;
    entries.push(...revocations);
    verifier.tally.entries = entries.length;
    if (!revocations.length) verifier.tally.heartbeats++;
    cursor = message.cursor;
    if (message.asOf !== null) asOf = Math.max(asOf, Date.parse(message.asOf));
  };
  const followOnce = async (): Promise<void> => {
    const at = {
      url: urls[turn++ % urls.length] ?? '',
      token,
      query: subscription,
      variables: { after: cursor },
      signal,
    };
    for await (const { data, errors } of transports[transport]<{ revocations: FeedMessage }>(at)) {
      // The platform cannot continue, for example without its database; this is no message.
      if (errors?.length) throw new Error(errors[0]?.message);
      if (data) take(data.revocations);
    }
  };
  const following = (async () => {
    while (!signal.aborted) {
      await followOnce().catch(() => {});
      if (signal.aborted) return;
      verifier.tally.reconnects++;
      await sleep(pause);
    }
  })();
  return verifier;
}
