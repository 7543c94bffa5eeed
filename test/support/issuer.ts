import { hash } from 'node:crypto';
import { readConfig, withPort } from '../../src/config.ts';
import { issuerPages } from '../../src/experience/pages/notices.ts';
import { createExperience } from '../../src/experience/routes.ts';
import { createDispatch } from '../../src/http/dispatch.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createPages } from '../../src/http/pages.ts';
import { bindServer } from '../../src/http/server.ts';
import { createExecute } from '../../src/kernel/execute.ts';
import { createAccessPolicy } from '../../src/oidc/access-policy.ts';
import { createAccessTokens } from '../../src/oidc/access-token.ts';
import { createClients } from '../../src/oidc/clients.ts';
import { openKeyRing } from '../../src/oidc/keys.ts';
import { createPresentedTokens } from '../../src/oidc/presented-token.ts';
import { createIssuer } from '../../src/oidc/provider/issuer.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { systemIds as ids } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { openNudges } from '../../src/platform/nudges.ts';
import { createPasswords } from '../../src/platform/passwords.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { newSigningKey } from '../../src/store/signing-keys.ts';
import { ownDatabase } from './database.ts';

/** Just the issuer and its pages over real HTTP, on a database of its own: what needs no management and no short cut. */
export interface TestIssuer extends AsyncDisposable {
  /** Where it listens. */
  url: string;
  /** Where it believes to be. */
  publicUrl: string;
  issuer: string;
  database: ReturnType<typeof openDatabase>;
  keyRing: Awaited<ReturnType<typeof openKeyRing>>;
  execute: ReturnType<typeof createExecute>;
  /** Moves the injected clock. */
  advance(seconds: number): void;
  /** What was logged as an error. */
  faults: string[];
  publishKey(signsFrom?: Date): Promise<string>;
}

const secret = Buffer.alloc(32, 7);

export async function startIssuer(options: { publicUrl?: string } = {}): Promise<TestIssuer> {
  const own = await ownDatabase();
  const database = openDatabase(own.url);
  const server = await bindServer(0, '127.0.0.1');
  const environment = { PORT: '0', NODE_ENV: 'test', ...(options.publicUrl && { PUBLIC_URL: options.publicUrl }) };
  const config = withPort(readConfig(environment), server.port);
  const faults: string[] = [];
  const logger = createLogger('error', { write: (line) => void faults.push(line) });
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const secretBox = createSecretBox([secret]);
  const nudges = await openNudges(undefined, logger);
  const publishKey = async (signsFrom = clock.now()) => {
    const row = newSigningKey({ secretBox, ids, now: clock.now(), signsFrom });
    await database.prisma.signingKey.create({ data: row });
    return row.id;
  };
  await publishKey();
  const keyRing = await openKeyRing({ database, secretBox, clock, nudges, logger });
  const clients = createClients({ database, nudges });
  const accessPolicy = createAccessPolicy({ database, clock });
  const accessTokens = createAccessTokens({ issuer: config.issuer, keys: keyRing, clock });
  const presentedTokens = createPresentedTokens({ accessTokens, database, clock });
  const grants = { issuer: config.issuer, clock, ids, accessTokens, accessPolicy, presentedTokens };
  const common = { config, database, clock, ids, logger, secretBox, clients, accessPolicy };
  const issuer = createIssuer({ ...common, keyRing, pages: issuerPages, grants });
  const passwords = createPasswords();
  const execute = createExecute({ database, clock, ids, passwords, secretBox, nudges });
  const experience = createExperience({ config, database, ids, passwords, execute, interactions: issuer.interactions });
  const pages = createPages([experience], logger);
  const metrics = createMetrics(database.pool);
  const https = config.publicUrl.startsWith('https:');
  server.serve(createDispatch({ issuer: issuer.listener, graphql: pages, pages }, { ids, logger, metrics, https }));
  return {
    url: `http://localhost:${server.port}`,
    publicUrl: config.publicUrl,
    issuer: config.issuer,
    database,
    keyRing,
    execute,
    faults,
    publishKey,
    advance: (seconds) => void (offset += seconds * 1000),
    async [Symbol.asyncDispose]() {
      await server.close(0);
      keyRing.close();
      await nudges.close();
      await database.close();
      await own.drop();
    },
  };
}

type Prisma = TestIssuer['database']['prisma'];
const passwords = createPasswords();

export const password = 'correct horse battery staple';

/** A user with a password and, when scopes of a resource are named, a role that holds them. */
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
      passwordHash: await passwords.hash(password),
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

/** An API resource with scopes. */
export async function addResource(prisma: Prisma, indicator: string, names: string[], accessTokenTtl = 3600) {
  const id = ids.next('resource');
  const scopes = names.map((name) => ({ id: ids.next('scope'), name, description: `do ${name} things` }));
  await prisma.apiResource.create({
    data: { id, indicator, name: `API ${indicator}`, accessTokenTtl, scopes: { create: scopes } },
  });
  return { id, indicator, scopeIds: scopes.map((scope) => scope.id) };
}

type ApplicationData = Omit<Parameters<Prisma['application']['create']>[0]['data'], 'id' | 'name' | 'type'>;

/** An application; confidential ones get the secret that is returned. */
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
