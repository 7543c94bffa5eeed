import { cacheExchange, Client, fetchExchange, type OperationContext } from '@urql/core';
import type { Access } from '../session/authorization.ts';
import { accessToken, dropToken } from '../session/session.ts';
import { plainNamesExchange } from './records/plain-names.ts';
import { refetchExchange } from './feed/refetch-on-events.ts';

/** For mutations: with a token that may write, and without a cache, because an answer may contain a new secret. */
export const writing: Partial<OperationContext> = { requestPolicy: 'network-only', fetch: fetchWith('write') };

export const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  requestPolicy: 'cache-and-network',
  fetch: fetchWith('read'),
  exchanges: [refetchExchange, cacheExchange, plainNamesExchange, fetchExchange],
});

/** Sends a request with a token. One that is refused is replaced once, unless only its sign-in is too old. */
function fetchWith(access: Access): typeof fetch {
  return async (input, init) => {
    const token = await accessToken(access);
    const answer = await send(token, access, input, init);
    const isTooOld = answer.headers.get('www-authenticate')?.includes('insufficient_user_authentication') ?? false;
    if (answer.status !== 401 || isTooOld || token === null) return answer;
    dropToken(token);
    return send(await accessToken(access), access, input, init);
  };
}

/** Milliseconds until a connection that was cut in silence counts as lost. */
const silence = 30_000;

function send(
  token: string | null,
  access: Access,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const limits = access === 'read' ? [AbortSignal.timeout(silence)] : [];
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return fetch(input, { ...init, headers, signal: AbortSignal.any(init.signal ? [init.signal, ...limits] : limits) });
}
