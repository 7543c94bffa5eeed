import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { contentsOf } from './judge/contents.ts';
import { closeGate, type Gate, type Withholding } from './faults/gate.ts';
import type { ReceivedEvent } from './judge/judge.ts';

/** The faults of a receiver. */
export const moods = ['fails', 'hangs', 'cutsRequests', 'cutsAnswers', 'resets', 'asksForPause'] as const;
export type Mood = (typeof moods)[number];

/** A message that a receiver read completely. */
export interface Message extends ReceivedEvent {
  sequence: number | null;
  previous: string | null;
  /** Whether the receiver accepted it. */
  isAccepted: boolean;
  /** Whether the standardwebhooks package verifies its signature. */
  isSigned: boolean;
  /** Milliseconds from the event to its arrival. */
  age: number;
}

export interface ChaosReceiver extends AsyncDisposable {
  url: string;
  messages: Message[];
  /** The secret with which it verifies. */
  secret: string;
  /** Sets its fault; undefined responds with 204. Requests that hang are closed when the fault changes. */
  behave(mood: Mood | undefined): void;
  /** The ports of requests without a response. */
  unanswered(): number[];
  /** Withholds responses to these ports until disposed of. */
  withhold(isWithheld: (port: number) => boolean): Withholding;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The response for each fault, after the message was read. */
const answers: Record<Exclude<Mood, 'cutsRequests'>, Answer> = {
  fails: (_request, response) => response.writeHead(500).end('no'),
  hangs: () => {},
  cutsAnswers: (request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('as far as it goes', () => request.socket.destroy());
  },
  resets: (request) => void request.socket.resetAndDestroy(),
  asksForPause: (_request, response) => response.writeHead(429, { 'retry-after': '1' }).end(),
};

/** An endpoint on loopback that records messages, and can fail. */
export async function startChaosReceiver(): Promise<ChaosReceiver> {
  let mood: Mood | undefined;
  const hanging = new Set<ServerResponse>();
  const open = new Set<number>();
  let gate: Gate | undefined;
  const receiver = {
    url: '',
    secret: '',
    messages: [] as Message[],
    behave(next: Mood | undefined) {
      mood = next;
      for (const response of hanging) response.destroy();
    },
    unanswered: () => [...open],
    withhold(isWithheld: (port: number) => boolean) {
      gate = closeGate(isWithheld);
      return gate;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (mood === 'cutsRequests') return void request.socket.destroy();
    const text = await textOf(request);
    const message = messageOf(text, request.headers as Record<string, string>, receiver.secret);
    await gate?.pass(request.socket.remotePort ?? 0);
    // A sender that has ended does not learn that the message was accepted.
    receiver.messages.push({ ...message, isAccepted: !mood && !request.socket.destroyed });
    if (!mood) return void response.writeHead(204).end();
    if (mood === 'hangs') {
      hanging.add(response);
      response.once('close', () => hanging.delete(response));
    }
    answers[mood](request, response);
  };
  const server = createServer((request, response) => {
    const port = request.socket.remotePort ?? 0;
    open.add(port);
    response.once('close', () => open.delete(port));
    // A request that is closed early, by us or a killed sender, is no message.
    void take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/events`;
  return receiver;
}

interface Body {
  id: string;
  timestamp: string;
  sequence: number | null;
  previous: string | null;
}

function messageOf(text: string, headers: Record<string, string>, secret: string): Omit<Message, 'isAccepted'> {
  const { id, sequence, previous, ...rest } = JSON.parse(text) as Body;
  return {
    eventId: id,
    sequence,
    previous,
    contents: contentsOf(rest),
    isSigned: headers['webhook-id'] === id && isSigned(text, headers, secret),
    age: Date.now() - Date.parse(rest.timestamp),
  };
}

function isSigned(text: string, headers: Record<string, string>, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}
