import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Send } from '../../delivery/event-log/subscribe.ts';
import { selectionKey } from './selections.ts';
import type { CallerStream } from '../context/caller-stream.ts';

/**
 * Sends the result of a subscription that `make` returns as JSON, once the client has room for it. Returns a promise if
 * the next one must wait for it.
 */
export type SendResult = (make: () => Json) => Promise<void> | undefined;
export type Json = Promise<string> | string;

/**
 * Starts a subscription: a stream, or its refusal. `send` gets the results; the stream, which graphql-ws iterates,
 * only has their end.
 */
type Subscribe = (args: ExecutionArgs, send: SendResult) => Promise<AsyncIterable<never> | ExecutionResult>;

interface Options {
  /** Removes what callers may not see. */
  publish(result: ExecutionResult): ExecutionResult;
  /** Counts a subscription with this selection. Returns a function for its end; throws if there are too many. */
  count(selection: string, args: ExecutionArgs): () => void;
}

/**
 * Subscriptions with the same selection get the same result for an event, so it is executed and serialized once for
 * all of them. This is safe because no field below the root depends on the caller.
 *
 * Needed by `npm run bench:events -- --only fan-out`: 0.12 of a bare ws broadcast without it, at least 0.45 required.
 */
export function createSharedSubscribe({ publish, count }: Options): Subscribe {
  const shared = createCache();
  const execute = (payload: object, validated: ValidatedSubscriptionArgs): Json => {
    const result = executeSubscriptionEvent({ ...validated, rootValue: payload });
    return result instanceof Promise ? result.then((one) => toJson(publish(one))) : toJson(publish(result));
  };
  return async (args, send) => {
    const validated = validateSubscriptionArgs(args);
    if (!('schema' in validated)) return { errors: validated };
    const source = await createSourceEventStream(validated);
    if (!(Symbol.asyncIterator in source)) return source;
    const key = selectionKey(validated, args);
    const stream = source as CallerStream<object>;
    const ended = await endingIfRefused(stream, () => count(key, args));
    return sendAll(stream, ended, (payload) => send(() => shared(payload, key, () => execute(payload, validated))));
  };
}

const toJson = (result: ExecutionResult): string => JSON.stringify(result);

/** Ends the stream if `begin` throws. */
async function endingIfRefused<T>(stream: AsyncIterator<unknown, unknown>, begin: () => T): Promise<T> {
  try {
    return begin();
  } catch (error) {
    await stream.return?.();
    throw error;
  }
}

/** A stream without results: its first `next` sends all messages. */
function sendAll(
  source: CallerStream<object>,
  ended: () => void,
  send: Send<object>,
): AsyncIterableIterator<never, void> {
  let sending: Promise<IteratorReturnResult<void>> | undefined;
  const sendNow = async (): Promise<IteratorReturnResult<void>> => {
    await source.pipeTo(send).finally(ended);
    return { done: true, value: undefined };
  };
  return {
    next: () => (sending ??= sendNow()),
    async return() {
      ended();
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Characters of cached results. They only have to last until all current subscribers have been sent an event. */
const cacheSize = 8_388_608;

interface ResultsOfEvent {
  bySelection: Map<string, Json>;
  characters: number;
}

/** Caches results by event and selection. */
function createCache(): (payload: object, key: string, make: () => Json) => Json {
  const events = new LRUCache<object, ResultsOfEvent>({
    maxSize: cacheSize,
    sizeCalculation: ({ characters }) => characters,
  });
  const keep = (event: object, results: ResultsOfEvent, key: string, json: string): void => {
    results.bySelection.set(key, json);
    results.characters += key.length + json.length;
    // Setting the same value again would not update its size.
    events.delete(event);
    events.set(event, results);
  };
  return (payload, key, make) => {
    const { event } = payload as { event?: object };
    if (!event) return make();
    const results = events.get(event) ?? { bySelection: new Map<string, Json>(), characters: 1 };
    const cached = results.bySelection.get(key);
    if (cached !== undefined) return cached;
    const result = make();
    if (typeof result === 'string') keep(event, results, key, result);
    else {
      events.set(event, results);
      results.bySelection.set(key, result);
      result.then(
        (json) => keep(event, results, key, json),
        () => results.bySelection.delete(key),
      );
    }
    return result;
  };
}
