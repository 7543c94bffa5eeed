import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../../../src/platform/messaging/sender.ts';
import { createSmtpSender, type SmtpOptions } from '../../../src/platform/messaging/smtp.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { until } from '../../support/until.ts';
import { key, localCertificate } from '../certificates.ts';
import { always, deadPort, tcp } from '../receivers.ts';

const message: OutgoingMessage = {
  id: 'msg_01h455vb4pex5vsknk084sn02q',
  channel: 'email',
  recipient: 'ada@example.com',
  language: 'de',
  template: 'sign-in-code',
  parameters: { code: '482913', minutes: 10 },
  subject: 'Ihr Code für Zoë',
  text: 'Der Code: 482913',
  html: '<p>Der Code: <b>482913</b></p>',
};
const never = new AbortController().signal;
const tls = { key, cert: localCertificate };
const auth = {
  authOptional: false,
  onAuth: (
    { username, password }: { username?: string | undefined; password?: string | null | undefined },
    _session: unknown,
    done: (error: Error | null, response?: { user: string }) => void,
  ) =>
    username === 'ada' && password === 's3cret' ? done(null, { user: username }) : done(new Error('Wrong: s3cret')),
};

const sender = (
  { port }: Pick<MailServer, 'port'>,
  server: Partial<SmtpOptions['server']> = {},
  options: Partial<SmtpOptions> = {},
) =>
  createSmtpSender({
    connectorId: null,
    server: { host: '127.0.0.1', port, tls: 'opportunistic', user: '', password: '', ...server },
    from: { name: 'Example, Inc.', address: 'login@example.com' },
    ca: localCertificate,
    ...options,
  });
const password = { user: 'ada', password: 's3cret', tls: 'required' as const };

describe('a mail', () => {
  it('arrives with sender, recipient, subject, text and HTML', async () => {
    await using server = await startMailServer();
    expect(await sender(server).send(message, never)).toBeUndefined();
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'login@example.com', to: ['ada@example.com'], isSecure: false });
    expect(mail?.parsed).toMatchObject({
      from: { name: 'Example, Inc.', address: 'login@example.com' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Ihr Code für Zoë',
      text: 'Der Code: 482913\n',
      messageId: '<msg_01h455vb4pex5vsknk084sn02q@example.com>',
    });
    expect(mail?.parsed.html).toContain('<b>482913</b>');
    const headers = new Map(mail?.parsed.headers.map(({ key: name, value }) => [name, value]));
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('content-language')).toBe('de');
    await until(() => server.open === 0);
  });

  it('is sent over STARTTLS, with a password', async () => {
    await using server = await startMailServer({ ...tls, ...auth });
    expect(await sender(server, password).send(message, never)).toBeUndefined();
    expect(server.received).toMatchObject([{ user: 'ada', isSecure: true }]);
  });

  it('is sent over TLS from the start', async () => {
    await using server = await startMailServer({ ...tls, ...auth, secure: true });
    expect(await sender(server, { ...password, tls: 'implicit' }).send(message, never)).toBeUndefined();
    expect(server.received).toMatchObject([{ user: 'ada', isSecure: true }]);
  });

  it('cannot gain headers or recipients by its subject or recipient', async () => {
    await using server = await startMailServer();
    const subject = 'Code\r\nBcc: eve@example.com\r\n\r\nInjected';
    await sender(server).send({ ...message, subject }, never);
    expect(server.received[0]?.to).toEqual(['ada@example.com']);
    expect(server.received[0]?.parsed.bcc ?? []).toEqual([]);
    expect(server.received[0]?.parsed.text).toBe(`${message.text}\n`);
    for (const recipient of ['ada@example.com\r\nRCPT TO:<eve@example.com>', 'ada@example.com, eve@example.com']) {
      const failure = { error: 'The recipient is not a valid email address.', isPermanent: true };
      expect(await sender(server).send({ ...message, recipient }, never)).toMatchObject(failure);
    }
    expect(server.received).toHaveLength(1);
  });
});

describe('an attempt fails', () => {
  it('a refusal of the recipient or the message is permanent; the text of the server is left out', async () => {
    await using server = await startMailServer();
    server.answer({ recipient: { status: 550, text: '5.1.1 No such user, code 482913' } });
    expect(await sender(server).send(message, never)).toMatchObject({
      error: 'The mail server refused the sender or the recipient (550 5.1.1).',
      isPermanent: true,
    });
    server.answer({ message: { status: 554, text: 'Spam: 482913' } });
    expect(await sender(server).send(message, never)).toMatchObject({
      error: 'The mail server refused the message (554).',
      isPermanent: true,
    });
  });

  it('a temporary error of the server fails the attempt, and is not permanent', async () => {
    await using server = await startMailServer();
    server.answer({ message: { status: 451, text: '4.7.1 Greylisted' } });
    expect(await sender(server).send(message, never)).toMatchObject({
      error: 'The mail server refused the message (451 4.7.1).',
      isPermanent: false,
    });
  });

  it('a wrong password fails the attempt, and is not shown', async () => {
    await using server = await startMailServer({ ...tls, ...auth });
    expect(await sender(server, { ...password, password: 'wr0ng' }).send(message, never)).toMatchObject({
      error: 'The mail server refused the user name or password (535).',
      isPermanent: false,
    });
  });

  it('a server without TLS fails the attempt before the password is sent', async () => {
    let login = 0;
    await using server = await startMailServer({
      ...auth,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error(`${++login}`)),
    });
    const failure = { error: 'The connection to the mail server cannot be secured by TLS (500).', isPermanent: false };
    expect(await sender(server, password).send(message, never)).toMatchObject(failure);
    expect(login).toBe(0);
  });

  it('an untrusted certificate fails the attempt', async () => {
    await using server = await startMailServer({ ...tls, ...auth });
    const untrusting = createSmtpSender({
      connectorId: null,
      server: { host: '127.0.0.1', port: server.port, ...password },
      from: { name: '', address: 'login@example.com' },
    });
    expect(await untrusting.send(message, never)).toMatchObject({ isPermanent: false });
    expect(server.received).toEqual([]);
  });

  it('a port that nothing listens on fails the attempt', async () => {
    const port = await deadPort();
    expect(await sender({ port }).send(message, never)).toMatchObject({
      error: 'The mail server cannot be reached.',
      isPermanent: false,
    });
  });

  it('an aborted signal fails the attempt at once while the server sends nothing; the connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const stop = new AbortController();
    const port = await tcp((socket) => {
      socket.on('close', () => closed.resolve());
      stop.abort(new Error('too late'));
    });
    await expect(sender({ port }).send(message, stop.signal)).rejects.toThrow('too late');
    await closed.promise;
  });

  it('a private address fails the attempt before a connection, if only public ones are allowed', async () => {
    await using server = await startMailServer();
    const failure = { error: 'The host is not on the public internet.', isPermanent: false };
    for (const host of ['127.0.0.1', 'mail.example.com', 'localhost']) {
      const publicOnly = { lookup: always('127.0.0.1') };
      expect(await sender(server, { host }, { publicOnly }).send(message, never)).toMatchObject(failure);
    }
    expect(server.connections).toBe(0);
  });
});
