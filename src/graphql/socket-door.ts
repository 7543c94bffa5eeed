import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { socketLimits } from './limits.ts';
import type { LiveSession } from './live-access.ts';
import { closeWith } from './socket-stream.ts';
import { tryAgainLater } from './socket-sweep.ts';

export type Door = ReturnType<typeof createDoor>;

/** Counts sockets: those of whom it is not known yet whose they are, and those of each caller. */
export function createDoor() {
  const strangers = new Set<WebSocket>();
  const ofCaller = new Map<string, number>();
  return {
    /** Whether there are as many strangers as there may be. */
    isCrowded: () => strangers.size >= socketLimits.strangers,
    enter(socket: WebSocket): void {
      strangers.add(socket);
      socket.once('close', () => strangers.delete(socket));
    },
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
      strangers.delete(socket);
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
