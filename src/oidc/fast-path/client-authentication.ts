import { decode, type TokenForm } from './token-form.ts';

/** The id and secret that a client sent. */
interface Credentials {
  id: string;
  secret: string;
}

const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/;
// RFC 6749 appendix A.1 and A.2: identifiers and secrets are visible ASCII and spaces.
const vschars = /^[\x20-\x7e]+$/;

/**
 * Reads the credentials from the header (client_secret_basic) or the body (client_secret_post), RFC 6749 §2.3.1.
 * Undefined for anything unusual: both, neither, another scheme, two different ids.
 */
export function readCredentials(authorization: string | undefined, form: TokenForm): Credentials | undefined {
  const { client_id: id, client_secret: secret } = form;
  if (authorization === undefined) return id !== undefined && secret !== undefined ? { id, secret } : undefined;
  const credentials = readBasic(authorization);
  const isOnly = secret === undefined && (id === undefined || id === credentials?.id);
  return isOnly ? credentials : undefined;
}

function readBasic(authorization: string): Credentials | undefined {
  const encoded = basic.exec(authorization)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  if (colon < 0 || !vschars.test(text)) return undefined;
  // Form-encoded as the RFC requires. curl does not encode, which is the same unless there is a % or a +.
  const id = decode(text.slice(0, colon));
  const secret = decode(text.slice(colon + 1));
  if (!id || !secret || !vschars.test(id) || !vschars.test(secret)) return undefined;
  return { id, secret };
}
