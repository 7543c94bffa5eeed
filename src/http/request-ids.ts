import type { IncomingMessage, ServerResponse } from 'node:http';
import { identify, readTraceparent, type RequestIds } from '../domain/trace-context.ts';
import { type Ids, uuidOf } from '../platform/ids/ids.ts';

/** The ids of a request, which the headers of its response show. */
export function identifyRequest(
  { headers }: IncomingMessage,
  response: ServerResponse,
  ids: Pick<Ids, 'next'>,
): RequestIds {
  const existing = requestIdsOf(response);
  if (existing) return existing;
  const requestId = ids.next('request');
  const { traceparent, ...identity } = identify(requestId, uuidOf(requestId), headers['traceparent']);
  response.setHeader('x-request-id', requestId);
  response.setHeader('traceparent', traceparent);
  return identity;
}

/** The ids of a request that was identified. */
export function requestIdsOf(response: ServerResponse): RequestIds | undefined {
  const requestId = response.getHeader('x-request-id');
  const traceId = readTraceparent(response.getHeader('traceparent'))?.traceId;
  return typeof requestId === 'string' && traceId !== undefined ? { requestId, traceId } : undefined;
}
