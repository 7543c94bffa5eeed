import type { IncomingMessage } from 'node:http';
import { CloseCode, makeServer } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Send } from '../../delivery/event-log/subscribe.ts';
import { Failure } from '../../domain/failure.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CursorSeal } from '../../platform/crypto/cursor-seal.ts';
import { socketLimits } from '../context/limits.ts';
import { authorizationOf, type ConnectionLimits } from './connection-limits.ts';
import type { LiveAccess, LiveCaller } from '../context/live-access.ts';
import { type Resumption, resumptionOf } from '../context/resume.ts';
import type { Json, SendResult } from './shared-results.ts';
import type { SocketExecutor } from './socket-executor.ts';
import type { SocketOperations } from './socket-operations.ts';
import { closeWith } from './socket-stream.ts';

/** The state of one socket. */
export interface Extra {
  socket: WebSocket;
  request: IncomingMessage;
  send: Send<string>;
  /** Resolves when one more message may be sent; undefined if it may now. */
  sendWindow(): Promise<void> | undefined;
  operations: SocketOperations;
  live?: LiveCaller;
  resumption?: Resumption | undefined;
  traceparent?: unknown;
}

export interface ProtocolServices {
  executor: SocketExecutor;
  access: LiveAccess;
  clock: Clock;
  cursorSeal: CursorSeal;
}

/** graphql-ws, the protocol graphql-transport-ws, with our authentication and execution. */
export const createProtocol = (services: ProtocolServices, limits: ConnectionLimits) =>
  makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: socketLimits.initTimeout,
    onConnect: async ({ connectionParams, extra }) => {
      const { socket, request } = extra;
      extra.traceparent = connectionParams?.['traceparent'] ?? request.headers['traceparent'];
      try {
        extra.resumption = resumptionOf(connectionParams, services);
        extra.live = await services.access.open(authorizationOf(connectionParams, request), request.headers.origin);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.code === 'INVALID_CURSOR') closeWith(socket, CloseCode.BadRequest, error.message);
        else closeForbidden(socket, error);
        return false;
      }
      const { until } = extra.live;
      until.addEventListener('abort', () => closeForbidden(socket, until.reason));
      return limits.admit(socket, extra.live);
    },
    onSubscribe: ({ extra }, id, params) =>
      services.executor.prepare(params, { ...extra, live: extra.live as LiveCaller }, resultSender(extra, id)),
    execute: services.executor.execute,
    subscribe: services.executor.subscribe,
    onOperation: ({ extra: { operations } }, id, _params, _args, result) => {
      if (Symbol.asyncIterator in result) operations.isSubscription(id);
    },
  });

const closeForbidden = (socket: WebSocket, reason: unknown): void =>
  closeWith(socket, CloseCode.Forbidden, reason instanceof Failure ? reason.message : 'Forbidden');

/** Sends the results of one subscription, which are JSON already. */
function resultSender({ socket, sendWindow }: Extra, id: string): SendResult {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  const sendNow = (payload: Json): Promise<void> | undefined => {
    if (typeof payload !== 'string') return payload.then(sendNow);
    socket.send(`${head}${payload}}`);
    return undefined;
  };
  return (make) => {
    const room = sendWindow();
    return room ? room.then(() => sendNow(make())) : sendNow(make());
  };
}
