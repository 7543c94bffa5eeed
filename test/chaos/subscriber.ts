import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A client that watches events and, whenever it loses its connection, goes on with its last cursor at the other process. */
export interface Subscriber {
  name: string;
  /** Ids of the events it was told of, in its order. */
  told: string[];
  /** Connections it has lost. */
  reconnects: number;
  /** Milliseconds without a subscription, at most. */
  longestGap: number;
  /** What it must never be told. */
  complaints: string[];
  stop(): Promise<void>;
}

const document = `subscription ($after: String!, $types: [EventType!]) { events(after: $after, types: $types) {
  __typename ... on CaughtUp { cursor } ... on CursorExpired { message } ... on EventMessage { cursor event { id } } } }`;

interface Message {
  __typename: string;
  cursor?: string;
  event?: { id: string };
}

export interface Watching {
  name: string;
  urls: readonly string[];
  token: string;
  /** The cursor after which it begins. */
  after: string;
  /** Types of event as GraphQL spells them; all of them when undefined. */
  types: readonly string[] | undefined;
}

const pause = 100;

export function startSubscriber({ name, urls, token, after, types }: Watching): Subscriber {
  let cursor = after;
  let turn = 0;
  let lostAt: number | undefined;
  let dispose: (() => void | Promise<void>) | undefined;
  const ending = new AbortController();
  const subscriber: Subscriber = {
    name,
    told: [],
    reconnects: 0,
    longestGap: 0,
    complaints: [],
    async stop() {
      ending.abort();
      await dispose?.();
      await following;
    },
  };
  const take = ({ __typename, cursor: next, event }: Message): void => {
    if (lostAt !== undefined) subscriber.longestGap = Math.max(subscriber.longestGap, performance.now() - lostAt);
    lostAt = undefined;
    if (event) subscriber.told.push(event.id);
    else if (__typename !== 'CaughtUp') subscriber.complaints.push(`was told ${__typename}`);
    cursor = next ?? cursor;
  };
  const followOnce = async (): Promise<void> => {
    const url = `${urls[turn++ % urls.length]?.replace('http', 'ws')}/graphql`;
    const connectionParams = { authorization: `Bearer ${token}` };
    const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 });
    dispose = () => client.terminate();
    const messages = client.iterate<{ events: Message }>({ query: document, variables: { after: cursor, types } });
    for await (const { data, errors } of messages) {
      // The platform cannot go on now (its database is away, for instance): that is no message.
      if (errors?.length) throw new Error(errors[0]?.message);
      if (data) take(data.events);
    }
  };
  const following = (async () => {
    while (!ending.signal.aborted) {
      await followOnce().catch(() => {});
      await dispose?.();
      if (ending.signal.aborted) return;
      // Attempts that fail while nobody is there belong to one loss.
      if (lostAt === undefined) subscriber.reconnects++;
      lostAt ??= performance.now();
      await sleep(pause);
    }
  })();
  return subscriber;
}
