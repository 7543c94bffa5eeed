import { hash } from 'node:crypto';
import { CompactSign, type CompactJWSHeaderParameters, type JWTPayload } from 'jose';
import { type App, createApp } from '../../../src/app/create.ts';
import { readConfig } from '../../../src/config.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { recordKey } from '../../../src/store/sessions/oidc-records.ts';
import { ownDatabase } from '../servers/database.ts';
import { quickKeyPair } from '../key-pairs.ts';
import { addApplication, addResource, addUser } from '../issuer.ts';

/**
 * The token endpoint of two platforms over HTTP, one with the fast path and one without, with one database and one
 * clock, which only tests move.
 */
export interface TokenEndpoint extends AsyncDisposable {
  /** The addresses of the platforms with and without the fast path. */
  on: string;
  off: string;
  issuer: string;
  /** The platform with the fast path, and the other one. */
  app: App;
  other: App;
  records: Records;
  now(): number;
  advance(seconds: number): void;
  /** Logged errors. */
  faults: string[];
}

export type Records = Awaited<ReturnType<typeof makeRecords>>;
type Prisma = App['services']['database']['prisma'];

const publicUrl = 'https://id.example';

/** `address` of the database, for example through a proxy; direct by default. `settings` are more variables. */
export async function startTokenEndpoint(
  address: (databaseUrl: string) => string | Promise<string> = (url) => url,
  settings: Record<string, string> = {},
): Promise<TokenEndpoint> {
  const own = await ownDatabase();
  const databaseUrl = await address(own.url);
  const faults: string[] = [];
  const logger = createLogger('error', { write: (line) => void faults.push(line) });
  // Near the current time, because oidc-provider always uses the clock of the machine.
  let time = Math.floor(Date.now() / 1000) * 1000;
  const clock = { now: () => new Date(time) };
  const start = async (fastPath: 'on' | 'off') => {
    const app = await createApp(configOf(databaseUrl, fastPath, settings), { clock, logger, newKeyPair: quickKeyPair });
    app.listen();
    return app;
  };
  const app = await start('on');
  const other = await start('off');
  return {
    on: `${app.url}/oidc/token`,
    off: `${other.url}/oidc/token`,
    issuer: app.config.issuer,
    app,
    other,
    records: await makeRecords(app, clock.now()),
    now: () => time / 1000,
    advance: (seconds) => {
      time += seconds * 1000;
    },
    faults,
    async [Symbol.asyncDispose]() {
      await app.close();
      await other.close();
      await own.drop();
    },
  };
}

const configOf = (url: string, fastPath: 'on' | 'off', settings: Record<string, string>) =>
  readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    TOKEN_FAST_PATH: fastPath,
    ...settings,
  });

/** API resources, users with roles and organizations, and an application of every type. */
async function makeRecords(app: App, now: Date) {
  const { prisma } = app.services.database;
  const orders = await addResource(prisma, 'https://orders.example/api', [
    'orders:list',
    'orders:read',
    'orders:write',
  ]);
  const stock = await addResource(prisma, 'https://stock.example', ['stock:read', 'stock:count'], 60);
  const bare = await addResource(prisma, 'urn:example:bare', []);
  const [list = '', read = ''] = orders.scopeIds;
  const ada = await addUser(prisma, { username: 'ada', scopeIds: [list, read] });
  const bob = await addUser(prisma, { username: 'bob' });
  const sam = await addUser(prisma, { username: 'sam', scopeIds: [read], suspendedAt: now });
  const organizations = await addOrganizations(prisma, ada.id, [orders.scopeIds[2] ?? '', stock.scopeIds[0] ?? '']);
  const applications = await addApplications(prisma, now);
  await giveRole(prisma, applications.backend.id, [read, stock.scopeIds[0] ?? '']);
  return { orders, stock, bare, ada, bob, sam, ...organizations, ...applications };
}

/** Ada counts stock at Acme and writes orders at Globex; she is in no other organization. */
async function addOrganizations(prisma: Prisma, userId: string, [writeOrders = '', readStock = '']: string[]) {
  const add = async (name: string, scopeId?: string) => {
    const id = ids.next('organization');
    await prisma.organization.create({ data: { id, name } });
    if (scopeId !== undefined) {
      await prisma.organizationUser.create({ data: { organizationId: id, userId } });
      const role = { id: ids.next('organizationRole'), name: `clerk of ${name}`, apiScopes: { create: { scopeId } } };
      await prisma.organizationRole.create({ data: role });
      await prisma.organizationUserRole.create({ data: { organizationId: id, userId, organizationRoleId: role.id } });
    }
    return id;
  };
  return {
    acme: await add('Acme', readStock),
    globex: await add('Globex', writeOrders),
    initech: await add('Initech'),
  };
}

