import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { callerOf } from '../../kernel/actor.ts';
import { socketLimits, unauthenticatedBodyLimit } from '../context/limits.ts';
import type { LiveCaller } from '../context/live-access.ts';
import { closeWith } from './socket-stream.ts';
import { tryAgainLater } from './socket-sweep.ts';

export type ConnectionLimits = ReturnType<typeof createConnectionLimits>;

/** RFC 6455 §7.4.1. */
const messageTooBig = 1009;

/**
 * Sockets before their `connection_init`. Each may send little. If there are too many, a new one replaces the oldest
 * one of the network that has most, so many from one network do not keep others out.
 */
function createUnauthenticated() {
  /** By network, the oldest first. */
  const byNetwork = new Map<string, Set<WebSocket>>();
  const removals = new WeakMap<WebSocket, () => void>();
  let total = 0;
  const remove = (socket: WebSocket): void => removals.get(socket)?.();
  const expel = (socket: WebSocket, code: number, reason: string): void => {
    remove(socket);
    closeWith(socket, code, reason);
    socket.terminate();
  };
  const expelOldest = (): void => {
    const [oldest] = [...byNetwork.values()].reduce((most, some) => (some.size > most.size ? some : most));
    if (oldest) expel(oldest, tryAgainLater, 'Too many sockets without connection_init');
  };
  const add = (socket: WebSocket, stream: Socket, network: string): void => {
    if (total >= socketLimits.unauthenticated) expelOldest();
    const neighbors = byNetwork.get(network) ?? new Set();
    byNetwork.set(network, neighbors.add(socket));
    total += 1;
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > unauthenticatedBodyLimit) expel(socket, messageTooBig, 'Too much data before connection_init');
    };
    stream.on('data', count);
    removals.set(socket, () => {
      stream.off('data', count);
      if (!neighbors.delete(socket)) return;
      total -= 1;
      if (!neighbors.size) byNetwork.delete(network);
    });
    socket.once('close', () => remove(socket));
  };
  return { add, remove };
}

/** Limits the sockets that are not authenticated yet, and those of each caller. */
export function createConnectionLimits() {
  const unauthenticated = createUnauthenticated();
  const byCaller = new Map<string, number>();
  return {
    add: unauthenticated.add,
    /**
     * Counts an authenticated socket for its caller, and ends it with the socket. False if the caller has too
     * many, or if the socket was closed during authentication: nothing would end it then.
     */
    admit(socket: WebSocket, live: LiveCaller): boolean {
      const caller = callerOf(live.actor());
      const count = byCaller.get(caller) ?? 0;
      if (socket.readyState !== socket.OPEN || count >= socketLimits.perCaller) {
        closeWith(socket, tryAgainLater, 'Too many sockets of this caller');
        live.end();
        return false;
      }
      unauthenticated.remove(socket);
      byCaller.set(caller, count + 1);
      socket.once('close', () => {
        live.end();
        const left = (byCaller.get(caller) ?? 1) - 1;
        if (left) byCaller.set(caller, left);
        else byCaller.delete(caller);
      });
      return true;
    },
  };
}

/** The credentials of a socket: `authorization` in the payload of `connection_init`, in any case, or the header. */
export function authorizationOf(params: Record<string, unknown> = {}, { headers }: IncomingMessage): string | null {
  const [, value] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? value : (headers.authorization ?? null);
}
