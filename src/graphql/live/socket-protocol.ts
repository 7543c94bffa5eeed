import type { IncomingMessage } from 'node:http';
import { CloseCode, makeServer } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { Failure } from '../../domain/failure.ts';
import { socketLimits } from '../request/limits.ts';
import type { LiveAccess, LiveSession } from './live-access.ts';
import type { Operate } from './socket-executor.ts';
import type { Sink } from './shared-answers.ts';
import { authorizationOf, type Door } from './connection-limits.ts';
import type { SocketOperations } from './socket-operations.ts';
import { closeWith, type Send } from './socket-stream.ts';

/** What the protocol knows of one socket. */
export interface Extra {
  socket: WebSocket;
  request: IncomingMessage;
  send: Send;
  sendWindow: Sink['window'];
  operations: SocketOperations;
  session?: LiveSession;
}

export interface ProtocolServices {
  operate: Operate;
  access: LiveAccess;
}

/** The protocol graphql-transport-ws: who comes in, and what is done for whom. */
export const createProtocol = ({ operate, access }: ProtocolServices, door: Door) =>
  makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: socketLimits.initialisation,
    onConnect: async ({ connectionParams, extra }) => {
      const { socket, request } = extra;
      try {
        extra.session = await access.open(authorizationOf(connectionParams, request));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        dismiss(socket, error);
        return false;
      }
      const { until } = extra.session;
      until.addEventListener('abort', () => dismiss(socket, until.reason));
      return door.admit(socket, extra.session);
    },
    onSubscribe: ({ extra }, id, params) =>
      operate.prepare(params, extra.session as LiveSession, nextMessages(extra, id)),
    execute: operate.execute,
    subscribe: operate.subscribe,
    onOperation: ({ extra: { operations } }, id, _params, _args, result) => {
      if (Symbol.asyncIterator in result) operations.lasts(id);
    },
  });

const dismiss = (socket: WebSocket, reason: unknown): void =>
  closeWith(socket, CloseCode.Forbidden, reason instanceof Failure ? reason.message : 'Forbidden');

/** Takes the messages "next" of one subscription, whose payload is text already. */
function nextMessages({ send, sendWindow }: Extra, id: string): Sink {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  return { window: sendWindow, send: (payload) => send(`${head}${payload}}`) };
}
