import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { storePolicy } from '../../../src/store/flows/policies.ts';
import { removeExpiredRecords } from '../../../src/store/sessions/oidc-records.ts';
import { administratorsToken } from '../../support/administrator.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import type { Data } from '../api.ts';

type Credentials = Awaited<ReturnType<typeof addApplication>>;

const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let applications: [Credentials, Credentials];
let parties: [RelyingParty, RelyingParty];
let token: string;

beforeAll(async () => {
  const { prisma } = issuer.database;
  user = await addUser(prisma);
  const web = () => addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  applications = [await web(), await web()];
  const [first, second] = applications;
  parties = [await relyingParty(issuer.issuer, first), await relyingParty(issuer.issuer, second)];
  token = await administratorsToken(issuer);
});

async function askText(query: string, variables: object, bearer = token): Promise<string> {
  const response = await fetch(`${issuer.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ query, variables }),
  });
  return response.text();
}

const query = `query ($id: ID!) {
  user(id: $id) { hasPassword sessions { id startedAt expiresAt applications { id name } } }
}`;
const sessionsOf = async (id: string): Promise<Data> => {
  const { data, errors } = JSON.parse(await askText(query, { id }));
  expect(errors).toBeUndefined();
  return data.user.sessions;
};

describe('the sessions of a user', () => {
  it('are those of the browsers in which the user is signed in, with the applications of each', async () => {
    expect(await sessionsOf(user.id)).toEqual([]);
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { visitor, tokens } = await parties[0].signIn(user.username);
    await parties[1].signIn(null, {}, visitor);
    const [session, ...others] = await sessionsOf(user.id);
    expect(others).toEqual([]);
    expect(session.applications.map(({ id }: { id: string }) => id)).toEqual(applications.map(({ id }) => id).sort());
    expect(Date.parse(session.startedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(session.startedAt)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(session.expiresAt)).toBeGreaterThan(Date.now());
    expect(tokens.access_token).toBeTypeOf('string');
  });

  it('are listed from the newest to the oldest, for that user only', async () => {
    issuer.advance(60);
    const other = await addUser(issuer.database.prisma, { passwordHash: null });
    await parties[0].signIn(user.username);
    const sessions = await sessionsOf(user.id);
    expect(sessions).toHaveLength(2);
    expect(sessions[0].startedAt >= sessions[1].startedAt).toBe(true);
    expect(await sessionsOf(other.id)).toEqual([]);
    const { data } = JSON.parse(await askText(query, { id: other.id }));
    expect(data.user.hasPassword).toBe(false);
  });

  it('contain neither the session cookie nor the key under which it is stored', async () => {
    const { visitor } = await parties[0].signIn(user.username);
    const answer = await askText(query, { id: user.id });
    const rows = await issuer.database.prisma.oidcRecord.findMany({ where: { userId: user.id } });
    const secrets = [...visitor.cookies().map(([, value]) => value), ...rows.map(({ key }) => key)];
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => answer.includes(secret))).toEqual([]);
  });

  it('have, for the viewer, the one in which its token was obtained, without any permission', async () => {
    const resource = `${issuer.publicUrl}/api`;
    const viewer = '{ viewer { kind session { id startedAt expiresAt amr } } }';
    const signIn = () => parties[0].signIn(user.username, { scope: 'openid', resource });
    const [first, second] = [await signIn(), await signIn()];
    for (const { tokens } of [first, second]) {
      const { data, errors } = JSON.parse(await askText(viewer, {}, tokens.access_token));
      expect(errors).toBeUndefined();
      const { session_id: id, auth_time: startedAt = 0 } = decodeJwt<{ auth_time?: number }>(tokens.access_token);
      expect(data.viewer.session).toMatchObject({ id, startedAt: new Date(startedAt * 1000).toISOString() });
      expect(Date.parse(data.viewer.session.expiresAt)).toBeGreaterThan(Date.now());
    }
    const { data } = JSON.parse(await askText(viewer, {}));
    expect(data.viewer).toEqual({ kind: 'APPLICATION', session: null });
  });

  it('have the browser and the IP address of the last authorization request, which are stored encrypted', async () => {
    const { prisma } = issuer.database;
    const traveler = await addUser(prisma);
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const [desk, another] = [userAgent, 'curl/8.0'].map(
      (agent) =>
        new Visitor((url, init) => {
          const headers = new Headers(init?.headers);
          headers.set('user-agent', agent);
          return fetch(url, { ...init, headers });
        }),
    );
    await parties[0].signIn(traveler.username, {}, desk);
    await parties[0].signIn(traveler.username, {}, another);
    const document = 'query ($id: ID!) { user(id: $id) { sessions { device ipAddress lastUsedAt lastActiveAt } } }';
    const { data } = JSON.parse(await askText(document, { id: traveler.id }));
    const { sessions } = data.user;
    expect(sessions.map(({ device }: Data) => device).sort()).toEqual(['Firefox, Windows', null]);
    for (const { ipAddress, lastActiveAt, lastUsedAt } of sessions) {
      expect(ipAddress).toMatch(/127\.0\.0\.1$|^::1$/);
      expect(lastActiveAt).toBe(lastUsedAt);
    }
    const rows = await prisma.oidcRecord.findMany({ where: { userId: traveler.id } });
    expect(rows.filter(({ encryptedAddress }) => encryptedAddress !== null)).toHaveLength(2);
    for (const { encryptedAddress } of rows) {
      expect(Buffer.from(encryptedAddress ?? []).toString('latin1')).not.toContain(sessions[0].ipAddress);
    }
  });

  it('expire by the limits of the policy, the shortest of which counts', async () => {
    const { prisma } = issuer.database;
    const { id, username } = await addUser(prisma);
    await parties[0].signIn(username);
    const document = 'query ($id: ID!) { user(id: $id) { sessions { startedAt lastActiveAt expiresAt } } }';
    const expiry = async (limits: object) => {
      await storePolicy(prisma, signInPolicySchema.parse({ session: limits }));
      const [session] = JSON.parse(await askText(document, { id })).data.user.sessions;
      const seconds = (time: string) => Math.round((Date.parse(session.expiresAt) - Date.parse(time)) / 1000);
      return { sinceStart: seconds(session.startedAt), sinceActivity: seconds(session.lastActiveAt) };
    };
    expect((await expiry({})).sinceActivity).toBe(14 * 24 * 3600);
    expect((await expiry({ idleLimitSeconds: 3600 })).sinceActivity).toBe(3600);
    expect((await expiry({ limitSeconds: 7200 })).sinceStart).toBe(7200);
    expect((await expiry({ limitSeconds: 7200, idleLimitSeconds: 86_400 })).sinceStart).toBe(7200);
    expect((await expiry({ limitSeconds: 86_400, idleLimitSeconds: 900 })).sinceActivity).toBe(900);
    await storePolicy(prisma, signInPolicySchema.parse({}));
  });

  it('are removed when they end, with their addresses', async () => {
    issuer.advance(400 * 24 * 3600);
    token = await administratorsToken(issuer);
    expect(await sessionsOf(user.id)).toEqual([]);
    await removeExpiredRecords(issuer.database, issuer.clock.now());
    expect(await issuer.database.prisma.oidcRecord.count({ where: { encryptedAddress: { not: null } } })).toBe(0);
  });
});
