import { afterAll, describe, expect, test } from 'vitest';
import { createBearer } from '../../src/oidc/tokens/bearer.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { recordKey } from '../../src/store/sessions/oidc-records.ts';
import { addApplication, addResource, addUser } from '../support/issuer.ts';
import {
  claimsOf,
  giveRole,
  mint,
  opaqueToken,
  signInRecords,
  startTokenEndpoint,
} from '../support/exchanges/token-endpoint.ts';

const endpoint = await startTokenEndpoint();
afterAll(() => endpoint[Symbol.asyncDispose]());
const { records } = endpoint;
const { prisma } = endpoint.app.services.database;
const audience = 'https://management.example';
const accountResource = 'https://account.example';
const authenticate = createBearer({
  ...endpoint.app.services,
  ...endpoint.app.services.tokens,
  audience,
  accountResource,
});

const api = await addResource(prisma, audience, ['users:read', 'users:write', 'roles:read']);
const [readUsers = '', writeUsers = ''] = api.scopeIds;
const admin = await addUser(prisma, { scopeIds: [readUsers, writeUsers], passwordHash: null });
await giveRole(prisma, records.backend.id, [readUsers]);
await prisma.application.update({ where: { id: records.backend.id }, data: { managementApiAllowed: true } });
const signedIn = await signInRecords(endpoint, admin.id, records.shop.id);
const claims = { ...claimsOf(endpoint, signedIn), aud: audience, scope: 'users:read users:write roles:read' };
const application = {
  iss: endpoint.issuer,
  sub: records.backend.id,
  client_id: records.backend.id,
  aud: audience,
  scope: 'users:read users:write',
  iat: endpoint.now(),
  exp: endpoint.now() + 60,
  jti: 'x',
};
/** Claims of a token that the backend obtained by exchange, for a token that was itself exchanged. */
const exchangedAfter = (first: string) => ({
  client_id: records.backend.id,
  act: { sub: records.backend.id, act: { sub: records.secondBackend.id, act: { sub: first } } },
});
const call = async (token: string | Promise<string>) => authenticate(`Bearer ${await token}`);
const refusal = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'accepted',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );

describe('a caller of the Management API is', () => {
  test('a user, with the scopes that the token carries and the user still holds', async () => {
    const expected = { kind: 'user', id: admin.id, scopes: ['users:read', 'users:write'] };
    const applicationIds = [records.shop.id];
    const expiresAt = new Date((claims.exp ?? 0) * 1000);
    const token = {
      organizations: new Map(),
      applicationIds,
      expiresAt,
      authenticatedAt: null,
      sessionEpoch: 0,
      sessionId: expect.any(String),
    };
    expect(await call(mint(endpoint, claims))).toEqual({ ...expected, ...token });
    expect(await call(mint(endpoint, { ...claims, scope: 'users:write' }))).toMatchObject({ scopes: ['users:write'] });
    expect(await call(mint(endpoint, { ...claims, scope: '' }))).toMatchObject({ scopes: [] });
  });

  test('an application, with the scopes that the token carries and it still holds', async () => {
    const expected = { kind: 'application', id: records.backend.id, scopes: ['users:read'] };
    expect(await call(mint(endpoint, application))).toEqual({
      ...expected,
      organizations: new Map(),
      applicationIds: [],
      expiresAt: expect.any(Date),
      authenticatedAt: null,
      sessionEpoch: 0,
      sessionId: null,
    });
  });

  test('a user or an application with the session epoch that the token states, also one above 0', async () => {
    const { id } = await addUser(prisma, { scopeIds: [readUsers], passwordHash: null });
    const service = await addApplication(prisma, 'MACHINE_TO_MACHINE');
    const person = await signInRecords(endpoint, id, records.shop.id);
    const ofSignIn = { OR: [{ uid: person.sessionId }, { key: recordKey(person.grantId) }] };
    await prisma.oidcRecord.updateMany({ where: ofSignIn, data: { userSessionEpoch: 3 } });
    await prisma.user.update({ where: { id }, data: { sessionEpoch: 3 } });
    await prisma.application.update({ where: { id: service.id }, data: { sessionEpoch: 2 } });
    const ofUser = { ...claimsOf(endpoint, person), aud: audience, scope: 'users:read' };
    const ofService = { ...application, sub: service.id, client_id: service.id };
    const withEpoch = (of: typeof ofUser | typeof ofService, epoch: number) =>
      mint(endpoint, { ...of, session_epoch: { [of.sub ?? '']: epoch } });
    expect(await call(withEpoch(ofUser, 3))).toMatchObject({ kind: 'user', id, sessionEpoch: 3 });
    expect(await call(withEpoch(ofService, 2))).toMatchObject({ kind: 'application', sessionEpoch: 2 });
    expect(await refusal(call(withEpoch(ofUser, 2)))).toMatch('UNAUTHENTICATED');
  });

  test('a user who signed in at the time that the token states, if it states one', async () => {
    const at = async (authentication: object) =>
      (await call(mint(endpoint, { ...claims, acr: 'urn:mandate:level:1', ...authentication }))).authenticatedAt;
    expect(await at({ auth_time: 1_700_000_000 })).toEqual(new Date(1_700_000_000_000));
    expect(await at({ auth_time: undefined })).toBeNull();
    expect(await at({ auth_time: '1700000000' })).toBeNull();
  });

  test('a user behind an application that exchanged the token', async () => {
    const exchanged = { ...claims, client_id: records.backend.id, act: { sub: records.backend.id } };
    expect(await call(mint(endpoint, exchanged))).toMatchObject({
      kind: 'user',
      id: admin.id,
      applicationIds: [records.backend.id],
      exchangedBy: records.backend.id,
    });
  });

  test('recognized in any case of the scheme', async () => {
    expect(await authenticate(`bearer ${await mint(endpoint, claims)}`)).toMatchObject({ id: admin.id });
  });
});

