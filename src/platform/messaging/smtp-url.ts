/** A mail server, and how to connect to it. */
export interface SmtpServer {
  host: string;
  port: number;
  /**
   * `implicit`: TLS from the start (RFC 8314 §3.3). `required`: STARTTLS, and no server without it. `opportunistic`:
   * STARTTLS if the server supports it. `none`: no TLS.
   */
  tls: 'implicit' | 'required' | 'opportunistic' | 'none';
  user: string;
  password: string;
}

/** An address with a display name, which may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`. With a password, TLS is required, except on this machine.
 * Undefined if it is not such a URL.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return undefined;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '' || url.port === '0') return undefined;
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user === undefined || password === undefined) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isImplicit = url.protocol === 'smtps:';
  const port = url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port);
  const isExposed = user !== '' && !/^(localhost|127(\.\d+){3}|::1)$/i.test(host);
  const tls = isImplicit ? 'implicit' : isExposed ? 'required' : 'opportunistic';
  return { host, port, tls, user, password };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Parses `login@example.com` or `Example <login@example.com>`. Undefined if it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name, bracketed, plain] = /^\s*(?:([^<>"\p{Cc}]*?)\s*<([^<>]*)>|([^<>]*))\s*$/u.exec(text) ?? [];
  const address = bracketed ?? plain ?? '';
  return isMailAddress(address) ? { name: name ?? '', address } : undefined;
}

/** Whether the text is a single address that a header and an SMTP command can contain. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()\\,;"@]+$/u.test(text);
