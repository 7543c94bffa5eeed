import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/domain/webhooks/webhook-signature.ts';
import { createConnector } from '../../src/operations/connectors/create-connector.ts';
import { deleteConnector } from '../../src/operations/connectors/delete-connector.ts';
import { reportConnectorFailure } from '../../src/operations/connectors/report-connector-failure.ts';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { storePolicy } from '../../src/store/flows/policies.ts';
import { setConnectorEnabled } from '../../src/operations/connectors/set-connector-enabled.ts';
import { updateConnector } from '../../src/operations/connectors/update-connector.ts';
import { platformActor, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

const smtp = { host: 'smtp.example.com', senderName: 'Shop', senderAddress: 'no-reply@shop.example' };
const http = { url: 'https://sms.example.com/send' };
const email = { kind: 'email', name: 'Relay', smtp } as const;
const sms = { kind: 'sms', name: 'SMS', http } as const;
const signingSecret = newSecret(Buffer.alloc(32, 1));

const create = async (input: object) => {
  const { output } = await kernel.run(createConnector, input as never);
  return output.connector;
};
const stored = (id: string) => kernel.database.prisma.connector.findUniqueOrThrow({ where: { id } });
const refused = async (input: object) => refusalOf(kernel.run(createConnector, input as never));

describe('a new connector', () => {
  it('is disabled, with safe defaults', async () => {
    expect(await stored(await create(email))).toMatchObject({
      driver: 'smtp',
      isEnabled: false,
      settings: { port: 587, security: 'starttls', username: null },
      secretNames: [],
    });
  });

  it('has the URL, format and body of its preset', async () => {
    const settings = { preset: 'telnyx', sender: '+441632960000' };
    const row = await stored(
      await create({ ...sms, http: settings, secrets: { headers: { Authorization: 'Bearer x' } } }),
    );
    expect(row).toMatchObject({
      settings: { url: 'https://api.telnyx.com/v2/messages', format: 'json', body: { to: '{{to}}' } },
      secretNames: ['headers.Authorization'],
    });
  });

  it.each<[string, object, string]>([
    ['both drivers', { ...email, http }, 'http'],
    ['no driver', { kind: 'sms', name: 'x' }, 'http'],
    ['SMTP for SMS', { ...sms, http: undefined, smtp }, 'smtp'],
    ['a user name without a password', { ...email, smtp: { ...smtp, username: 'a' } }, 'secrets.password'],
    ['a password without a user name', { ...email, secrets: { password: 'x' } }, 'smtp.username'],
    [
      'a password without encryption',
      { ...email, smtp: { ...smtp, username: 'a', security: 'none' }, secrets: { password: 'x' } },
      'smtp.security',
    ],
    ['a secret of another driver', { ...email, secrets: { signingSecret } }, 'secrets.signingSecret'],
    ['an unknown setting', { ...email, smtp: { ...smtp, proxy: 'x' } }, 'smtp.proxy'],
    ['an unknown secret', { ...email, secrets: { token: 'x' } }, 'secrets.token'],
    ['a preset of another kind', { ...sms, http: { preset: 'postmark' } }, 'http.preset'],
    ['a preset whose URL is incomplete', { ...sms, http: { preset: 'twilio', sender: 'x' } }, 'http.url'],
    ['no URL and no preset', { ...sms, http: {} }, 'http.url'],
    ['a body without recipient', { ...sms, http: { ...http, body: { text: '{{text}}' } } }, 'http.body'],
    ['a body without text', { ...sms, http: { ...http, body: { to: '{{to}}' } } }, 'http.body'],
    ['an unknown placeholder', { ...sms, http: { ...http, body: { a: '{{to}}{{text}}{{html}}' } } }, 'http.body'],
    ['{{sender}} without sender', { ...sms, http: { ...http, body: { a: '{{to}}{{text}}{{sender}}' } } }, 'http.body'],
    ['a nested form', { ...sms, http: { ...http, format: 'form', body: { a: ['{{to}}{{text}}'] } } }, 'http.body'],
    ['a body that is too long', { ...sms, http: { ...http, body: { a: 'x'.repeat(9000) } } }, 'http.body'],
    [
      'a line break in the sender name',
      { ...email, smtp: { ...smtp, senderName: 'A\r\nBcc: eve@example.com' } },
      'smtp.senderName',
    ],
    [
      'two sender addresses',
      { ...email, smtp: { ...smtp, senderAddress: 'a@example.com, b@example.com' } },
      'smtp.senderAddress',
    ],
    ['a host with a port', { ...email, smtp: { ...smtp, host: 'smtp.example.com:25' } }, 'smtp.host'],
    ['a host with a line break', { ...email, smtp: { ...smtp, host: 'smtp.example.com\nx' } }, 'smtp.host'],
    ['a header with a line break', { ...sms, secrets: { headers: { 'X-Key': 'a\r\nb' } } }, 'secrets.headers.X-Key'],
    ['a header of the platform', { ...sms, secrets: { headers: { Host: 'a' } } }, 'secrets.headers.Host'],
    [
      'Authorization twice',
      { ...sms, http: { ...http, username: 'a' }, secrets: { password: 'x', headers: { Authorization: 'y' } } },
      'secrets.headers.Authorization',
    ],
    ['a weak signing secret', { ...sms, secrets: { signingSecret: 'whsec_AAAA' } }, 'secrets.signingSecret'],
    ['another protocol', { ...sms, http: { url: 'file:///etc/passwd' } }, 'http.url'],
    ['credentials in the URL', { ...sms, http: { url: 'https://a:b@sms.example.com/' } }, 'http.url'],
  ])('is refused with %s', async (_what, input, path) => {
    expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', paths: [path] });
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', 'localhost', '::1', 'fd00::1'])(
    'cannot have the private host %s',
    async (host) => {
      await using strict = await startKernel({ privateAddresses: false });
      const inUrl = host.includes(':') ? `[${host}]` : host;
      const mail = { ...email, smtp: { ...smtp, host } };
      expect(await refusalOf(strict.run(createConnector, mail))).toMatchObject({ paths: ['smtp.host'] });
      const request = { ...sms, http: { url: `http://${inUrl}/` } };
      expect(await refusalOf(strict.run(createConnector, request))).toMatchObject({ paths: ['http.url'] });
    },
    20_000,
  );
});

describe('a changed connector', () => {
  const withSecrets = () =>
    create({
      ...sms,
      http: { ...http, username: 'a' },
      secrets: { password: 'first password', signingSecret, headers: { 'X-Key': 'key' } },
    });

  it('keeps omitted settings and secrets, and loses those set to null', async () => {
    const connectorId = await withSecrets();
    const change = { connectorId, http: { username: null, sender: 'Shop' }, secrets: { password: null } };
    const { events } = await kernel.run(updateConnector, change);
    expect(events[0]?.data).toMatchObject({
      changed: expect.arrayContaining(['http.username', 'http.sender', 'secrets']),
    });
    expect(await stored(connectorId)).toMatchObject({
      settings: { url: http.url, sender: 'Shop' },
      secretNames: ['headers.X-Key', 'signingSecret'],
    });
    expect((await kernel.run(updateConnector, change)).events).toEqual([]);
  });

  it('needs its secrets again for another destination', async () => {
    const connectorId = await withSecrets();
    const moved = { connectorId, http: { url: 'https://eve.example/' } };
    expect(await refusalOf(kernel.run(updateConnector, moved))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['secrets.password', 'secrets.signingSecret', 'secrets.headers'],
    });
    const secrets = { password: 'x', signingSecret: null, headers: null };
    await kernel.run(updateConnector, { ...moved, secrets });
    expect(await stored(connectorId)).toMatchObject({ secretNames: ['password'] });
    const relay = await create({ ...email, smtp: { ...smtp, username: 'a' }, secrets: { password: 'x' } });
    for (const change of [{ host: 'eve.example' }, { port: 2525 }, { security: 'tls' as const }]) {
      const refusal = await refusalOf(kernel.run(updateConnector, { connectorId: relay, smtp: change }));
      expect(refusal).toMatchObject({ paths: ['secrets.password'] });
    }
  });

  it('keeps its driver', async () => {
    const connectorId = await withSecrets();
    const refusal = await refusalOf(kernel.run(updateConnector, { connectorId, smtp: { port: 25 } }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['smtp'] });
  });
});

describe('an enabled connector', () => {
  const enable = (connectorId: string, isEnabled = true) => kernel.run(setConnectorEnabled, { connectorId, isEnabled });
  const enabled = async () =>
    (await kernel.database.prisma.connector.findMany({ where: { isEnabled: true } })).map(({ id }) => id).sort();

  it('replaces the one of its kind, whose version increases as well', async () => {
    const [first, second, other] = [await create(email), await create(email), await create(sms)];
    await enable(first);
    await enable(other);
    const { output, events } = await enable(second);
    expect(output.replacedConnectorId).toBe(first);
    expect(events.map(({ subjectId }) => subjectId)).toEqual([first, second]);
    expect(await enabled()).toEqual([second, other].sort());
    expect((await stored(first)).version).toBe(3);
  });

  it('is the only one, however many are enabled at the same time', async () => {
    const ids: string[] = [];
    while (ids.length < 10) ids.push(await create(sms));
    await Promise.all(ids.map((id) => enable(id)));
    expect((await enabled()).filter((id) => ids.includes(id))).toHaveLength(1);
  });

  it('can be disabled and deleted', async () => {
    const id = await create(email);
    await enable(id);
    await enable(id, false);
    expect((await stored(id)).isEnabled).toBe(false);
    await kernel.run(deleteConnector, { connectorId: id });
    expect(await refusalOf(enable(id))).toMatchObject({ code: 'NOT_FOUND', paths: ['connectorId'] });
  });
});

describe('a failure', () => {
  const report = (connectorId: string) =>
    kernel.run(reportConnectorFailure, { connectorId, error: 'The mail server cannot be reached.' }, platformActor);

  it('is an event once, until the settings change', async () => {
    const connectorId = await create(email);
    const { updatedAt } = await stored(connectorId);
    expect((await report(connectorId)).events.map(({ type }) => type)).toEqual(['Connector.Failing']);
    expect((await report(connectorId)).events).toEqual([]);
    expect(await stored(connectorId)).toMatchObject({ lastFailedAt: kernel.now(), version: 1, updatedAt });
    await kernel.run(updateConnector, { connectorId, name: 'Renamed' });
    expect((await report(connectorId)).events).toEqual([]);
    await kernel.run(updateConnector, { connectorId, smtp: { port: 465 } });
    expect((await stored(connectorId)).lastError).toBeNull();
    expect((await report(connectorId)).events).toHaveLength(1);
  });
});

describe('the connector that sends the codes to sign in', () => {
  const policy = (given: object) => storePolicy(kernel.database.prisma, signInPolicySchema.parse(given));
  const setEnabled = (connectorId: string, isEnabled: boolean) =>
    kernel.run(setConnectorEnabled, { connectorId, isEnabled });

  it('is neither disabled nor deleted while no administrator could sign in without it', async () => {
    const connectorId = await create(email);
    await setEnabled(connectorId, true);
    await policy({ first: ['email-code', 'passkey'] });
    expect(await refusalOf(setEnabled(connectorId, false))).toMatchObject({ code: 'CONFLICT', paths: ['isEnabled'] });
    const refusal = await refusalOf(kernel.run(deleteConnector, { connectorId }));
    expect(refusal).toMatchObject({ code: 'CONFLICT', paths: ['connectorId'] });
    expect(await stored(connectorId)).toMatchObject({ isEnabled: true });
    const other = await create(email);
    await setEnabled(other, true);
    await kernel.run(deleteConnector, { connectorId });
    await policy({ first: ['email-code', 'password'] });
    await setEnabled(other, false);
    expect(await stored(other)).toMatchObject({ isEnabled: false });
    await policy({});
  });
});
