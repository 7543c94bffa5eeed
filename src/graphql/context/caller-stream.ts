import { Repeater } from 'graphql-yoga';
import type { Send } from '../../delivery/event-log/subscribe.ts';
import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import { giveWay } from '../../platform/admission/token-requests.ts';
import type { LiveCaller } from './live-access.ts';

/** The payloads of a subscription: for one consumer, which either iterates or has them sent. */
export interface CallerStream<Payload> extends AsyncIterableIterator<Payload, void> {
  /**
   * Sends all payloads. Resolves at the end. Sockets use this instead of iterating, because the promises of an iterator
   * halve the fan-out: `npm run bench:events -- --only fan-out`, at least 0.45 of a bare ws broadcast.
   */
  pipeTo(send: Send<Payload>): Promise<void>;
}

/** A permission without which the stream ends with a refusal. */
interface Requirement {
  isMet(actor: Actor): boolean;
  refusal: Failure;
}

/** The results of `start`, for as long as the caller meets the requirement. */
export function callerStream<Payload>(
  live: LiveCaller,
  { isMet, refusal }: Requirement,
  start: (send: Send<Payload>, signal: AbortSignal) => Promise<void>,
): CallerStream<Payload> {
  const release = live.require(isMet, refusal);
  const stop = new AbortController();
  stop.signal.addEventListener('abort', release, { once: true });
  const signal = AbortSignal.any([stop.signal, live.until]);
  const pipeTo = async (send: Send<Payload>): Promise<void> => {
    try {
      await start(send, signal);
      if (live.until.reason instanceof Failure) throw live.until.reason;
    } finally {
      stop.abort();
    }
  };
  // Holds one payload: the next one is sent when the consumer asks for it.
  const queue = new Repeater<Payload, void>(async (push, end) => {
    await pipeTo(async (payload) => void (await push(payload)));
    end();
  });
  return {
    pipeTo,
    async next() {
      const result = await queue.next();
      // It is executed now, and so are those of the other streams.
      await giveWay();
      return result;
    },
    return() {
      stop.abort();
      return queue.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
