import type { IncomingMessage } from 'node:http';
import { areEqual } from '../../domain/equal-texts.ts';

type InboxRequest = Pick<IncomingMessage, 'socket' | 'headers'>;

/** Headers of a proxy, which passes on the requests of others. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * True if a request may read the inbox: from this machine, or with the token. The name in `Host` must be one of this
 * machine, too: otherwise a website could read it by a name of its own that resolves to 127.0.0.1.
 */
export function mayReadInbox(request: InboxRequest, token: string, credential: string | undefined): boolean {
  return isLocal(request) || (credential !== undefined && areEqual(credential, token));
}

function isLocal({ socket, headers }: InboxRequest): boolean {
  const isLoopback = /^(::1|(::ffff:)?127(\.\d+){3})$/.test(socket.remoteAddress ?? '');
  const isLocalName = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  return isLoopback && isLocalName && !forwarding.some((name) => name in headers);
}
