import { hash } from 'node:crypto';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { newSigningKeys } from '../../src/store/signing-keys.ts';
import { ownDatabase } from './servers/database.ts';
import { quickKeyPair } from './key-pairs.ts';
import type { Timer } from '../../src/platform/timer.ts';
import type { HashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { hashProcesses as remembering, password, passwords } from './password.ts';

/** The whole platform over HTTP, on a database of its own, with clients for people and applications. */
export interface TestIssuer extends AsyncDisposable {
  /** The address on which it listens. */
  url: string;
  /** Its public address. */
  publicUrl: string;
  issuer: string;
  database: App['services']['database'];
  databaseUrl: string;
  keyRing: App['services']['tokens']['keyRing'];
  uses: App['services']['tokens']['uses'];
  execute: App['services']['execute'];
  secretBox: App['services']['secretBox'];
  clock: App['services']['clock'];
  ids: App['services']['ids'];
  passwords: App['services']['passwords'];
  identityProviders: App['services']['identityProviders'];
  /** Milliseconds that refusals of passwords would have waited. */
  waits: number[];
  /** Moves the injected clock. */
  advance(seconds: number): void;
  /** Log entries of level error or warn. */
  faults: string[];
  /** Publishes a key for each algorithm. Returns their ids. */
  publishKeys(signsFrom: Date): Promise<string[]>;
}

interface Options {
  publicUrl?: string;
  /** Another process of the same platform: with its database and public address. */
  beside?: TestIssuer;
  environment?: Record<string, string>;
  /** By default, equal passwords are hashed and compared once. */
  hashProcesses?: HashProcesses | undefined;
  /** By default, time does not pass, so the delay of a refusal does not depend on the machine. */
  timer?: Timer | undefined;
}

export async function startIssuer({
  publicUrl,
  beside,
  environment,
  hashProcesses = remembering,
  timer: given,
}: Options = {}): Promise<TestIssuer> {
  const own = beside ? { url: beside.databaseUrl, drop: () => Promise.resolve() } : await ownDatabase();
  const address = beside?.publicUrl ?? publicUrl;
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    DATABASE_URL: own.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(address && { PUBLIC_URL: address }),
    ...environment,
  });
  const faults: string[] = [];
  const logger = createLogger('warn', { write: (line) => void faults.push(line) });
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const waits: number[] = [];
  const timer = given ?? {
    now: () => 0,
    wait: (milliseconds: number) => Promise.resolve(void waits.push(milliseconds)),
  };
  const app = await createApp(config, { clock, logger, timer, hashProcesses, newKeyPair: quickKeyPair });
  app.listen();
  const { database, secretBox, tokens, execute, passwords, ids, identityProviders } = app.services;
  return {
    url: app.url,
    publicUrl: app.config.publicUrl,
    issuer: app.config.issuer,
    database,
    databaseUrl: own.url,
    keyRing: tokens.keyRing,
    uses: tokens.uses,
    execute,
    secretBox,
    clock: app.services.clock,
    ids,
    faults,
    passwords,
    identityProviders,
    waits,
    advance: (seconds) => void (offset += seconds * 1000),
    async publishKeys(signsFrom) {
      const rows = await newSigningKeys({ secretBox, ids, newKeyPair: quickKeyPair, now: clock.now(), signsFrom });
      await database.prisma.signingKey.createMany({ data: rows });
      return rows.map(({ id }) => id);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await own.drop();
    },
  };
}

type Prisma = TestIssuer['database']['prisma'];
const passwordHash = passwords.hash(password);

export { password };

/** Adds a user with a password and, if scopes of a resource are given, a role with them. */
export async function addUser(
  prisma: Prisma,
  data: Partial<Parameters<Prisma['user']['create']>[0]['data']> & { scopeIds?: string[] } = {},
) {
  const { scopeIds, ...rest } = data;
  const id = ids.next('user');
  await prisma.user.create({
    data: {
      id,
      username: `ada_${id.slice(-8)}`,
      email: `${id.slice(-8)}@example.com`,
      name: 'Ada Lovelace',
      passwordHash: await passwordHash,
      ...(rest as object),
      ...(scopeIds && { roles: { create: { role: { create: roleWith(scopeIds) } } } }),
    },
  });
  return prisma.user.findUniqueOrThrow({ where: { id } });
}

function roleWith(scopeIds: string[]) {
  const id = ids.next('role');
  return { id, name: id, scopes: { create: scopeIds.map((scopeId) => ({ scopeId })) } };
}

/** Adds an API resource with scopes. */
export async function addResource(prisma: Prisma, indicator: string, names: string[], accessTokenTtl = 3600) {
  const id = ids.next('apiResource');
  const scopes = names.map((name) => ({ id: ids.next('scope'), name, description: `do ${name} things` }));
  await prisma.apiResource.create({
    data: { id, indicator, name: `API ${indicator}`, accessTokenTtl, scopes: { create: scopes } },
  });
  return { id, indicator, scopeIds: scopes.map((scope) => scope.id) };
}

type ApplicationData = Omit<Parameters<Prisma['application']['create']>[0]['data'], 'id' | 'name' | 'type'>;

/** Adds an application. Returns the secret of a confidential one. */
export async function addApplication(
  prisma: Prisma,
  type: 'MACHINE_TO_MACHINE' | 'TRADITIONAL_WEB' | 'SINGLE_PAGE' | 'NATIVE',
  data: Partial<ApplicationData> & { name?: string } = {},
) {
  const id = ids.next('application');
  const clientSecret = ids.secret();
  const isConfidential = type === 'MACHINE_TO_MACHINE' || type === 'TRADITIONAL_WEB';
  await prisma.application.create({
    data: { id, name: 'Demo & Co <Shop>', type, ...(data as object) },
  });
  if (isConfidential) {
    await prisma.applicationSecret.create({
      data: {
        id: ids.next('applicationSecret'),
        applicationId: id,
        name: 'first',
        prefix: clientSecret.slice(0, 4),
        hash: hash('sha256', clientSecret, 'buffer'),
      },
    });
  }
  return { id, clientSecret };
}
