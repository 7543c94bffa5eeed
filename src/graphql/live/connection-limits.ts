import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { socketLimits, strangerBodyLimit } from '../request/limits.ts';
import type { LiveSession } from './live-access.ts';
import { closeWith } from './socket-stream.ts';
import { tryAgainLater } from './socket-sweep.ts';

export type Door = ReturnType<typeof createDoor>;

/** RFC 6455 §7.4.1. */
const messageTooBig = 1009;

/**
 * Sockets that are not initialised yet. Each may send little, and when there are too many, a new one replaces the oldest one of the
 * network that has most of them: many from one network do not keep others out.
 */
function createStrangers() {
  /** By network, the oldest first. */
  const strangers = new Map<string, Set<WebSocket>>();
  const leaving = new WeakMap<WebSocket, () => void>();
  let total = 0;
  const leave = (socket: WebSocket): void => leaving.get(socket)?.();
  const expel = (socket: WebSocket, code: number, reason: string): void => {
    leave(socket);
    closeWith(socket, code, reason);
    socket.terminate();
  };
  const expelOldest = (): void => {
    const [oldest] = [...strangers.values()].reduce((most, some) => (some.size > most.size ? some : most));
    if (oldest) expel(oldest, tryAgainLater, 'Too many sockets that are not initialised');
  };
  const enter = (socket: WebSocket, stream: Socket, network: string): void => {
    if (total >= socketLimits.strangers) expelOldest();
    const neighbours = strangers.get(network) ?? new Set();
    strangers.set(network, neighbours.add(socket));
    total += 1;
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > strangerBodyLimit) expel(socket, messageTooBig, 'Too much before the initialisation');
    };
    stream.on('data', count);
    leaving.set(socket, () => {
      stream.off('data', count);
      if (!neighbours.delete(socket)) return;
      total -= 1;
      if (!neighbours.size) strangers.delete(network);
    });
    socket.once('close', () => leave(socket));
  };
  return { enter, leave };
}

/** Counts sockets: those not initialised yet, and those of each caller. */
export function createDoor() {
  const strangers = createStrangers();
  const ofCaller = new Map<string, number>();
  return {
    enter: strangers.enter,
    /**
     * Lets a caller in, for whom the session ends with the socket. False when it has as many sockets as it may, or left while its token was looked
     * at: then nobody would end what begins now.
     */
    admit(socket: WebSocket, session: LiveSession): boolean {
      const caller = session.actor.id ?? '';
      const before = ofCaller.get(caller) ?? 0;
      const isHere = socket.readyState === socket.OPEN;
      if (!isHere || before >= socketLimits.perCaller) {
        closeWith(socket, tryAgainLater, 'Too many sockets of one caller');
        session.end();
        return false;
      }
      strangers.leave(socket);
      ofCaller.set(caller, before + 1);
      socket.once('close', () => {
        session.end();
        const left = (ofCaller.get(caller) ?? 1) - 1;
        if (left) ofCaller.set(caller, left);
        else ofCaller.delete(caller);
      });
      return true;
    },
  };
}

/** What a client says of who it is: in the parameters of the connection, under the header's name, or in the header itself. */
export function authorizationOf(params: Record<string, unknown> = {}, { headers }: IncomingMessage): string | null {
  const [, given] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof given === 'string' ? given : (headers.authorization ?? null);
}
