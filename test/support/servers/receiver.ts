import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A request to the endpoint of a webhook. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** The response of a receiver: a status, or a function. */
export type Answering = number | ((response: ServerResponse, received: Received) => void);

/** An HTTP server on loopback that receives webhooks. */
export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** The maximum number of concurrent requests so far. */
  most: number;
  /** Sets its later responses. */
  answer(answering: Answering): void;
  /** Throws unless the standardwebhooks package verifies the signature of every message with this secret. */
  verify(secret: string): void;
}

export async function startReceiver(answering: Answering = 204): Promise<Receiver> {
  let current = answering;
  let underWay = 0;
  const receiver = {
    url: '',
    received: [] as Received[],
    most: 0,
    answer(next: Answering) {
      current = next;
    },
    verify(secret: string) {
      const webhook = new Webhook(secret);
      for (const { text, headers } of receiver.received) webhook.verify(text, headers);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    receiver.most = Math.max(receiver.most, ++underWay);
    response.on('close', () => underWay--);
    const text = await textOf(request);
    const headers = request.headers as Record<string, string>;
    const received = { path: request.url ?? '', headers, text, json: JSON.parse(text) };
    receiver.received.push(received);
    if (typeof current === 'number') response.writeHead(current).end('as configured');
    else current(response, received);
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/events`;
  return receiver;
}
