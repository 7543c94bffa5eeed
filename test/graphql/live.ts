import { setTimeout } from 'node:timers/promises';
import type { FormattedExecutionResult } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { type Api, type Data, everything } from './api.ts';

/** A GraphQL client on a socket. */
export interface Console {
  client: Client;
  closed: { code: number; reason: string }[];
  watch(query: string, variables?: Record<string, unknown>): Watch;
}

export interface Watch {
  /** The data of each message, or its errors. */
  told: Data[];
  ended: boolean;
  /** Waits for that number of messages. */
  until(count: number): Promise<void>;
  /** Waits for the end of the subscription. */
  end(): Promise<void>;
  stop(): void;
}

/** A client that does not reconnect. */
export function openConsole(api: Pick<Api, 'url'>, token: string | null = everything): Console {
  const closed: Console['closed'] = [];
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
  const told: Data[] = [];
  const state = { ended: false };
  const over = () => {
    state.ended = true;
  };
  const stop = client.subscribe(
    { query, variables },
    {
      next: ({ data, errors }: FormattedExecutionResult) => void told.push(errors ? { errors } : data),
      error: (errors) => {
        if (Array.isArray(errors)) told.push({ errors });
        over();
      },
      complete: over,
    },
  );
  return {
    told,
    get ended() {
      return state.ended;
    },
    until: (count) => waitFor(() => told.length >= count),
    end: () => waitFor(() => state.ended),
    stop,
  };
}

/** Waits up to 8 seconds for a condition. */
export async function waitFor(condition: () => boolean, limit = 8000): Promise<void> {
  for (const start = performance.now(); !condition(); await setTimeout(5)) {
    if (performance.now() - start > limit) throw new Error('it did not happen in time');
  }
}
