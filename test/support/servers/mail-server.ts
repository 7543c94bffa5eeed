import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that arrived. */
interface ReceivedMail {
  from: string;
  to: string[];
  user: unknown;
  isSecure: boolean;
  raw: string;
  parsed: Email;
}

/** A response of the server to a mail: it accepts it, refuses it with a status, or waits until the promise resolves. */
type MailAnswer = 'accept' | { status: number; text: string } | Promise<void>;

/** An SMTP server on loopback. */
export interface MailServer extends AsyncDisposable {
  port: number;
  received: ReceivedMail[];
  /** The number of connections so far, and of those that are open. */
  connections: number;
  open: number;
  /** Sets its later responses to the recipient, and to the message. */
  answer(answers: { recipient?: MailAnswer; message?: MailAnswer }): void;
}

/** Without TLS and passwords, unless the options add them. On a free port, unless one is given. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  let answers: { recipient?: MailAnswer; message?: MailAnswer } = {};
  const respond = async (answer: MailAnswer = 'accept', done: (error?: Error | null) => void): Promise<void> => {
    const response = await answer;
    const isRefused = typeof response === 'object';
    done(isRefused ? Object.assign(new Error(response.text), { responseCode: response.status }) : null);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      mail.connections += 1;
      mail.open += 1;
      done();
    },
    onClose: () => void (mail.open -= 1),
    onRcptTo: (_address, _session, done) => void respond(answers.recipient, done),
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const raw = await buffer(stream);
        const { mailFrom, rcptTo } = session.envelope;
        mail.received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          isSecure: session.secure,
          raw: raw.toString(),
          parsed: await PostalMime.parse(raw),
        });
        await respond(answers.message, done);
      };
      void take();
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const mail: MailServer = {
    port: (listening.address() as AddressInfo).port,
    received: [],
    connections: 0,
    open: 0,
    answer: (given) => void (answers = given),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  };
  return mail;
}
