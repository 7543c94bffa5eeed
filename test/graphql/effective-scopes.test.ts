import { beforeAll, describe, expect, it } from 'vitest';
import { createAccessPolicy } from '../../src/oidc/access/access-policy.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { addApplication, addResource, addUser } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { giveRole } from '../support/exchanges/token-endpoint.ts';
import { codesOf, startApi, tokenFor } from './api.ts';
import { fill } from './inputs/fill.ts';

const fields =
  'apiResource { indicator } scopes { name scope { description } through { role { id } organizationRole { id } organization { id } } }';
const ofUser = `query ($id: ID!, $resource: String, $organizationId: ID) {
  user(id: $id) { effectiveScopes(resource: $resource, organizationId: $organizationId) { ${fields} } } }`;
const ofApplication = `query ($id: ID!, $resource: String) {
  application(id: $id) { effectiveScopes(resource: $resource) { ${fields} } } }`;

const api = perFile(startApi);
let records: Awaited<ReturnType<typeof makeRecords>>;
beforeAll(async () => {
  records = await makeRecords();
});

const orders = 'https://orders.example';
const stock = 'https://stock.example';

/** Ada reads orders through a role. As a clerk at Acme and Globex she reads and writes orders and counts stock. */
async function makeRecords() {
  const { prisma } = api.kernel.database;
  const [read = '', write = ''] = (await addResource(prisma, orders, ['orders:read', 'orders:write', 'orders:delete']))
    .scopeIds;
  const [count = ''] = (await addResource(prisma, stock, ['stock:count', 'stock:read'])).scopeIds;
  const ada = await addUser(prisma, { scopeIds: [read] });
  const { roleId } = await prisma.userRole.findFirstOrThrow({ where: { userId: ada.id } });
  const clerk = ids.next('organizationRole');
  const apiScopes = { create: [read, write, count].map((scopeId) => ({ scopeId })) };
  await prisma.organizationRole.create({ data: { id: clerk, name: 'Clerk', apiScopes } });
  const join = async (name: string) => {
    const id = ids.next('organization');
    await prisma.organization.create({ data: { id, name, users: { create: { userId: ada.id } } } });
    await prisma.organizationUserRole.create({
      data: { organizationId: id, userId: ada.id, organizationRoleId: clerk },
    });
    return id;
  };
  const [acme, globex] = [await join('Acme'), await join('Globex')];
  const backend = await addApplication(prisma, 'MACHINE_TO_MACHINE');
  await giveRole(prisma, backend.id, [write, count]);
  const application = { organizationId: acme, applicationId: backend.id };
  await prisma.organizationApplication.create({ data: application });
  await prisma.organizationApplicationRole.create({ data: { ...application, organizationRoleId: clerk } });
  return { ada, role: { id: roleId }, clerk: { id: clerk }, acme, globex, backend };
}

const asRole = () => ({ role: records.role, organizationRole: null, organization: null });
const asClerk = (organization: string) => ({
  role: null,
  organizationRole: records.clerk,
  organization: { id: organization },
});
const scope = (name: string, ...through: object[]) => ({ name, scope: { description: `do ${name} things` }, through });

const held = async (changed: object = {}) =>
  (await api.ask(ofUser, { id: records.ada.id, ...changed })).user.effectiveScopes;

describe('the effective scopes of a user', () => {
  it('are listed by API resource, each with every role through which it is held', async () => {
    const { acme, globex } = records;
    expect(await held()).toEqual([
      {
        apiResource: { indicator: orders },
        scopes: [
          scope('orders:read', asRole(), asClerk(acme), asClerk(globex)),
          scope('orders:write', asClerk(acme), asClerk(globex)),
        ],
      },
      { apiResource: { indicator: stock }, scopes: [scope('stock:count', asClerk(acme), asClerk(globex))] },
    ]);
  });

  it('can be limited to one API resource', async () => {
    const { acme, globex } = records;
    expect(await held({ resource: stock })).toEqual([
      { apiResource: { indicator: stock }, scopes: [scope('stock:count', asClerk(acme), asClerk(globex))] },
    ]);
    for (const resource of ['https://unknown.example', 'stock', '']) expect(await held({ resource })).toEqual([]);
  });

  it('can be limited to one organization: its own scopes and those that hold everywhere', async () => {
    const { acme } = records;
    expect(await held({ resource: orders, organizationId: acme })).toEqual([
      {
        apiResource: { indicator: orders },
        scopes: [scope('orders:read', asRole(), asClerk(acme)), scope('orders:write', asClerk(acme))],
      },
    ]);
    const elsewhere = [{ apiResource: { indicator: orders }, scopes: [scope('orders:read', asRole())] }];
    for (const organizationId of [ids.next('organization'), records.ada.id, 'x']) {
      expect(await held({ organizationId })).toEqual(elsewhere);
    }
  });

  it('are those that the access policy uses', async () => {
    const policy = createAccessPolicy({ ...api.kernel, clock: { now: api.kernel.now } });
    for (const organizationId of [undefined, records.acme]) {
      for (const resource of [orders, stock]) {
        const [found] = await held({ resource, organizationId });
        const names = found.scopes.map(({ name }: { name: string }) => name);
        expect(names).toEqual(await policy.scopesOfUser(records.ada.id, resource, organizationId));
      }
    }
  });

  it('are empty for a user without roles', async () => {
    const { id } = await addUser(api.kernel.database.prisma);
    expect(await held({ id })).toEqual([]);
  });

  it('reflect the change in a dry run', async () => {
    const assign = `mutation ($userId: ID!, $roleIds: [ID!]!) {
      assignUserRoles(input: { userId: $userId, roleIds: $roleIds }, dryRun: true) {
        user { effectiveScopes { scopes { name } } }
      } }`;
    const { id: userId } = await addUser(api.kernel.database.prisma);
    const { assignUserRoles } = await api.ask(assign, { userId, roleIds: [records.role.id] });
    expect(assignUserRoles.user.effectiveScopes).toEqual([{ scopes: [{ name: 'orders:read' }] }]);
    expect(await held({ id: userId })).toEqual([]);
  });
});

