import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../src/vocabulary/permissions.ts';
import { administratorOf, type Caller, holder, startManagementApi } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { explanationPermissions } from '../../src/vocabulary/token-exchange.ts';

/** Token exchanges that an administrator of one organization explains. */
const api = perFile(startManagementApi);
let administrator: Caller;
beforeAll(async () => {
  const { ours, theirs, kernel } = api;
  const { prisma } = kernel.database;
  administrator = administratorOf(ours);
  const allowed = { tokenExchangeAllowed: true, impersonationAllowed: true };
  await prisma.application.updateMany({ data: { ...allowed, type: 'MACHINE_TO_MACHINE' } });
  // Our user holds a second scope through a role, and a third one through an organization role elsewhere.
  await prisma.scope.create({ data: { id: third, apiResourceId: ours.resource, name: 'orders:delete' } });
  await prisma.scope.create({ data: { id: fourth, apiResourceId: ours.resource, name: 'orders:archive' } });
  const role = { id: `${ours.role}2`, name: 'Writer', scopes: { create: { scopeId: ours.otherScope } } };
  await prisma.role.create({ data: { ...role, users: { create: { userId: ours.user } } } });
  const organizationRoleId = theirs.otherOrganizationRole;
  await prisma.organizationRoleApiScope.create({ data: { organizationRoleId, scopeId: third } });
  const there = { organizationId: theirs.organization, userId: ours.user };
  await prisma.organizationUser.create({ data: there });
  await prisma.organizationUserRole.create({ data: { ...there, organizationRoleId } });
  // Another member may act as others.
  const impersonate = { id: 'scope_fifth', apiResourceId: ours.builtIn, name: 'users:impersonate' };
  await prisma.organizationUser.create({ data: { organizationId: ours.organization, userId: ours.other } });
  const acting = { id: `${ours.role}3`, name: 'Support', users: { create: { userId: ours.other } } };
  await prisma.role.create({ data: { ...acting, scopes: { create: { scope: { create: impersonate } } } } });
});

const third = 'scope_third';
const fourth = 'scope_fourth';
const names = ['orders:read', 'orders:write', 'orders:delete', 'orders:archive', 'orders:raed'];

const usual = () => ({
  applicationId: api.ours.service,
  userId: api.ours.user,
  resource: `https://orders.example/${api.ours.n}`,
  organizationId: api.ours.organization,
});

const query = `query ($input: ExplainTokenExchangeInput!) { explainTokenExchange(input: $input) {
  outcome { isGranted error errorDescription scope }
  client { type application { id } } subject { state user { id } } membership { isMember organization { id } }
  scopes { name reason
    through { role { id } organizationRole { id } organization { id } }
    inOtherOrganizations { role { id } organizationRole { id } organization { id } } }
} }`;
const explain = (changed: object = {}, caller = administrator) =>
  api.graphql(query, caller, { input: { ...usual(), ...changed } });

/** Through REST; omits what repeats the question. */
async function explainByRest(changed: Record<string, string> = {}, caller = administrator) {
  const answer = await api.rest(
    'GET',
    `/token-exchange/explanation?${new URLSearchParams({ ...usual(), ...changed })}`,
    caller,
  );
  return { ...answer, data: { ...answer.data, user: answer.data.user?.state } };
}