describe('scopes held through organization roles', () => {
  const { acme, globex } = records;
  /** A member with an organization role that holds these scopes of the API, in each of these organizations. */
  async function addMember(held: Record<string, string[]>, scopeIds?: string[]) {
    const { id: userId } = await addUser(prisma, { ...(scopeIds && { scopeIds }), passwordHash: null });
    for (const [organizationId, apiScopeIds] of Object.entries(held)) {
      const id = ids.next('organizationRole');
      const apiScopes = { create: apiScopeIds.map((scopeId) => ({ scopeId })) };
      await prisma.organizationRole.create({ data: { id, name: id, apiScopes } });
      await prisma.organizationUser.create({ data: { organizationId, userId } });
      await prisma.organizationUserRole.create({ data: { organizationId, userId, organizationRoleId: id } });
    }
    return {
      ...claimsOf(endpoint, await signInRecords(endpoint, userId, records.shop.id)),
      sub: userId,
      aud: audience,
    };
  }
  const scope = claims.scope;

  test('are valid in their organization only', async () => {
    const member = await addMember({ [acme]: [readUsers, writeUsers], [globex]: [readUsers] });
    expect(await call(mint(endpoint, { ...member, scope }))).toMatchObject({
      scopes: [],
      organizations: new Map([
        [acme, ['users:read', 'users:write']],
        [globex, ['users:read']],
      ]),
    });
  });

  test('are limited to those that the token carries', async () => {
    const member = await addMember({ [acme]: [readUsers, writeUsers], [globex]: [readUsers] });
    expect(await call(mint(endpoint, { ...member, scope: 'users:write' }))).toMatchObject({
      scopes: [],
      organizations: new Map([[acme, ['users:write']]]),
    });
    expect(await call(mint(endpoint, { ...member, scope: '' }))).toMatchObject({ organizations: new Map() });
  });

  test('add to those held through roles, which are valid everywhere', async () => {
    const member = await addMember({ [acme]: [readUsers, writeUsers] }, [readUsers]);
    expect(await call(mint(endpoint, { ...member, scope }))).toMatchObject({
      scopes: ['users:read'],
      organizations: new Map([[acme, ['users:write']]]),
    });
  });

  test('are valid in one organization if the token is restricted to it, with those held through roles', async () => {
    const member = await addMember({ [acme]: [writeUsers], [globex]: [] }, [readUsers]);
    const confined = (organization_id: string, carried = scope) =>
      call(mint(endpoint, { ...member, scope: carried, organization_id }));
    expect(await confined(acme)).toMatchObject({
      scopes: [],
      organizations: new Map([[acme, ['users:read', 'users:write']]]),
    });
    expect(await confined(acme, 'users:write')).toMatchObject({ organizations: new Map([[acme, ['users:write']]]) });
    expect(await confined(globex)).toMatchObject({ scopes: [], organizations: new Map([[globex, ['users:read']]]) });
    const noMember = 'The access token is confined to an organization that its user has left.';
    await expect(confined(records.initech)).rejects.toThrow(noMember);
    await prisma.organizationUser.deleteMany({ where: { userId: member.sub } });
    await expect(confined(acme)).rejects.toThrow(noMember);
  });

  test('end with the membership, at once', async () => {
    const member = await addMember({ [acme]: [readUsers] });
    const token = await mint(endpoint, { ...member, scope });
    expect(await call(token)).toMatchObject({ organizations: new Map([[acme, ['users:read']]]) });
    await prisma.organizationUser.deleteMany({ where: { userId: member.sub } });
    expect(await call(token)).toMatchObject({ scopes: [], organizations: new Map() });
  });

  test('scopes of another API resource are ignored', async () => {
    const other = await addResource(prisma, 'https://other.example', ['users:read']);
    const member = await addMember({ [acme]: other.scopeIds });
    expect(await call(mint(endpoint, { ...member, scope }))).toMatchObject({ scopes: [], organizations: new Map() });
  });

  test('roles that an application has in an organization do not apply to it', async () => {
    const id = ids.next('organizationRole');
    const applicationId = records.backend.id;
    await prisma.organizationRole.create({ data: { id, name: id, apiScopes: { create: { scopeId: writeUsers } } } });
    await prisma.organizationApplication.create({ data: { organizationId: acme, applicationId } });
    await prisma.organizationApplicationRole.create({
      data: { organizationId: acme, applicationId, organizationRoleId: id },
    });
    expect(await call(mint(endpoint, application))).toMatchObject({ scopes: ['users:read'], organizations: new Map() });
  });
});