async function addApplications(prisma: Prisma, now: Date) {
  const exchanging = { tokenExchangeAllowed: true };
  const redirectUris = ['https://app.example/callback'];
  const applications = {
    /** People sign in there. */
    shop: await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris }),
    /** Exchanges. */
    backend: await addApplication(prisma, 'MACHINE_TO_MACHINE', exchanging),
    secondBackend: await addApplication(prisma, 'MACHINE_TO_MACHINE', exchanging),
    webBackend: await addApplication(prisma, 'TRADITIONAL_WEB', { ...exchanging, redirectUris }),
    switchedOff: await addApplication(prisma, 'MACHINE_TO_MACHINE'),
    suspended: await addApplication(prisma, 'MACHINE_TO_MACHINE', { ...exchanging, suspendedAt: now }),
    expired: await addApplication(prisma, 'MACHINE_TO_MACHINE', exchanging),
    browser: await addApplication(prisma, 'SINGLE_PAGE', { redirectUris, corsOrigins: ['https://app.example'] }),
    phone: await addApplication(prisma, 'NATIVE', { redirectUris: ['com.example.app:/callback'] }),
    partner: await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris, isThirdParty: true }),
    crossOrigin: await addApplication(prisma, 'MACHINE_TO_MACHINE', {
      ...exchanging,
      corsOrigins: ['https://app.example'],
    }),
  };
  await prisma.applicationSecret.updateMany({
    where: { applicationId: applications.expired.id },
    data: { expiresAt: new Date(now.getTime() - 1000) },
  });
  const secondSecret = await addSecret(prisma, applications.backend.id, new Date(now.getTime() + 86_400_000));
  return { ...applications, secondSecret };
}

export async function addSecret(prisma: Prisma, applicationId: string, expiresAt: Date | null = null): Promise<string> {
  const secret = ids.secret();
  const id = ids.next('applicationSecret');
  const stored = { hash: hash('sha256', secret, 'buffer'), prefix: secret.slice(0, 4), name: id };
  await prisma.applicationSecret.create({ data: { id, applicationId, expiresAt, ...stored } });
  return secret;
}

export async function giveRole(prisma: Prisma, applicationId: string, scopeIds: string[]): Promise<void> {
  const id = ids.next('role');
  const scopes = { create: scopeIds.map((scopeId) => ({ scopeId })) };
  await prisma.role.create({ data: { id, name: id, scopes, applications: { create: { applicationId } } } });
}

/** The records of oidc-provider after a sign-in: a grant and a session. */
export interface SignedIn {
  userId: string;
  clientId: string;
  grantId: string;
  sessionId: string;
}

/** Writes the records of a sign-in as oidc-provider does. */
export async function signInRecords(endpoint: TokenEndpoint, userId: string, clientId: string): Promise<SignedIn> {
  const [grantId, sessionId] = [ids.secret(), ids.secret()];
  const kept = { userId, expiresAt: new Date((endpoint.now() + 86_400) * 1000) };
  const { oidcRecord } = endpoint.app.services.database.prisma;
  const base = { iat: endpoint.now(), exp: endpoint.now() + 86_400, accountId: userId };
  await oidcRecord.create({
    data: {
      ...kept,
      model: 'Grant',
      key: recordKey(grantId),
      clientId,
      payload: { ...base, kind: 'Grant', clientId, openid: { scope: 'openid' } },
    },
  });
  const authorizations = { [clientId]: { grantId, sid: 'sid' } };
  await oidcRecord.create({
    data: {
      ...kept,
      model: 'Session',
      key: recordKey(ids.secret()),
      uid: sessionId,
      payload: { ...base, kind: 'Session', uid: sessionId, loginTs: endpoint.now(), authorizations },
    },
  });
  return { userId, clientId, grantId, sessionId };
}

/** An opaque record of oidc-provider and its token. */
export async function opaqueToken(
  endpoint: TokenEndpoint,
  model: 'AccessToken' | 'RefreshToken' | 'ClientCredentials',
  { userId, clientId, grantId, sessionId }: Partial<SignedIn>,
  expiresIn = 3600,
): Promise<string> {
  const token = ids.secret();
  const exp = endpoint.now() + expiresIn;
  const names = { accountId: userId, clientId, grantId, sessionUid: sessionId };
  await endpoint.app.services.database.prisma.oidcRecord.create({
    data: {
      model,
      key: recordKey(token),
      userId: userId ?? null,
      clientId: clientId ?? null,
      grantId: grantId ?? null,
      expiresAt: new Date(exp * 1000),
      payload: { kind: model, iat: endpoint.now(), exp, scope: 'openid', expiresWithSession: true, ...names },
    },
  });
  return token;
}

/** The claims of the access token of a sign-in. */
export function claimsOf(endpoint: TokenEndpoint, signedIn: SignedIn): JWTPayload {
  return {
    iss: endpoint.issuer,
    sub: signedIn.userId,
    aud: 'https://orders.example/api',
    client_id: signedIn.clientId,
    scope: '',
    iat: endpoint.now(),
    exp: endpoint.now() + 3600,
    jti: ids.uuid(),
    grant_id: signedIn.grantId,
    session_id: signedIn.sessionId,
  };
}

/** Signs any claims with the platform's key or another one, also those that the platform would never issue. */
export function mint(
  endpoint: TokenEndpoint,
  claims: JWTPayload | string,
  header: Partial<CompactJWSHeaderParameters> = {},
  key: Parameters<CompactSign['sign']>[0] = endpoint.app.services.tokens.keyRing.current('ES256').privateKey,
): Promise<string> {
  const { id: kid } = endpoint.app.services.tokens.keyRing.current('ES256');
  const payload = new TextEncoder().encode(typeof claims === 'string' ? claims : JSON.stringify(claims));
  return new CompactSign(payload).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key);
}