describe('an administrator of one organization', () => {
  it('gets the outcome for its members, with what they hold in the organization only', async () => {
    const { data, codes } = await explain({ scopes: names });
    expect(codes).toEqual([]);
    const { scopes, ...rest } = data.explainTokenExchange;
    expect(rest).toEqual({
      outcome: { isGranted: true, error: null, errorDescription: null, scope: 'orders:read orders:write' },
      client: { type: 'MACHINE_TO_MACHINE', application: { id: api.ours.service } },
      subject: { state: 'ACTIVE', user: { id: api.ours.user } },
      membership: { isMember: true, organization: { id: api.ours.organization } },
    });
    const here = { organizationRole: { id: api.ours.organizationRole }, organization: { id: api.ours.organization } };
    const none = { through: [], inOtherOrganizations: [] };
    expect(scopes).toEqual([
      { name: 'orders:read', reason: null, through: [{ role: null, ...here }], inOtherOrganizations: [] },
      { name: 'orders:write', reason: null, ...none },
      ...names.slice(2).map((name) => ({ name, reason: 'NOT_HELD', ...none })),
    ]);
  });

  it('is not shown which other scopes the API resource has', async () => {
    const { data } = await explainByRest();
    expect(data.scopes.map(({ name }: { name: string }) => name)).toEqual(['orders:read', 'orders:write']);
  });

  it.each([
    ['user', 'userId', () => api.theirs.user, 'user_01h455vb4pex5vsknk084sn02q'],
    ['application', 'applicationId', () => api.theirs.service, 'app_01h455vb4pex5vsknk084sn02q'],
    ['member with permissions', 'impersonatorId', () => api.ours.other, 'user_01h455vb4pex5vsknk084sn02q'],
  ])(
    'cannot distinguish a %s beyond its reach from one that does not exist',
    async (_what, field, outside, unknown) => {
      const [one, other] = [await explain({ [field]: outside() }), await explain({ [field]: unknown })];
      expect(one.codes).toEqual([]);
      expect(one).toEqual(other);
      const [rest, otherRest] = [
        await explainByRest({ [field]: outside() }),
        await explainByRest({ [field]: unknown }),
      ];
      expect(rest.data).toEqual(otherRest.data);
      expect(rest.data.outcome.isGranted).toBe(false);
    },
  );

  it('is refused for another organization, for one that does not exist, and without one', async () => {
    for (const organizationId of [api.theirs.organization, 'org_x', '', 'a b', undefined, null]) {
      const { codes, data } = await explain({ organizationId });
      expect([organizationId, codes, data]).toEqual([organizationId, ['FORBIDDEN'], { explainTokenExchange: null }]);
    }
    for (const organizationId of [api.theirs.organization, 'org_x', '']) {
      expect((await explainByRest({ organizationId })).codes).toEqual(['FORBIDDEN']);
    }
    const twice = `organizationId=${api.ours.organization}&organizationId=${api.theirs.organization}`;
    expect((await api.rest('GET', `/token-exchange/explanation?${twice}`, administrator)).codes).toEqual([
      'BAD_USER_INPUT',
    ]);
  });

  it('needs the permissions to read users and applications in it, and is shown what is missing everywhere', async () => {
    const enough: Permission[] = ['users:read', 'applications:read'];
    const within = (...held: Permission[]) => ({ ...holder(), organizations: { [api.ours.organization]: held } });
    expect((await explainByRest({}, within(...enough))).codes).toEqual([]);
    for (const one of enough) {
      const { codes, data } = await explainByRest({}, within(one));
      expect([codes, data.permissions]).toEqual([['FORBIDDEN'], explanationPermissions]);
    }
  });
});

describe('a caller that holds some of the permissions everywhere', () => {
  it('explains nothing in an organization of which it is no administrator', async () => {
    expect((await explainByRest({}, holder('users:read', 'applications:read'))).codes).toEqual(['FORBIDDEN']);
    expect((await explain({}, holder('users:read', 'applications:read'))).codes).toEqual(['FORBIDDEN']);
  });

  it('is restricted to the members of the one where it holds the others', async () => {
    const caller = {
      ...holder('applications:read'),
      organizations: { [api.ours.organization]: ['users:read' as const] },
    };
    expect((await explainByRest({ userId: api.theirs.user }, caller)).data.user).toBe('unknown');
    expect((await explainByRest({ applicationId: api.theirs.service }, caller)).data.client).toBeNull();
  });
});

describe('a caller that holds the permissions everywhere', () => {
  it('gets everything, also in an organization of which it is an administrator', async () => {
    const caller = { ...administrator, permissions: [...explanationPermissions] };
    const { data } = await explainByRest({}, caller);
    const reasons = data.scopes.map(({ name, reason }: Record<string, string>) => [name, reason]);
    expect(reasons).toContainEqual(['orders:delete', 'HELD_IN_OTHER_ORGANIZATION']);
    const impersonated = await explainByRest({ impersonatorId: api.ours.other }, caller);
    expect(impersonated.data.outcome).toMatchObject({ isGranted: true, expiresIn: 900 });
  });
});