describe('an unauthenticated request', () => {
  const header = 'UNAUTHENTICATED: The Authorization header must be "Bearer" and an access token.';

  test.each([null, ''])('a missing token is UNAUTHENTICATED (%j)', async (authorization) => {
    expect(await refusal(authenticate(authorization))).toBe('UNAUTHENTICATED: An access token is required.');
  });

  test.each(['Basic eDp5', 'Bearer', 'Bearer a b', 'Bearer ä', 'x'])(
    'the header %j is UNAUTHENTICATED',
    async (authorization) => {
      expect(await refusal(authenticate(authorization))).toBe(header);
    },
  );

  test('a token for another API resource is UNAUTHENTICATED', async () => {
    const other = mint(endpoint, { ...claims, aud: 'https://orders.example/api' });
    expect(await refusal(call(other))).toBe('UNAUTHENTICATED: The access token is meant for another API.');
  });

  const faults: [title: string, token: () => Promise<string>, fault: string][] = [
    ['an expired token', () => mint(endpoint, { ...claims, exp: endpoint.now() }), 'has expired'],
    ['an ID token', () => mint(endpoint, claims, { typ: 'JWT' }), 'is not an access token'],
    ['a token of another issuer', () => mint(endpoint, { ...claims, iss: 'x' }), 'was issued by another issuer'],
    ['an opaque token', () => opaqueToken(endpoint, 'AccessToken', signedIn), 'is malformed'],
    ['a revoked grant', () => mint(endpoint, { ...claims, grant_id: ids.secret() }), 'was revoked'],
    ['an ended session', () => mint(endpoint, { ...claims, session_id: 'x' }), 'ended with the session of its user'],
    [
      'a user without a grant',
      () => mint(endpoint, JSON.stringify({ ...claims, grant_id: undefined })),
      'does not name the grant that it comes from',
    ],
    [
      'a suspended user',
      async () =>
        mint(endpoint, {
          ...claimsOf(endpoint, await signInRecords(endpoint, records.sam.id, records.shop.id)),
          aud: audience,
        }),
      'is of a user who is suspended',
    ],
    [
      'a suspended application',
      () => mint(endpoint, { ...application, sub: records.suspended.id, client_id: records.suspended.id }),
      'was obtained through an application that is suspended',
    ],
    [
      'an application that was suspended after it had exchanged the token',
      () => mint(endpoint, { ...claims, ...exchangedAfter(records.suspended.id) }),
      'was obtained through an application that is suspended',
    ],
    [
      'an application that was deleted after it had exchanged the token',
      () => mint(endpoint, { ...claims, ...exchangedAfter(ids.next('application')) }),
      'was obtained through an application that no longer exists',
    ],
    [
      'an unknown application',
      () => mint(endpoint, { ...application, sub: 'app_x', client_id: 'app_x' }),
      'was obtained through an application that no longer exists',
    ],
  ];
  test.each(faults)('%s is UNAUTHENTICATED', async (_title, token, fault) => {
    expect(await refusal(call(token()))).toBe(`UNAUTHENTICATED: The access token ${fault}.`);
  });
});

test('a removed role ends its permissions at once, for tokens that still carry them', async () => {
  const token = await mint(endpoint, claims);
  expect((await call(token)).scopes).toEqual(['users:read', 'users:write']);
  await prisma.roleScope.deleteMany({ where: { scopeId: writeUsers } });
  expect((await call(token)).scopes).toEqual(['users:read']);
});
