import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A message of a subscription. */
export interface Result<Data> {
  data?: Data | null | undefined;
  errors?: readonly { message: string }[] | undefined;
}

export interface Subscription {
  url: string;
  token: string;
  query: string;
  variables: Record<string, unknown>;
  /** Closes the connection. */
  signal: AbortSignal;
}

/** Transports of subscriptions. Each ends or throws when the connection is lost; none reconnects. */
export const transports = { webSocket: overWebSocket, serverSentEvents: overServerSentEvents };
export type Transport = keyof typeof transports;

async function* overWebSocket<Data>({
  url,
  token,
  query,
  variables,
  signal,
}: Subscription): AsyncGenerator<Result<Data>> {
  const connectionParams = { authorization: `Bearer ${token}` };
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
  });
  const end = (): void => client.terminate();
  signal.addEventListener('abort', end);
  try {
    yield* client.iterate<Data>({ query, variables });
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function* overServerSentEvents<Data>(subscription: Subscription): AsyncGenerator<Result<Data>> {
  const { url, token, query, variables, signal } = subscription;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`the stream failed with ${response.status}`);
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: ?(\{.*)$/m.exec(block)?.[1];
      if (data) yield JSON.parse(data) as Result<Data>;
    }
  }
}
