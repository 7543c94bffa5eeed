import { setTimeout as sleep } from 'node:timers/promises';
import { contentsOf } from './judge/contents.ts';
import type { ReceivedEvent } from './judge/judge.ts';
import { type Transport, transports } from './transports.ts';

/**
 * A client that subscribes to events. After a lost connection it continues with its last cursor at the other process.
 */
export interface Subscriber {
  name: string;
  /** The events that it received, in order. */
  received: ReceivedEvent[];
  /** Lost connections. */
  reconnects: number;
  /** Maximum milliseconds without a subscription. */
  longestGap: number;
  /** Messages that it must not receive. */
  complaints: string[];
  stop(): Promise<void>;
}

const query = `subscription ($after: String!, $types: [EventType!]) { events(after: $after, types: $types) {
  __typename ... on CaughtUp { cursor } ... on CursorExpired { message } ... on EventMessage {
    cursor event { id typeName timestamp subject { kind id label } organizationId actor { kind id label } cause { operation requestId traceId channel applicationIds } data } } } }`;

interface Message {
  __typename: string;
  cursor?: string;
  event?: { id: string; [part: string]: unknown };
}

export interface Watching {
  name: string;
  transport: Transport;
  urls: readonly string[];
  token: string;
  /** The cursor after which it starts. */
  after: string;
  /** Types of event as in GraphQL; undefined for all. */
  types: readonly string[] | undefined;
}

const pause = 100;

const receivedEventOf = ({ id, ...parts }: NonNullable<Message['event']>): ReceivedEvent => ({
  eventId: id,
  contents: contentsOf(parts),
});

export function startSubscriber({ name, transport, urls, token, after, types }: Watching): Subscriber {
  const ending = new AbortController();
  const { signal } = ending;
  let cursor = after;
  let turn = 0;
  let lostAt: number | undefined;
  const subscriber: Subscriber = {
    name,
    received: [],
    reconnects: 0,
    longestGap: 0,
    complaints: [],
    async stop() {
      ending.abort();
      await following;
    },
  };
  const take = ({ __typename, cursor: next, event }: Message): void => {
    if (lostAt !== undefined) subscriber.longestGap = Math.max(subscriber.longestGap, performance.now() - lostAt);
    lostAt = undefined;
    if (event) subscriber.received.push(receivedEventOf(event));
    else if (__typename !== 'CaughtUp') subscriber.complaints.push(`received ${__typename}`);
    cursor = next ?? cursor;
  };
  const followOnce = async (): Promise<void> => {
    const url = urls[turn++ % urls.length] ?? '';
    const subscription = { url, token, query, variables: { after: cursor, types }, signal };
    for await (const { data, errors } of transports[transport]<{ events: Message }>(subscription)) {
      // The platform cannot continue, for example without its database; this is no message.
      if (errors?.length) throw new Error(errors[0]?.message);
      if (data) take(data.events);
    }
  };
  const following = (async () => {
    while (!signal.aborted) {
      await followOnce().catch(() => {});
      if (signal.aborted) return;
      // Failed attempts to reconnect belong to the same loss.
      if (lostAt === undefined) subscriber.reconnects++;
      lostAt ??= performance.now();
      await sleep(pause);
    }
  })();
  return subscriber;
}
