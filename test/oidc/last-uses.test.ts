import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { openLastUses } from '../../src/oidc/last-uses.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createFindSessions } from '../../src/store/sessions/sessions.ts';
import { addApplication, addResource, addUser, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { countStatements } from '../support/statements.ts';

const api = 'https://api.example/orders';
const issuer = perFile(startIssuer);
let resource: Awaited<ReturnType<typeof addResource>>;
let backend: Awaited<ReturnType<typeof addApplication>>;
let web: RelyingParty;

beforeAll(async () => {
  const { prisma } = issuer.database;
  resource = await addResource(prisma, api, ['read']);
  backend = await addApplication(prisma, 'TRADITIONAL_WEB', {
    redirectUris: [redirectUri],
    tokenExchangeAllowed: true,
  });
  web = await relyingParty(issuer.issuer, backend);
});

const today = () => new Date(Math.floor(issuer.clock.now().getTime() / 86_400_000) * 86_400_000);
const signIn = async () => {
  const user = await addUser(issuer.database.prisma, { scopeIds: resource.scopeIds });
  const { tokens } = await web.signIn(user.username, { scope: 'openid read', resource: api });
  return { user, tokens };
};
const usesOf = async (id: string) => {
  await issuer.uses.write();
  const { lastUsedAt, version, updatedAt, secrets } = await issuer.database.prisma.application.findUniqueOrThrow({
    where: { id },
    include: { secrets: true },
  });
  return { lastUsedAt, version, updatedAt, secret: secrets[0]?.lastUsedAt ?? null };
};
const lastActive = async (userId: string) => {
  await issuer.uses.write();
  const find = createFindSessions(issuer.secretBox);
  return (await find(issuer.database.prisma, [userId], issuer.clock.now()))[0]?.lastActiveAt;
};

function sendToken({ id, clientSecret }: typeof backend, body: Record<string, string>): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`;
  return fetch(`${issuer.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(body),
  });
}
const exchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const exchange = (token: string) =>
  sendToken(backend, {
    grant_type: exchangeType,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: api,
  });

describe('an application and its secret', () => {
  test('have the day of their last use, without a new version', async () => {
    const service = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE');
    const before = await usesOf(service.id);
    expect(before).toMatchObject({ lastUsedAt: null, secret: null });
    expect((await sendToken(service, { grant_type: 'client_credentials' })).status).toBe(200);
    expect(await usesOf(service.id)).toEqual({ ...before, lastUsedAt: today(), secret: today() });
  });

  test('have it from the fast path and from oidc-provider, and a public client has it, too', async () => {
    const { prisma } = issuer.database;
    const { tokens } = await signIn();
    expect(await usesOf(backend.id)).toMatchObject({ lastUsedAt: today(), secret: today() });
    issuer.advance(86_400);
    expect((await usesOf(backend.id)).lastUsedAt).not.toEqual(today());
    expect((await exchange((await signIn()).tokens.access_token)).status).toBe(200);
    expect(await usesOf(backend.id)).toMatchObject({ lastUsedAt: today(), secret: today() });
    expect(tokens.refresh_token).toBeTypeOf('string');
    const browser = await addApplication(prisma, 'SINGLE_PAGE', { redirectUris: [redirectUri] });
    const spa = await relyingParty(issuer.issuer, browser, client.None());
    await spa.signIn((await addUser(prisma)).username);
    expect(await usesOf(browser.id)).toMatchObject({ lastUsedAt: today(), secret: null });
  });

  test('have none after a wrong secret', async () => {
    const service = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE');
    const wrong = { ...service, clientSecret: 'wrong' };
    expect((await sendToken(wrong, { grant_type: 'client_credentials' })).status).toBe(401);
    expect(await usesOf(service.id)).toMatchObject({ lastUsedAt: null, secret: null });
  });
});

describe('a session', () => {
  test('is active when its token is exchanged or renewed, to five minutes', async () => {
    const { user, tokens } = await signIn();
    const signedIn = await lastActive(user.id);
    issuer.advance(1000);
    await exchange(tokens.access_token);
    const exchanged = await lastActive(user.id);
    expect(exchanged?.getTime()).toBeGreaterThan(signedIn?.getTime() ?? 0);
    expect(issuer.clock.now().getTime() - (exchanged?.getTime() ?? 0)).toBeLessThanOrEqual(300_000);
    issuer.advance(1000);
    await client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
    expect((await lastActive(user.id))?.getTime()).toBeGreaterThan(exchanged?.getTime() ?? 0);
  });
});

describe('uses', () => {
  test('are written once: an exchange takes no statement for them', async () => {
    const { tokens } = await signIn();
    await exchange(tokens.access_token);
    await issuer.uses.write();
    const statements = countStatements(issuer.database.pool);
    const before = statements();
    for (let count = 0; count < 5; count++) await exchange(tokens.access_token);
    await issuer.uses.write();
    expect(statements() - before).toBe(0);
  });

  test('the use of a record that a change has locked is written after the next use, and waits for nothing', async () => {
    const { prisma } = issuer.database;
    const { id } = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    await prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM applications WHERE id = ${id} FOR UPDATE`;
      issuer.uses.note('application', id);
      await issuer.uses.write();
    });
    expect((await usesOf(id)).lastUsedAt).toBeNull();
    issuer.uses.note('application', id);
    expect((await usesOf(id)).lastUsedAt).toEqual(today());
  });

  test('the use of a record that does not exist is left out', async () => {
    issuer.uses.note('secret', 'app_secret_gone');
    issuer.uses.note('session', 'gone');
    await issuer.uses.write();
    expect(issuer.faults).toEqual([]);
  });

  test('are written a thousand at a time, with the time of their own step, and once the memory for them is full', async () => {
    const written: { ids: string[]; at: Date }[] = [];
    const recording = {
      query: (_statement: string, [ids, at]: [string[], Date]) => {
        written.push({ ids, at });
        return Promise.resolve({ rows: [] });
      },
    } as unknown as typeof issuer.database.pool;
    const start = new Date('2026-11-24T12:00:00Z');
    let now = start;
    const uses = openLastUses({
      database: { pool: recording },
      clock: { now: () => now },
      logger: createLogger('warn'),
    });
    uses.note('session', 'early');
    now = new Date(start.getTime() + 300_000);
    for (let number = 1; number < 50_000; number += 1) uses.note('session', `session-${number}`);
    expect(written).toEqual([]);
    uses.note('session', 'session-50000');
    await expect.poll(() => written).toHaveLength(51);
    await uses.close();
    expect(written).toHaveLength(51);
    expect(written[0]).toEqual({ ids: ['early'], at: start });
    expect(written.slice(1).map(({ ids }) => ids.length)).toEqual(Array.from({ length: 50 }, () => 1000));
    expect(new Set(written.slice(1).flatMap(({ ids }) => ids)).size).toBe(50_000);
  });

  test('are written by a process that stops, and survive a failure of the database', async () => {
    const { prisma, pool } = issuer.database;
    const { id } = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    const warnings: string[] = [];
    const logger = createLogger('warn', { write: (line) => void warnings.push(line) });
    let fails = true;
    const failing = {
      query: (...given: Parameters<typeof pool.query>) =>
        fails ? Promise.reject(new Error('connection lost')) : pool.query(...given),
    } as typeof pool;
    const other = openLastUses({ database: { pool: failing }, clock: issuer.clock, logger });
    other.note('application', id);
    await other.write();
    expect(warnings).toHaveLength(1);
    fails = false;
    other.note('application', id);
    await other.close();
    expect((await usesOf(id)).lastUsedAt).toEqual(today());
  });
});
