import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createSigner, newSecret } from '../../src/domain/webhooks/webhook-signature.ts';
import { createConnector } from '../../src/operations/connectors/create-connector.ts';
import { testConnector } from '../../src/operations/connectors/test-connector.ts';
import { updateSignInExperience } from '../../src/operations/sign-in-experiences/update-sign-in-experience.ts';
import { platformActor, refusalOf, startKernel } from '../support/kernel.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { perFile } from '../support/per-file.ts';
import { defaultExperienceId } from '../../src/vocabulary/sign-in-experience.ts';
import { startReceiver } from '../support/servers/receiver.ts';

const kernel = perFile(startKernel);

const smtp = { senderName: 'Shop', senderAddress: 'no-reply@shop.example' };
const email = { kind: 'email', name: 'Relay' } as const;
const sms = { kind: 'sms', name: 'SMS' } as const;
const signingSecret = newSecret(Buffer.alloc(32, 1));

const create = async (input: object) => {
  const { output } = await kernel.run(createConnector, input as never);
  return output.connector;
};

describe('a test message', () => {
  const test = async (connectorId: string, recipient: string) =>
    (await kernel.run(testConnector, { connectorId, recipient })).output;
  const local = (port: number, settings: object = {}) => ({
    ...email,
    smtp: { ...smtp, host: '127.0.0.1', port, security: 'none', ...settings },
  });

  it('arrives by SMTP, from the sender of the connector', async () => {
    await using server = await startMailServer();
    const outcome = await test(await create(local(server.port)), 'ada@example.com');
    expect(outcome).toMatchObject({ failure: null, error: null, durationMs: expect.any(Number) });
    expect(server.received).toMatchObject([
      {
        to: ['ada@example.com'],
        parsed: { subject: 'Test message', from: { name: 'Shop', address: smtp.senderAddress } },
      },
    ]);
  });

  it('looks like other mails: it has the brand of the sign-in experience', async () => {
    await using server = await startMailServer();
    const connectorId = await create(local(server.port));
    const brand = (name: string | null, logo: string | null) =>
      kernel.run(updateSignInExperience, {
        signInExperienceId: defaultExperienceId,
        branding: { name, light: { logo } },
      });
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await brand('Example Shop', `data:image/png;base64,${pixel}`);
    await test(connectorId, 'brand@example.com');
    await brand(null, null);
    await test(connectorId, 'brand@example.com');
    const [branded, plain] = server.received.map(({ parsed }) => parsed.html ?? '');
    expect(branded).toContain('>Example Shop</span>');
    expect(branded).toMatch(/<img src="https?:\/\/[^"]+\/assets\/[\w-]{43}"/);
    expect(branded).toContain('Secured by Mandate');
    expect(plain).not.toContain('Secured by');
  });

  it('shows the step at which SMTP failed', async () => {
    await using server = await startMailServer();
    server.answer({ recipient: { status: 550, text: 'ada@example.com is unknown' } });
    const refusal = await test(await create(local(server.port)), 'ada@example.com');
    expect(refusal).toMatchObject({ failure: 'envelope' });
    expect(refusal.error).not.toContain('ada');
    const secure = await create(local(server.port, { security: 'starttls' }));
    expect(await test(secure, 'ada@example.com')).toMatchObject({ failure: 'tls' });
    expect(await test(await create(local(9)), 'ada@example.com')).toMatchObject({ failure: 'connect' });
    expect(server.received).toEqual([]);
  });

  it('arrives by HTTP, with credentials and a signature', async () => {
    await using receiver = await startReceiver();
    const settings = { url: receiver.url, username: 'AC1', sender: '+441632960000' };
    const body = { To: '{{to}}', Body: '{{text}}', From: '{{sender}}', Quote: '"{{template}}"' };
    const secrets = { password: 'p', signingSecret, headers: { 'X-Key': 'key' } };
    const id = await create({ ...sms, http: { ...settings, body }, secrets });
    expect(await test(id, '+4915112345678')).toMatchObject({ failure: null });
    const [{ headers, json, text } = { headers: {} as Record<string, string>, json: {}, text: '' }] = receiver.received;
    const sign = createSigner([signingSecret]);
    expect(headers).toMatchObject(sign(headers['webhook-id'] ?? '', kernel.now(), text));
    expect(headers).toMatchObject({ authorization: `Basic ${btoa('AC1:p')}`, 'x-key': 'key' });
    expect(json).toMatchObject({ To: '+4915112345678', From: '+441632960000', Quote: '"connector-test"' });
  });

  it('is a form for the preset of Twilio', async () => {
    const received = Promise.withResolvers<{ type: string | undefined; form: object }>();
    const server = createServer((request, response) => {
      void textOf(request).then((text) => {
        const form = Object.fromEntries(new URLSearchParams(text));
        received.resolve({ type: request.headers['content-type'], form });
        response.writeHead(201).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/Messages.json`;
    const settings = { preset: 'twilio', url, username: 'AC1', sender: '+441632960000' };
    const id = await create({ ...sms, http: settings, secrets: { password: 'p' } });
    expect(await test(id, '+4915112345678')).toMatchObject({ failure: null });
    expect(await received.promise).toMatchObject({
      type: 'application/x-www-form-urlencoded',
      form: { To: '+4915112345678', From: '+441632960000', Body: expect.stringContaining('test') },
    });
    server.close();
  });

  it('shows the status of an endpoint that refuses it', async () => {
    await using receiver = await startReceiver(401);
    const id = await create({ ...sms, http: { url: receiver.url } });
    const error = 'The endpoint answered with status 401.';
    expect(await test(id, '+4915112345678')).toMatchObject({ failure: 'status', error });
  });

  it.each([
    ['a phone number for email', '+4915112345678'],
    ['two addresses', 'ada@example.com, eve@example.com'],
    ['a line break', 'ada@example.com\r\nRCPT TO:<eve@example.com>'],
  ])('is not sent to %s', async (_what, recipient) => {
    await using server = await startMailServer();
    const connectorId = await create(local(server.port));
    const refusal = await refusalOf(kernel.run(testConnector, { connectorId, recipient }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['recipient'] });
    expect(server.connections).toBe(0);
  });

  it('arrives at an address five times in ten minutes; those that a server refuses do not count', async () => {
    await using server = await startMailServer();
    const connectorId = await create(local(server.port));
    kernel.advance(601);
    server.answer({ recipient: { status: 550, text: 'no such mailbox' } });
    for (let count = 0; count < 6; count++)
      expect(await test(connectorId, 'grace@example.com')).toMatchObject({ failure: 'envelope' });
    server.answer({});
    for (let count = 0; count < 5; count++)
      expect(await test(connectorId, 'Grace@Example.com')).toMatchObject({ failure: null });
    const refusal = await refusalOf(kernel.run(testConnector, { connectorId, recipient: 'grace@example.com' }));
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', paths: ['recipient'] });
    expect(server.received).toHaveLength(5);
  });

  it('is not sent by a dry run', async () => {
    await using server = await startMailServer();
    const connectorId = await create(local(server.port));
    const origin = { channel: 'graphql', requestId: 'req_1' } as const;
    const actor = { ...platformActor, kind: 'user', permissions: new Set(['connectors:write']) } as never;
    const { output } = await kernel.dryRun(platformActor, (run) =>
      run.execute(testConnector, actor, { connectorId, recipient: 'ada@example.com' }, origin),
    );
    expect(output).toMatchObject({ failure: null, durationMs: null });
    expect(server.connections).toBe(0);
  });
});
