import { WebSocket } from 'ws';
import { startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

/** Everything that a subscriber receives, as raw data. */
export interface Received extends AsyncDisposable {
  /** WebSocket frames, chunks of a stream of server-sent events, and bodies of webhook messages. */
  frames: string[];
  parts: string[];
  bodies: string[];
  /** The URL of the webhook receiver. */
  url: string;
  /** Waits until each channel has received that many events. */
  until(events: number): Promise<void>;
}

const subscription = `subscription { events { __typename ... on CaughtUp { cursor } ... on EventMessage { cursor event {
  __typename id typeName timestamp data subject { kind id } actor { id kind } cause { operation channel } organizationId
} } } }`;

/** Subscribes to a platform through every channel with a token; `get` fetches without being recorded. */
export async function listen(url: string, token: string, get: typeof fetch): Promise<Received> {
  const receiver = await startReceiver();
  const frames: string[] = [];
  const parts: string[] = [];
  const bodies = () => receiver.received.map(({ text }) => text);
  const socket = openSocket(url, token, frames);
  const stop = new AbortController();
  void readStream({ url, token, get }, parts, stop.signal);
  // Both have begun.
  await until(() => frames.length > 1 && parts.length > 0);
  const countEvents = (texts: readonly string[]) => texts.join('').split('evt_').length - 1;
  return {
    frames,
    parts,
    get bodies() {
      return bodies();
    },
    url: receiver.url,
    until: (events) => until(() => [frames, parts, bodies()].every((texts) => countEvents(texts) >= events), 20_000),
    async [Symbol.asyncDispose]() {
      stop.abort();
      socket.terminate();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

function openSocket(url: string, token: string, frames: string[]): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    frames.push(text);
    if (text.includes('connection_ack')) send({ id: '1', type: 'subscribe', payload: { query: subscription } });
  });
  return socket;
}

interface Source {
  url: string;
  token: string;
  get: typeof fetch;
}

async function readStream({ url, token, get }: Source, parts: string[], signal: AbortSignal): Promise<void> {
  const response = await get(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: subscription }),
    signal,
  });
  try {
    for await (const part of response.body ?? []) parts.push(Buffer.from(part).toString());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
