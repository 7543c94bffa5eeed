import { beforeAll, describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { explanationPermissions } from '../../src/vocabulary/token-exchange.ts';
import { addApplication } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { codesOf, problemPaths, startApi, tokenFor } from './api.ts';
import { holding, makeOrders, orders, query } from './lists/orders.ts';

const api = perFile(startApi);
let records: Awaited<ReturnType<typeof makeOrders>>;
beforeAll(async () => {
  records = await makeOrders(api.kernel.database);
});

/** The explanation of the usual exchange with some arguments changed. */
const explain = async (changed: object = {}) =>
  (await api.ask(query, { input: { ...records.usual, ...changed } })).explainTokenExchange;

/** The only scope of an explanation. */
const theScope = async (name: string, changed: object = {}) => {
  const { scopes } = await explain({ scopes: [name], ...changed });
  expect(scopes).toHaveLength(1);
  return scopes[0];
};

const throughRole = (name: string) => ({ role: { name }, organizationRole: null, organization: null });
const asClerkAtAcme = { role: null, organizationRole: { name: 'Clerk' }, organization: { name: 'Acme' } };

describe('a scope of an explained exchange', () => {
  it('is granted, with exactly the roles through which it is held', async () => {
    expect(await theScope('orders:read')).toEqual({
      name: 'orders:read',
      isGranted: true,
      reason: null,
      through: [throughRole('Reader'), throughRole('Auditor')],
      inOtherOrganizations: [],
    });
  });

  it('is granted through organization roles, which are listed with their organization', async () => {
    const { isGranted, through } = await theScope('orders:list');
    expect([isGranted, through]).toEqual([true, [throughRole('Reader'), asClerkAtAcme]]);
    expect((await theScope('orders:write', { organizationId: records.acme })).through).toEqual([asClerkAtAcme]);
  });

  it('is HELD_IN_OTHER_ORGANIZATION, with the organization', async () => {
    expect(await theScope('orders:write', { organizationId: records.globex })).toEqual({
      name: 'orders:write',
      isGranted: false,
      reason: 'HELD_IN_OTHER_ORGANIZATION',
      through: [],
      inOtherOrganizations: [asClerkAtAcme],
    });
  });

  it('is granted through a role everywhere, even if it is also held in other organizations', async () => {
    const { isGranted, through, inOtherOrganizations } = await theScope('orders:list', {
      organizationId: records.globex,
    });
    expect([isGranted, through, inOtherOrganizations]).toEqual([true, [throughRole('Reader')], [asClerkAtAcme]]);
  });

  it('is NOT_HELD if no role of the user holds it', async () => {
    const nothing = { isGranted: false, through: [], inOtherOrganizations: [] };
    expect(await theScope('orders:delete')).toEqual({ name: 'orders:delete', reason: 'NOT_HELD', ...nothing });
  });

  it('is UNKNOWN_SCOPE if it is misspelled or belongs to another API resource', async () => {
    for (const name of ['orders:raed', 'ORDERS:READ', 'stock:read']) {
      expect((await theScope(name)).reason).toBe('UNKNOWN_SCOPE');
    }
  });

  it('is MALFORMED if it is not a valid scope name, and the other scopes are refused with it', async () => {
    const { outcome, scopes } = await explain({ scopes: ['orders:read', 'a"b', 'ä', ''] });
    expect(outcome).toMatchObject({ error: 'invalid_scope', errorDescription: 'scope contains invalid characters' });
    expect(scopes.map(({ name, reason }: Record<string, string>) => [name, reason])).toEqual([
      ['orders:read', 'EXCHANGE_REFUSED'],
      ['a"b', 'MALFORMED'],
      ['ä', 'MALFORMED'],
      ['', 'MALFORMED'],
    ]);
  });

  it('is EXCHANGE_REFUSED if it is held but the exchange is refused', async () => {
    const read = await theScope('orders:read', { organizationId: records.initech });
    expect(read).toMatchObject({ isGranted: false, reason: 'EXCHANGE_REFUSED' });
    expect(read.through).toEqual([throughRole('Reader'), throughRole('Auditor')]);
    const write = await theScope('orders:write', { organizationId: records.initech });
    expect(write.reason).toBe('HELD_IN_OTHER_ORGANIZATION');
  });
});

describe('an explained exchange', () => {
  it('lists everything that the decision depends on', async () => {
    const { scopes: _scopes, ...rest } = await explain({ scopes: ['orders:read', 'orders:delete'] });
    expect(rest).toEqual({
      outcome: { isGranted: true, error: null, errorDescription: null, scope: 'orders:read', expiresIn: 900 },
      client: {
        tokenExchangeAllowed: true,
        managementApiAllowed: false,
        type: 'MACHINE_TO_MACHINE',
        isThirdParty: false,
        isSuspended: false,
        application: { name: 'Backend' },
      },
      subject: { state: 'ACTIVE', user: { name: 'Ada Lovelace' } },
      membership: null,
      target: { accessTokenTtl: 900, isBuiltIn: false, apiResource: { indicator: orders } },
    });
  });

  it('a request without scopes covers all scopes of the API resource, and grants those that are held', async () => {
    const { outcome, scopes } = await explain();
    expect(outcome.scope).toBe('orders:list orders:read orders:write');
    const names = scopes.map(({ name, reason }: Record<string, string>) => [name, reason]);
    expect(names).toEqual([
      ['orders:delete', 'NOT_HELD'],
      ['orders:list', null],
      ['orders:read', null],
      ['orders:write', null],
    ]);
    expect(await explain({ scopes: [] })).toEqual(await explain());
  });

  it('lists each scope once, in the requested order', async () => {
    const { scopes } = await explain({ scopes: ['orders:write', 'orders:read orders:write', 'orders:write'] });
    expect(scopes.map(({ name }: { name: string }) => name)).toEqual(['orders:write', 'orders:read']);
  });

  it('is refused for an application that is unknown, suspended, without token exchange, public or third-party', async () => {
    const { prisma } = api.kernel.database;
    const add = async (...given: [Parameters<typeof addApplication>[1], object?]) =>
      (await explain({ applicationId: (await addApplication(prisma, ...given)).id })) as Record<string, object>;
    const failed = { error: 'invalid_client', errorDescription: 'client authentication failed' };
    for (const applicationId of [ids.next('application'), records.ada.id, 'unknown']) {
      expect(await explain({ applicationId })).toMatchObject({ outcome: failed, client: null });
    }
    const suspended = await add('MACHINE_TO_MACHINE', { tokenExchangeAllowed: true, suspendedAt: new Date() });
    expect(suspended).toMatchObject({ outcome: failed, client: { isSuspended: true, tokenExchangeAllowed: true } });
    const outcome = {
      error: 'unauthorized_client',
      errorDescription: 'token exchange is not allowed for this application',
    };
    expect(await add('TRADITIONAL_WEB')).toMatchObject({ outcome, client: { tokenExchangeAllowed: false } });
    expect(await add('NATIVE')).toMatchObject({ outcome, client: { type: 'NATIVE' } });
    expect(await add('TRADITIONAL_WEB', { isThirdParty: true })).toMatchObject({
      outcome,
      client: { isThirdParty: true },
    });
  });

  it('is refused for a user that is suspended or unknown', async () => {
    expect(await explain({ userId: records.sam.id })).toMatchObject({
      outcome: { error: 'invalid_request', errorDescription: 'the subject token is of a user who is suspended' },
      subject: { state: 'SUSPENDED', user: { name: 'Ada Lovelace' } },
    });
    for (const userId of [ids.next('user'), records.backend.id, 'unknown']) {
      expect(await explain({ userId })).toMatchObject({
        outcome: { error: 'invalid_request', errorDescription: 'the subject token is of a user who no longer exists' },
        subject: { state: 'UNKNOWN', user: null },
      });
    }
  });

  it('is refused for an organization that is unknown or that the user is not a member of', async () => {
    const outcome = { error: 'access_denied', errorDescription: 'the user is not a member of this organization' };
    const membership = { isMember: false, organization: { name: 'Initech' } };
    expect(await explain({ organizationId: records.initech })).toMatchObject({ outcome, membership });
    for (const organizationId of [ids.next('organization'), 'nowhere']) {
      const unknown = { isMember: false, organization: null };
      expect(await explain({ organizationId })).toMatchObject({ outcome, membership: unknown });
    }
    expect((await explain({ organizationId: records.acme })).membership).toMatchObject({ isMember: true });
  });

  it('is refused for a resource that is unknown, missing or not an absolute URI', async () => {
    const rows = [
      ['https://unknown.example', 'invalid_target', 'there is no such resource'],
      ['orders', 'invalid_target', 'resource must be an absolute URI without a fragment'],
      ['', 'invalid_request', 'resource is missing'],
    ];
    for (const [resource, error, errorDescription] of rows) {
      const explained = await explain({ resource, scopes: ['orders:read'] });
      expect(explained).toMatchObject({ outcome: { error, errorDescription }, target: null });
      expect(explained.scopes[0]).toMatchObject({ reason: 'UNKNOWN_SCOPE', through: [] });
    }
  });

  it('is refused if none of the requested scopes is held', async () => {
    expect((await explain({ scopes: ['orders:delete', 'x'] })).outcome).toEqual({
      isGranted: false,
      error: 'invalid_scope',
      errorDescription: 'the user holds none of these scopes on this resource',
      scope: null,
      expiresIn: null,
    });
  });

  it('takes a number of statements that is independent of the amount of data', async () => {
    const ask = (scopes: string[]) => api.statementsOf(() => explain({ scopes }));
    await ask(['orders:read']);
    const few = await ask(['orders:read']);
    expect(
      await ask(['orders:list', 'orders:read', 'orders:write', 'orders:delete', 'a', 'b', 'c', 'd', 'e', 'f']),
    ).toBe(few);
    expect(few).toBeLessThanOrEqual(10);
  });
});

describe('a caller of the explanation', () => {
  const call = (permissions: readonly string[], document = query) =>
    api.call(document, { input: { ...records.usual, organizationId: records.acme } }, tokenFor(permissions));

  it('needs several permissions, and is shown which are missing', async () => {
    const brief = query.replace(/membership .*\n/, '').replaceAll(holding, '{ role { name } }');
    expect((await call(explanationPermissions, brief)).errors).toEqual([]);
    for (const missing of explanationPermissions) {
      const answer = await call(explanationPermissions.filter((permission) => permission !== missing));
      expect([codesOf(answer), answer.data]).toEqual([['FORBIDDEN'], { explainTokenExchange: null }]);
      expect(answer.errors[0]?.message).toContain(missing);
    }
    const { errors } = await call(['roles:read']);
    expect(errors.map(({ message, extensions }) => [message, extensions.permissions])).toEqual([
      [
        'Requires the permissions applications:read and users:read and resources:read.',
        ['applications:read', 'users:read', 'resources:read'],
      ],
    ]);
  });

  it('sees organizations and organization roles only with their permissions', async () => {
    const answer = await call(explanationPermissions);
    expect(new Set(codesOf(answer))).toEqual(new Set(['FORBIDDEN']));
    expect(answer.data.explainTokenExchange.membership).toEqual({ isMember: true, organization: null });
    const [, list] = answer.data.explainTokenExchange.scopes;
    expect(list.through).toEqual([throughRole('Reader'), { role: null, organizationRole: null, organization: null }]);
    const all = [...explanationPermissions, 'organizations:read', 'organization-roles:read'];
    expect((await call(all)).errors).toEqual([]);
  });
});

describe('an invalid argument of the explanation', () => {
  it.each([
    ['101 scopes', { scopes: Array.from({ length: 101 }, (_, index) => `s${index}`) }, 'input.scopes'],
    ['a scope of 300 characters', { scopes: ['read', 'x'.repeat(300)] }, 'input.scopes.1'],
    ['a user of 100 characters', { userId: 'x'.repeat(100) }, 'input.userId'],
    ['an application without a name', { applicationId: '' }, 'input.applicationId'],
    ['a resource of 3,000 characters', { resource: `${orders}/${'x'.repeat(3000)}` }, 'input.resource'],
    ['an organization with a space', { organizationId: 'a b' }, 'input.organizationId'],
    ['U+0000', { resource: 'urn:\0' }, 'input.resource'],
    ['a scope that is none', { scopes: [null] }, 'input.scopes.0'],
    ['something else', { color: 'blue' }, 'input.color'],
  ])('%s is BAD_USER_INPUT with the path', async (_what, changed, path) => {
    const answer = await api.call(query, { input: { ...records.usual, ...changed } });
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], [path]]);
  });
});
