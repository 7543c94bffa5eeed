import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app/create.ts';
import { readConfig } from '../../../src/config.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { updateConnector } from '../../../src/operations/connectors/update-connector.ts';
import { createIdentityProvider } from '../../../src/operations/identity-providers/create-identity-provider.ts';
import { updateIdentityProvider } from '../../../src/operations/identity-providers/update-identity-provider.ts';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { runMain } from '../../support/command-line.ts';
import { type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { quickKeyPair } from '../../support/key-pairs.ts';
import { ofProvider } from '../../support/upstreams/saml-keys.ts';
import { fillSealedColumns, unreadable } from './sealed-values.ts';

/** An installation whose key is lost: it goes on with another one. */
const [lostKey, key] = [randomBytes(32), randomBytes(32)];
const client = { id: 'app_01h455vb4pex5vsknk084sn02q', secret: 'of-the-first-application-0123456789' };
const logger = createLogger('error', { write: () => {} });
const origin = { requestId: 'req_test', channel: 'platform' } as const;

let own: OwnDatabase;
/** A provider that wants signed requests. */
const saml = {
  preset: 'saml',
  saml: {
    entityId: 'https://login.example.com/saml',
    singleSignOnUrl: 'https://login.example.com/saml/sign-in',
    certificatesPem: ofProvider.certificate,
    signsRequests: true,
  },
} as const;
let samlProviderId: string;
let filled: Awaited<ReturnType<typeof fillSealedColumns>>;
let app: App;
let outputs: Record<'start' | 'plan' | 'confirmed' | 'again', Awaited<ReturnType<typeof runMain>>>;
let before: unknown;
let afterPlan: unknown;
let keyIds: { id: string }[];

const envOf = (secretsKey: Buffer): Record<string, string> => ({
  DATABASE_URL: own.url,
  SECRETS_KEY: secretsKey.toString('base64'),
  PORT: '0',
  HOST: '127.0.0.1',
  BOOTSTRAP_CLIENT_ID: client.id,
  BOOTSTRAP_CLIENT_SECRET: client.secret,
});
const start = (secretsKey: Buffer) => createApp(readConfig(envOf(secretsKey)), { logger, newKeyPair: quickKeyPair });
const prisma = () => app.services.database.prisma;

/** The records that stay, and the number of events, which must not change before it is confirmed. */
async function state({ services: { database } }: App) {
  const query = (sql: string) => database.pool.query(sql).then(({ rows }) => rows as unknown);
  return {
    kept: [
      await query('SELECT id, username, password_hash FROM users ORDER BY id'),
      await query('SELECT * FROM user_roles ORDER BY user_id, role_id'),
      await query('SELECT id, name FROM roles ORDER BY id'),
      await query('SELECT id, name, type FROM applications ORDER BY id'),
      await query('SELECT id, hash FROM application_secrets ORDER BY id'),
    ],
    events: await query('SELECT count(*) FROM events'),
  };
}

beforeAll(async () => {
  own = await ownDatabase();
  const lost = await start(lostKey);
  filled = await fillSealedColumns(lost);
  const { output } = await lost.services.execute(createIdentityProvider, platformActor, saml, origin);
  samlProviderId = output.identityProvider;
  keyIds = await lost.services.database.prisma.signingKey.findMany({ select: { id: true } });
  const command = (...args: string[]) => runMain(args, envOf(key));
  const starting = await command();
  before = await state(lost);
  const plan = await command('replace-secrets-key', '--lost');
  afterPlan = await state(lost);
  await lost.close();
  const confirmed = await command('replace-secrets-key', '--lost', '--confirm');
  outputs = { start: starting, plan, confirmed, again: await command('replace-secrets-key', '--lost') };
  app = await start(key);
  app.listen();
});
afterAll(async () => {
  await app.close();
  await own.drop();
});

const eventsAbout = async (subjectId: string) =>
  (await prisma().event.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' }, select: { type: true } }))
    .map(({ type }) => type)
    .slice(1);

describe('after the loss of SECRETS_KEY', () => {
  it('the platform does not start, and names the command', () => {
    expect(outputs.start).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('replace-secrets-key --lost') });
  });

  it('--lost names every lost record and what becomes of it, and changes nothing', () => {
    const { exitCode, stdout } = outputs.plan;
    expect(exitCode).toBe(0);
    for (const { id } of keyIds) expect(stdout).toContain(`signing key ${id} (`);
    expect(stdout).toContain(`webhook Index (${filled.webhookId}), its secret, header Authorization: disabled; `);
    expect(stdout).toContain(`connector Relay (${filled.connectorId}), password: sends nothing; set its secrets again`);
    expect(stdout).toContain(
      `identity provider Google (${filled.identityProviderId}), clientSecret: cannot be used; set its secret again`,
    );
    expect(stdout).toContain(
      `identity provider SAML 2.0 (${samlProviderId}), privateKey: cannot be used; set saml.signsRequests to true again for a new key`,
    );
    expect(stdout).toContain(`ada (${filled.userId}), 1 authenticator app, 1 backup code: removed\n`);
    expect(stdout).toMatch(
      new RegExp(`admin \\(${filled.adminId}\\), .*: kept, so that the password alone does not let in`),
    );
    expect(stdout).toContain('\naddresses of sessions, 1: replaced when the browser returns\n');
    expect(stdout).toMatch(/\nNothing was changed: add --confirm to do this\.\n$/);
    expect(afterPlan).toEqual(before);
  });

  it('--lost --confirm keeps every person, password, role and application', async () => {
    expect(outputs.confirmed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outputs.confirmed.stdout).not.toContain('Nothing was changed');
    expect((await state(app)).kept).toEqual((before as { kept: unknown }).kept);
  });

  it('new signing keys sign: applications get tokens', async () => {
    const response = await fetch(`${app.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.config.managementResource }),
    });
    expect(response.status).toBe(200);
    const kids = (await prisma().signingKey.findMany()).map(({ id }) => id);
    expect(kids.filter((id) => keyIds.some((lost) => lost.id === id))).toEqual([]);
    for (const { id } of keyIds)
      expect(await prisma().event.count({ where: { subjectId: id, type: 'SigningKey.Retired' } })).toBe(1);
  });

  it('a webhook is disabled until its secret is rotated, its headers are set and it is enabled', async () => {
    const { webhookId } = filled;
    const webhook = await prisma().webhook.findUniqueOrThrow({ where: { id: webhookId } });
    expect(webhook).toMatchObject({ isEnabled: false, headerNames: [] });
    expect(await eventsAbout(webhookId)).toEqual(['Webhook.Disabled', 'Webhook.Updated', 'Webhook.Secret.Rotated']);
    const { execute } = app.services;
    const headers = { Authorization: 'Bearer anew' };
    await execute(updateWebhook, platformActor, { webhookId, headers }, origin);
    const { output } = await execute(rotateWebhookSecret, platformActor, { webhookId }, origin);
    expect(output.secret).toMatch(/^whsec_/);
    await execute(setWebhookEnabled, platformActor, { webhookId, isEnabled: true }, origin);
    expect((await prisma().webhook.findUniqueOrThrow({ where: { id: webhookId } })).isEnabled).toBe(true);
  });

  it('a connector states what it needs, and works when its secrets are set again', async () => {
    const { connectorId } = filled;
    const connector = () => prisma().connector.findUniqueOrThrow({ where: { id: connectorId } });
    expect((await connector()).lastError).toBe('Its secrets cannot be decrypted: set them again.');
    expect(await eventsAbout(connectorId)).toEqual(['Connector.Failing']);
    const { execute, secretBox } = app.services;
    const tested = await app.services.sendTestMessage(connectorId, 'ada@example.com');
    expect(tested?.failure).toMatchObject({ error: 'Its secrets cannot be decrypted: set them again.' });
    await execute(updateConnector, platformActor, { connectorId, secrets: { password: 'another password' } }, origin);
    expect((await connector()).lastError).toBeNull();
    const { encryptedSecrets } = await prisma().connector.findUniqueOrThrow({
      where: { id: connectorId },
      omit: { encryptedSecrets: false },
    });
    expect(secretBox.open(encryptedSecrets ?? Buffer.alloc(0)).toString()).toBe('{"password":"another password"}');
  });

  it('an identity provider states what it needs', async () => {
    const { identityProviderId: id } = filled;
    const provider = await prisma().identityProvider.findUniqueOrThrow({ where: { id } });
    expect(provider.lastError).toBe('Its secrets cannot be decrypted: set them again.');
    expect(await eventsAbout(id)).toEqual(['IdentityProvider.Failing']);
    const change = { identityProviderId: id, secrets: { clientSecret: 'another secret of the client' } };
    await app.services.execute(updateIdentityProvider, platformActor, change, origin);
  });

  it('an identity provider by SAML states that it needs a new key, and gets it', async () => {
    const where = { id: samlProviderId };
    const lost = await prisma().identityProvider.findUniqueOrThrow({ where });
    expect(lost.lastError).toContain('The key that signs its requests cannot be decrypted');
    const change = { identityProviderId: samlProviderId, saml: { signsRequests: true } };
    await app.services.execute(updateIdentityProvider, platformActor, change, origin);
    const { lastError, settings } = await prisma().identityProvider.findUniqueOrThrow({ where });
    expect(lastError).toBeNull();
    expect(settings).not.toEqual(lost.settings);
  });

  it('people lose second factors that are lost, with an event; an administrator only one at a time', async () => {
    expect(await prisma().factor.count({ where: { userId: filled.userId } })).toBe(0);
    expect(await eventsAbout(filled.userId)).toEqual(['User.Data.Updated']);
    expect(await prisma().factor.count({ where: { userId: filled.adminId } })).toBe(2);
    expect(await runMain(['remove-factors', 'admin'], envOf(key))).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await prisma().factor.count({ where: { userId: filled.adminId } })).toBe(0);
  });

  it('--lost then names only what is left to do', () => {
    const { stdout } = outputs.again;
    expect(stdout).not.toContain('signing key');
    expect(stdout).not.toContain('webhook ');
    expect(stdout).not.toContain('ada (');
    expect(stdout).toContain(`connector Relay (${filled.connectorId})`);
  });

  it('what ends by itself is no obstacle', async () => {
    const left = await unreadable(app.services.database, createSecretBox([key]));
    expect(left).toEqual([
      'addresses of sessions',
      'addresses of sign-ins',
      'inputs of sign-ins',
      'changes that can be taken back',
      'requests to identity providers',
      'identities that have returned',
      'requests of trial sign-ins',
      'results of trial sign-ins',
      'requests of trial sign-ins to applications',
      'results of trial sign-ins to applications',
      'messages to send',
      'messages in the inbox',
      'results of idempotency keys',
    ]);
    expect((await fetch(`${app.url}/inbox.json`)).status).toBe(200);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });
});
