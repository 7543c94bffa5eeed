import { isIP } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { createNameLookup, type NameLookup } from '../network/name-lookup.ts';
import { isPublicAddress, notPublic } from '../network/public-address.ts';
import type { SendStep } from '../../vocabulary/connectors/connectors.ts';
import type { OutgoingMessage, SendFailure, Sender } from './sender.ts';
import { isMailAddress, type Mailbox, type SmtpServer } from './smtp-url.ts';

export interface SmtpOptions {
  connectorId: string | null;
  server: SmtpServer;
  from: Mailbox;
  /** For servers that customers set: only addresses on the public internet are allowed. */
  publicOnly?: { lookup?: NameLookup };
  /** Certificate authorities; by default those of Node.js. */
  ca?: SecureContextOptions['ca'];
}

/** Milliseconds for a connection, the greeting, and without any data. The caller limits the whole attempt. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 };

/** Sends mail to one server, over a connection per message. Certificates are verified. */
export function createSmtpSender({ connectorId, server, from, publicOnly, ca }: SmtpOptions): Sender {
  const { user, password } = server;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const open = async () => {
    const host = publicOnly ? await publicHost(server.host, publicOnly.lookup ?? createNameLookup()) : server.host;
    return createTransport({
      host,
      port: server.port,
      secure: server.tls === 'implicit',
      requireTLS: server.tls === 'required',
      ignoreTLS: server.tls === 'none',
      tls: { ...(isIP(server.host) === 0 && { servername: server.host }), ...(ca !== undefined && { ca }) },
      ...(user !== '' && { auth: { user, pass: password } }),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    connectorId,
    async send(message, signal) {
      if (!isMailAddress(message.recipient)) return permanent('The recipient is not a valid email address.');
      try {
        const transport = await open();
        await transport.sendMail({ ...mailOf(message, from, domain), signal });
        return undefined;
      } catch (error) {
        signal.throwIfAborted();
        return failureOf(error);
      }
    },
  };
}

/** Addresses are objects, so that no text is parsed as a list of recipients. */
const mailOf = ({ id, recipient, subject, text, html, language }: OutgoingMessage, from: Mailbox, domain: string) => ({
  from,
  to: { name: '', address: recipient },
  envelope: { from: from.address, to: [recipient] },
  subject: subject ?? '',
  text,
  ...(html !== null && { html }),
  // The same for all attempts, so that a mailbox can drop a repeated one.
  messageId: `<${id}@${domain}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
});

class NotPublic extends Error {}

/** An address of the host, all of whose addresses are public. */
async function publicHost(host: string, lookup: NameLookup): Promise<string> {
  const addresses = isPublicAddress(host) ? [{ address: host }] : await lookup(host);
  if (!addresses[0] || !addresses.every(({ address }) => isPublicAddress(address))) throw new NotPublic(notPublic);
  return addresses[0].address;
}

const permanent = (error: string): SendFailure => ({ error, step: 'envelope', isPermanent: true });

/** Messages by the code of nodemailer's errors. */
const messages: Record<string, string> = {
  ECONNECTION: 'The mail server closed the connection.',
  ESOCKET: 'The mail server cannot be reached.',
  ETIMEDOUT: 'The mail server does not respond.',
  EDNS: 'The name of the mail server cannot be resolved.',
  ENOTFOUND: 'The name of the mail server cannot be resolved.',
  ETLS: 'The connection to the mail server cannot be secured by TLS.',
  EAUTH: 'The mail server refused the user name or password.',
  ENOAUTH: 'The mail server requires a user name and password.',
  EENVELOPE: 'The mail server refused the sender or the recipient.',
  EMESSAGE: 'The mail server refused the message.',
  EPROTOCOL: 'The mail server violated the protocol.',
};

const steps: Record<string, SendStep> = {
  ECONNECTION: 'connect',
  ESOCKET: 'connect',
  ETIMEDOUT: 'timeout',
  EDNS: 'dns',
  ENOTFOUND: 'dns',
  ETLS: 'tls',
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  EENVELOPE: 'envelope',
  EMESSAGE: 'content',
};

/**
 * The text of the server is left out, because it may quote the message. RFC 5321 §4.2.1: a code from 500 is permanent,
 * if it is about this message.
 */
function failureOf(error: unknown): SendFailure {
  if (error instanceof NotPublic) return { error: notPublic, step: 'refused', isPermanent: false };
  const { code, responseCode, response } = error as { code?: unknown; responseCode?: unknown; response?: unknown };
  const sentence = messages[String(code)] ?? 'The message could not be sent.';
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  const codes = status === undefined ? '' : ` (${[status, enhanced].filter(Boolean).join(' ')})`;
  const isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (status ?? 0) >= 500;
  return { error: sentence.replace(/\.$/, `${codes}.`), step: steps[String(code)] ?? 'protocol', isPermanent };
}
