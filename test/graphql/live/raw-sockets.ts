import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { type Api, type Data, everything } from '../api.ts';

/** A client that writes protocol messages by hand, to violate the protocol. */
export interface RawSocket {
  socket: WebSocket;
  /** Every message received. */
  messages: Data[];
  /** Close code and reason. */
  closed: Promise<[number, string]>;
  /** The server's side of the connection. */
  stream: Socket;
  send(message: object): void;
}

/** The server sides of connections of this process, by the client's port, until it is called. */
const streams = new Map<number | undefined, Socket>();
export function watchStreams(): () => void {
  const accepted = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    streams.set(socket.remotePort, socket);
  };
  channel('net.server.socket').subscribe(accepted);
  return () => {
    channel('net.server.socket').unsubscribe(accepted);
  };
}

/** An open socket before `connection_init`. */
export async function openRaw(api: Pick<Api, 'url'>, options: ClientOptions = {}): Promise<RawSocket> {
  const socket = new WebSocket(api.url.replace('http', 'ws'), 'graphql-transport-ws', options);
  const messages: Data[] = [];
  const closed = once(socket, 'close').then(([code, reason]): [number, string] => [code, String(reason)]);
  socket.on('message', (data: Buffer) => void messages.push(JSON.parse(data.toString())));
  const [[{ socket: own }]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')]);
  const send = (message: object) => socket.send(JSON.stringify(message));
  return { socket, messages, closed, stream: streams.get(own.localPort) as Socket, send };
}

export const initialization = (token = everything) => ({
  type: 'connection_init',
  payload: { authorization: `Bearer ${token}` },
});

/** An open socket after `connection_init`. */
export async function openReady(
  api: Pick<Api, 'url'>,
  token = everything,
  options: ClientOptions = {},
): Promise<RawSocket> {
  const raw = await openRaw(api, options);
  raw.send(initialization(token));
  await Promise.race([once(raw.socket, 'message'), raw.closed]);
  return raw;
}