describe('the effective scopes of an application', () => {
  it('come from its roles and not from its organization roles, as in its tokens', async () => {
    const { application } = await api.ask(ofApplication, { id: records.backend.id });
    const policy = createAccessPolicy({ ...api.kernel, clock: { now: api.kernel.now } });
    const names = application.effectiveScopes.map(({ scopes }: { scopes: { name: string }[] }) =>
      scopes.map(({ name }) => name),
    );
    expect(names).toEqual([['orders:write'], ['stock:count']]);
    for (const [index, resource] of [orders, stock].entries()) {
      expect(await policy.scopesOfApplication(records.backend.id, resource)).toEqual(names[index]);
    }
    const [one] = (await api.ask(ofApplication, { id: records.backend.id, resource: stock })).application
      .effectiveScopes;
    expect(one).toMatchObject({ apiResource: { indicator: stock }, scopes: [{ name: 'stock:count' }] });
  });
});

describe('the effective scopes of a page of records', () => {
  const page = (list: 'users' | 'applications') =>
    `{ ${list}(first: 100) { nodes { id effectiveScopes { ${fields} } } } }`;

  it.each(['users', 'applications'] as const)(
    'the scopes of %s take the same number of statements for one record as for a hundred',
    async (list) => {
      const statements = async (count: number): Promise<number> => {
        await using own = await startApi();
        await fill(own, count);
        await own.ask(page(list));
        return await own.statementsOf(() => own.ask(page(list)));
      };
      const few = await statements(1);
      expect(await statements(95)).toBe(few);
      expect(few).toBeLessThanOrEqual(8);
    },
  );

  it('are those of each record', async () => {
    const filled = await fill(api, 20);
    const { users } = await api.ask(page('users'));
    for (const [index, id] of filled.users.entries()) {
      const user = users.nodes.find((node: { id: string }) => node.id === id);
      const through = user.effectiveScopes[0].scopes.flatMap((one: { through: object[] }) => one.through);
      expect(through).toEqual([
        { role: { id: filled.roles[index] }, organizationRole: null, organization: null },
        {
          role: null,
          organizationRole: { id: filled.organizationRoles[index] },
          organization: { id: filled.organizations[index] },
        },
      ]);
    }
  });
});

describe('access to effective scopes', () => {
  it.each([
    ['a user', 'users:read', ofUser, () => records.ada.id],
    ['an application', 'applications:read', ofApplication, () => records.backend.id],
  ] as const)(
    'the effective scopes of %s require %s, roles:read and resources:read',
    async (_who, permission, query, id) => {
      const brief = query.replace('organizationRole { id } organization { id }', '');
      const permissions = [permission, 'roles:read', 'resources:read'];
      expect((await api.call(brief, { id: id() }, tokenFor(permissions))).errors).toEqual([]);
      for (const missing of permissions.slice(1)) {
        const answer = await api.call(query, { id: id() }, tokenFor(permissions.filter((one) => one !== missing)));
        expect(codesOf(answer)).toEqual(['FORBIDDEN']);
        expect(answer.errors[0]?.message).toContain(missing);
      }
      const neither = await api.call(query, { id: id() }, tokenFor([permission]));
      expect(neither.errors.map(({ extensions }) => extensions.permissions)).toEqual([
        ['roles:read', 'resources:read'],
      ]);
    },
  );

  it('the organizations and organization roles that scopes come through require their permissions as well', async () => {
    const answer = await api.call(
      ofUser,
      { id: records.ada.id, resource: stock },
      tokenFor(['users:read', 'roles:read', 'resources:read']),
    );
    expect(new Set(codesOf(answer))).toEqual(new Set(['FORBIDDEN']));
    const nothing = { role: null, organizationRole: null, organization: null };
    expect(answer.data.user.effectiveScopes[0].scopes[0].through).toEqual([nothing, nothing]);
  });
});
