import { hash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { accountClientId, consoleClientId } from '../../src/vocabulary/built-in-applications.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { startupMessage } from '../../src/app/start/startup-message.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { quickKeyPair } from '../support/key-pairs.ts';
import { startPgBouncer } from '../support/servers/pgbouncer.ts';

const logger = createLogger('error', { write: () => {} });
const SECRETS_KEY = randomBytes(32).toString('base64');
const apps: App[] = [];
const databases: OwnDatabase[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

async function newDatabase(): Promise<string> {
  const database = await ownDatabase();
  databases.push(database);
  return database.url;
}

async function start(url: string, env: Record<string, string> = {}): Promise<App> {
  const given = { DATABASE_URL: url, SECRETS_KEY, PORT: '0', PUBLIC_URL: 'https://id.example.com', ...env };
  const app = await createApp(readConfig(given), { logger, newKeyPair: quickKeyPair });
  apps.push(app);
  return app;
}

const eventTypes = async ({ services }: App) =>
  (await services.database.prisma.event.findMany({ orderBy: { sequence: 'asc' } })).map(({ type }) => type);

describe('the first start', () => {
  it('creates the Management API resource with a scope for every permission', async () => {
    const { services } = await start(await newDatabase());
    const resource = await services.database.prisma.apiResource.findFirstOrThrow({ include: { scopes: true } });
    expect(resource).toMatchObject({ isBuiltIn: true, indicator: 'https://id.example.com/api' });
    expect(resource.scopes.map(({ name }) => name).toSorted()).toEqual(permissionNames.toSorted());
  });

  it('creates an administrator and an application with all permissions, and a key for each algorithm', async () => {
    const { services } = await start(await newDatabase());
    const { prisma } = services.database;
    const holds = { roles: { include: { role: { include: { scopes: true } } } } };
    const [user, application, keys] = await Promise.all([
      prisma.user.findFirstOrThrow({ include: holds, omit: { passwordHash: false } }),
      prisma.application.findFirstOrThrow({
        where: { id: { notIn: [consoleClientId, accountClientId] } },
        include: { ...holds, secrets: { omit: { hash: false } } },
      }),
      prisma.signingKey.findMany(),
    ]);
    for (const { roles } of [user, application]) expect(roles[0]?.role.scopes).toHaveLength(permissionNames.length);
    expect(keys.map(({ algorithm }) => algorithm).toSorted()).toEqual(['ES256', 'RS256']);
    expect(application).toMatchObject({
      type: 'MACHINE_TO_MACHINE',
      tokenExchangeAllowed: false,
      managementApiAllowed: false,
    });
    const { firstStart } = services;
    expect(firstStart).toMatchObject({ username: user.username, clientId: application.id });
    await expect(services.passwords.verify(user.passwordHash, firstStart?.password ?? '')).resolves.toBe(true);
    expect(Buffer.from(application.secrets[0]?.hash ?? [])).toEqual(
      hash('sha256', firstStart?.clientSecret ?? '', 'buffer'),
    );
  });

  it('emits an event for every record, by the platform, without secrets', async () => {
    const { services } = await start(await newDatabase());
    const events = await services.database.prisma.event.findMany({ orderBy: { sequence: 'asc' } });
    expect(events.map(({ type }) => type)).toEqual([
      'SigningKey.Rotated',
      'SigningKey.Rotated',
      'Application.Created',
      'Application.Created',
      'ApiResource.Created',
      ...permissionNames.map(() => 'Scope.Created'),
      'Role.Created',
      'Role.Scopes.Updated',
      'Role.Created',
      'Role.Scopes.Updated',
      'User.Created',
      'Application.Created',
      'Application.Secrets.Updated',
      'Application.Roles.Updated',
    ]);
    const written = JSON.stringify(events, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const actors = new Set(events.map(({ actor }) => JSON.stringify(actor)));
    expect([...actors]).toEqual(['{"id":null,"kind":"platform","label":null}']);
    expect(written).not.toContain(services.firstStart?.password);
    expect(written).not.toContain(services.firstStart?.clientSecret);
    expect(written).not.toContain('$argon2id$');
  });

  it('uses the given credentials, and does not print them', async () => {
    const app = await start(await newDatabase(), {
      BOOTSTRAP_ADMIN_EMAIL: 'Ada@Example.com',
      BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
      BOOTSTRAP_CLIENT_ID: 'app_01h455vb4pex5vsknk084sn02q',
      BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    });
    const user = await app.services.database.prisma.user.findFirstOrThrow();
    expect(user).toMatchObject({ username: 'admin', email: 'ada@example.com' });
    expect(app.services.firstStart).toEqual({
      username: 'admin',
      password: 'correct horse battery',
      clientId: 'app_01h455vb4pex5vsknk084sn02q',
      clientSecret: 'a-secret-of-more-than-thirty-two-characters',
    });
    const shown = startupMessage(app.config, app.services.firstStart, null);
    expect(shown).toContain('admin, or ada@example.com');
    expect(shown).toContain('app_01h455vb4pex5vsknk084sn02q');
    expect(shown).not.toMatch(/correct horse|a-secret/);
  });

  it('creates the application of the console, a public client of a first party without roles', async () => {
    const { services } = await start(await newDatabase());
    const where = { id: consoleClientId };
    const application = await services.database.prisma.application.findUniqueOrThrow({
      where,
      include: { roles: true, secrets: true },
    });
    expect(application).toMatchObject({
      type: 'SINGLE_PAGE',
      isThirdParty: false,
      pkceRequired: true,
      grantTypes: ['AUTHORIZATION_CODE'],
      sessionLimitSeconds: 43_200,
      redirectUris: ['https://id.example.com/console/callback', 'https://id.example.com/console/signed-in'],
      roles: [],
      secrets: [],
    });
  });

  it('happens once if two processes start at the same time', async () => {
    const url = await newDatabase();
    const both = await Promise.all([start(url), start(url)]);
    expect(both.filter(({ services }) => services.firstStart !== null)).toHaveLength(1);
    const { prisma } = both[0].services.database;
    await expect(
      Promise.all([prisma.user.count(), prisma.application.count(), prisma.signingKey.count()]),
    ).resolves.toEqual([1, 3, 2]);
  });
});

describe('behind PgBouncer in transaction mode,', () => {
  it('the platform starts, twice at the same time', async () => {
    const pooler = await startPgBouncer(await newDatabase());
    const both = await Promise.all([start(pooler.url), start(pooler.url)]);
    for (const app of both) app.listen();
    expect(both.filter(({ services }) => services.firstStart !== null)).toHaveLength(1);
    await expect(
      Promise.all(both.map(({ url }) => fetch(`${url}/readyz`).then(({ status }) => status))),
    ).resolves.toEqual([200, 200]);
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await pooler.stop();
  });
});

describe('a later start', () => {
  it('creates the key of an algorithm that has none, once for two processes', async () => {
    const url = await newDatabase();
    const { database, clock } = (await start(url)).services;
    await database.prisma.signingKey.deleteMany({ where: { algorithm: 'RS256' } });
    const es256 = await database.prisma.signingKey.findFirstOrThrow();
    const later = await Promise.all([start(url), start(url)]);
    const rows = await database.prisma.signingKey.findMany({ where: { algorithm: 'RS256' } });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.signsFrom.getTime()).toBeLessThanOrEqual(clock.now().getTime());
    for (const { services } of later) {
      expect(services.tokens.keyRing.current('RS256').id).toBe(rows[0]?.id);
      expect(services.tokens.keyRing.current('ES256').id).toBe(es256.id);
    }
    const events = await database.prisma.event.findMany({ where: { subjectId: rows[0]?.id ?? '' } });
    expect(events.map(({ type }) => type)).toEqual(['SigningKey.Rotated']);
  });

  it('changes and logs nothing if everything is current', async () => {
    const url = await newDatabase();
    const first = await start(url);
    const before = await eventTypes(first);
    const second = await start(url, { BOOTSTRAP_ADMIN_PASSWORD: 'another password' });
    expect(second.services.firstStart).toBeNull();
    await expect(eventTypes(second)).resolves.toEqual(before);
    expect(startupMessage(second.config, null, null)).not.toContain('First start');
  });

  it('adds new permissions to the roles that held all previous ones, and to no others', async () => {
    const url = await newDatabase();
    const { services } = await start(url);
    const { prisma } = services.database;
    const some = await prisma.scope.findMany({ where: { name: { in: ['users:read', 'roles:read'] } } });
    await prisma.role.create({
      data: {
        id: services.ids.next('role'),
        name: 'Reader',
        scopes: { create: some.map(({ id }) => ({ scopeId: id })) },
      },
    });
    await prisma.role.updateMany({ where: { name: 'Administrator' }, data: { name: 'Renamed' } });
    // The state before two permissions were added.
    await prisma.scope.deleteMany({ where: { name: { in: ['events:read', 'roles:read'] } } });
    await prisma.scope.updateMany({ where: { name: 'users:read' }, data: { description: 'As it was called before.' } });
    const before = await eventTypes({ services } as App);

    const later = await start(url);
    const after = await eventTypes(later);
    expect(after.slice(before.length)).toEqual([
      'Scope.Data.Updated',
      'Scope.Created',
      'Scope.Created',
      'Role.Scopes.Updated',
    ]);
    const roles = await prisma.role.findMany({ include: { scopes: { include: { scope: true } } } });
    const held = Object.fromEntries(
      roles.map(({ name, scopes }) => [name, scopes.map(({ scope }) => scope.name).toSorted()]),
    );
    expect(held).toEqual({
      Renamed: permissionNames.toSorted(),
      Reader: ['users:read'],
      'Token verifier': ['revocations:read'],
    });
  });

  it('creates the role of APIs with its permission, and never again', async () => {
    const url = await newDatabase();
    const { services } = await start(url);
    const { prisma } = services.database;
    const named = { where: { name: 'Token verifier' }, include: { scopes: { include: { scope: true } } } };
    const scopesOf = async () => (await prisma.role.findUnique(named))?.scopes.map(({ scope }) => scope.name);
    expect(await scopesOf()).toEqual(['revocations:read']);
    await prisma.role.delete({ where: { name: 'Token verifier' } });
    await start(url);
    expect(await scopesOf()).toBeUndefined();
    // The state before the permission was added.
    await prisma.scope.deleteMany({ where: { name: 'revocations:read' } });
    await start(url);
    expect(await scopesOf()).toEqual(['revocations:read']);
  });

  it('follows a changed PUBLIC_URL, with events', async () => {
    const url = await newDatabase();
    const first = await start(url);
    const before = await eventTypes(first);
    const moved = await start(url, { PUBLIC_URL: 'https://new.example.com' });
    const resource = await moved.services.database.prisma.apiResource.findFirstOrThrow();
    expect(resource.indicator).toBe('https://new.example.com/api');
    const application = await moved.services.database.prisma.application.findUniqueOrThrow({
      where: { id: consoleClientId },
    });
    expect(application).toMatchObject({
      redirectUris: ['https://new.example.com/console/callback', 'https://new.example.com/console/signed-in'],
      postLogoutRedirectUris: ['https://new.example.com/console/'],
    });
    expect((await eventTypes(moved)).slice(before.length)).toEqual([
      'Application.Data.Updated',
      'Application.Data.Updated',
      'ApiResource.Data.Updated',
    ]);
  });

  it('refuses a PUBLIC_URL whose Management API would have the indicator of another resource', async () => {
    const url = await newDatabase();
    const { services } = await start(url);
    const id = services.ids.next('apiResource');
    await services.database.prisma.apiResource.create({
      data: { id, name: 'Taken', indicator: 'https://new.example.com/api' },
    });
    const refused = start(url, { PUBLIC_URL: 'https://new.example.com' });
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      /^PUBLIC_URL: The API resource res_\w+ already has the indicator https:\/\/new\.example\.com\/api\.$/,
    );
  });
});

describe('a start that fails', () => {
  it('closes everything it opened', async () => {
    const url = await newDatabase();
    await start(url);
    await expect(start(url, { SECRETS_KEY: randomBytes(32).toString('base64') })).rejects.toThrow(/^SECRETS_KEY: /);
    await Promise.all(apps.splice(0).map((app) => app.close()));
    const client = new pg.Client(url);
    await client.connect();
    const connections = async () => (await client.query<{ count: number }>(otherConnections)).rows[0]?.count;
    // The server notices a closed connection a moment after its client.
    await expect.poll(connections).toBe(0);
    await client.end();
  });
});

const otherConnections =
  'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
