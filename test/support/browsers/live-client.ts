import { EventEmitter, once } from 'node:events';
import type { FormattedExecutionResult } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { type Api, type Data, everything } from '../../graphql/api.ts';

/** A GraphQL client on a socket. */
export interface LiveClient {
  client: Client;
  closed: { code: number; reason: string }[];
  watch(query: string, variables?: Record<string, unknown>): Watch;
}

export interface Watch {
  /** The data of each message, or its errors. */
  messages: Data[];
  ended: boolean;
  /** Waits up to 8 seconds for that number of messages. */
  until(count: number): Promise<void>;
  /** Waits up to 8 seconds for the end of the subscription. */
  end(): Promise<void>;
  stop(): void;
}

/** A client that does not reconnect. */
export function openLiveClient(api: Pick<Api, 'url'>, token: string | null = everything): LiveClient {
  const closed: LiveClient['closed'] = [];
  const client = createClient({
    url: api.url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: token === null ? {} : { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    lazyCloseTimeout: 60_000,
    on: {
      closed: (event) => {
        const { code, reason } = event as { code: number; reason: string };
        closed.push({ code, reason });
      },
    },
  });
  return { client, closed, watch: (query, variables) => watch(client, query, variables) };
}

function watch(client: Client, query: string, variables: Record<string, unknown> = {}): Watch {
  const messages: Data[] = [];
  const state = { ended: false };
  const changes = new EventEmitter();
  const add = (message: Data) => {
    messages.push(message);
    changes.emit('change');
  };
  const end = () => {
    state.ended = true;
    changes.emit('change');
  };
  const reach = async (condition: () => boolean) => {
    const signal = AbortSignal.timeout(20_000);
    while (!condition()) await once(changes, 'change', { signal });
  };
  const stop = client.subscribe(
    { query, variables },
    {
      next: ({ data, errors }: FormattedExecutionResult) => add(errors ? { errors } : data),
      error: (errors) => {
        if (Array.isArray(errors)) add({ errors });
        end();
      },
      complete: end,
    },
  );
  return {
    messages,
    get ended() {
      return state.ended;
    },
    until: (count) => reach(() => messages.length >= count),
    end: () => reach(() => state.ended),
    stop,
  };
}
