import type { App } from '../../../src/app/create.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createConnector } from '../../../src/operations/connectors/create-connector.ts';
import { createIdentityProvider } from '../../../src/operations/identity-providers/create-identity-provider.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { keyIdIn, type SecretBox, tryOpen } from '../../../src/platform/crypto/secret-box.ts';
import { replaceBackupCodes } from '../../../src/store/factors/backup-codes.ts';
import { addTotp } from '../../../src/store/factors/totp.ts';
import { addToInbox } from '../../../src/store/messages/inbox.ts';
import { sealedColumns } from '../../../src/store/sealed/columns.ts';

/** Secrets of the values, which no command may print. */
export const secrets = [
  'Bearer of-the-receiver',
  'the password of the relay',
  '12345678901234567890',
  'the secret of a client',
];

const origin = { requestId: 'req_test', channel: 'platform' } as const;
const later = new Date('2999-01-01');

/** Fills every column that the secret box encrypts, as the platform does. Returns the records that have them. */
export async function fillSealedColumns({ services }: App) {
  const { database, secretBox, execute, ids, clock } = services;
  const { prisma } = database;
  const now = clock.now();
  const seal = (text: string) => Uint8Array.from(secretBox.seal(Buffer.from(text)));
  const run = async (username: string) =>
    (await execute(createUser, platformActor, { username }, origin, { idempotencyKey: username })).output.user;
  const userId = await run('ada');
  const admin = await prisma.user.findFirstOrThrow({ where: { username: 'admin' } });
  for (const id of [userId, admin.id]) await giveFactors(services, id, now);
  const webhook = { name: 'Index', url: 'https://receiver.example/hook', headers: { Authorization: secrets[0] ?? '' } };
  const { output: hook } = await execute(createWebhook, platformActor, webhook, origin);
  const smtp = {
    host: 'mail.example.com',
    port: 587,
    security: 'starttls',
    username: 'relay',
    senderName: 'Mandate',
  } as const;
  const relay = { kind: 'email', name: 'Relay', smtp: { ...smtp, senderAddress: 'login@example.com' } } as const;
  const password = secrets[1] ?? '';
  const { output: made } = await execute(createConnector, platformActor, { ...relay, secrets: { password } }, origin);
  const session = { model: 'Session', key: 'a session', payload: {}, userId, uid: 'a uid', expiresAt: later };
  await prisma.oidcRecord.create({ data: { ...session, encryptedAddress: seal('192.0.2.1') } });
  const flow = { id: 'flow_1', purpose: 'sign-in', reference: 'abcdefgh', createdAt: now, touchedAt: now };
  await prisma.signInAttempt.create({ data: { ...flow, inputs: seal('{}'), encryptedAddress: seal('203.0.113.7') } });
  const undo = { id: ids.next('accountUndo'), userId, kind: 'email', secretHash: Buffer.alloc(32), since: now };
  const encryptedBefore = seal('{"address":"ada@example.com"}');
  await prisma.accountUndo.create({ data: { ...undo, encryptedBefore, createdAt: now, expiresAt: later } });
  const message = { id: ids.next('message'), channel: 'email', recipient: 'ada@example.com', language: 'en' } as const;
  const pending = { template: 'reset-code', state: 'pending', createdAt: now, expiresAt: later, nextAttemptAt: later };
  await prisma.message.create({ data: { ...message, ...pending, encryptedParameters: seal('{}') } });
  const content = { template: 'reset-code', subject: null, text: 'text', html: null, code: null, link: null };
  await addToInbox(services, { ...message, ...content, to: message.recipient, time: now.toISOString() });
  const identityProviderId = await giveProvider(services, { flowId: flow.id, userId, now });
  return { userId, adminId: admin.id, webhookId: hook.webhook, connectorId: made.connector, identityProviderId };
}

/** An identity provider, with a sign-in and a trial that have returned from it. */
async function giveProvider(
  { database, secretBox, execute, ids }: App['services'],
  { flowId, userId, now }: { flowId: string; userId: string; now: Date },
): Promise<string> {
  const seal = (text: string) => Uint8Array.from(secretBox.seal(Buffer.from(text)));
  const login = {
    preset: 'google',
    oidc: { clientId: 'mandate' },
    secrets: { clientSecret: secrets[3] ?? '' },
  } as const;
  const { output } = await execute(createIdentityProvider, platformActor, login, origin);
  const identityProviderId = output.identityProvider;
  const times = { createdAt: now, expiresAt: later };
  const challenge = { kind: 'identity', recipient: '', secretHash: Buffer.alloc(32), triesLeft: 1, ...times };
  await database.prisma.challenge.create({
    data: { ...challenge, id: ids.next('challenge'), flowId, sealed: seal('{}'), answer: seal('{}') },
  });
  const trial = { id: ids.next('identityProviderTrial'), identityProviderId, providerVersion: 1, userId, ...times };
  await database.prisma.identityProviderTrial.create({ data: { ...trial, sealed: seal('{}'), result: seal('{}') } });
  const { id: applicationId } = await database.prisma.application.findFirstOrThrow();
  const ofApplication = { id: ids.next('signInTrial'), applicationId, userId, ...times };
  await database.prisma.signInTrial.create({ data: { ...ofApplication, sealed: seal('{}'), result: seal('{}') } });
  return identityProviderId;
}

async function giveFactors({ database, secretBox, ids }: App['services'], userId: string, createdAt: Date) {
  const encryptedSecret = secretBox.seal(Buffer.from(secrets[2] ?? ''));
  const common = { userId, createdAt };
  await addTotp(database.prisma, { ...common, id: ids.next('factor'), name: 'App', encryptedSecret, lastStep: 0 });
  const code = {
    id: ids.next('factor'),
    prefix: '7k',
    encryptedSecret: Uint8Array.from(secretBox.seal(Buffer.alloc(32))),
  };
  await database.prisma.$transaction((tx) => replaceBackupCodes(tx, userId, [code], createdAt));
}

type Pooled = Pick<App['services']['database'], 'pool'>;

/** The ids of the keys in each column that the secret box encrypts. */
export async function keysInColumns({ pool }: Pooled): Promise<Record<string, string[]>> {
  const entries = sealedColumns.map(async ({ content, table, column }) => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT DISTINCT ${keyIdIn(column)} AS id FROM ${table} WHERE ${column} IS NOT NULL ORDER BY id`,
    );
    return [content, rows.map(({ id }) => id)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Columns with a value that a box cannot open. */
export async function unreadable({ pool }: Pooled, box: Pick<SecretBox, 'open'>): Promise<string[]> {
  const found = sealedColumns.map(async ({ content, table, column }) => {
    const { rows } = await pool.query<{ sealed: Buffer }>(
      `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    return rows.every(({ sealed }) => tryOpen(box, sealed)) ? [] : [content];
  });
  return (await Promise.all(found)).flat();
}
