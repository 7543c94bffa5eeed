import fc from 'fast-check';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords, type TokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import type { Holding, Question } from './explainer.ts';

/** A random assignment of roles, as indexes into the lists of the fixture. */
export interface Graph {
  /** Scopes of each role, and of each organization role. */
  roles: number[][];
  organizationRoles: number[][];
  /** Roles of the user. */
  held: number[];
  /** Organization roles of the user in each organization; undefined if the user is no member. */
  memberships: (number[] | undefined)[];
}

/** One exchange, as indexes into the lists of the fixture. */
export interface ExchangeRequest {
  application: number;
  user: number;
  resource: string;
  scopes: string[] | undefined;
  organizationId: string | undefined;
}

export type Fixture = Awaited<ReturnType<typeof startGraphFixture>>;

const [apiA, apiB, apiC] = ['https://a.example', 'https://b.example', 'https://c.example'];
/** Of API A and API B; one name is used by both. */
const names = { a: ['read', 'write', 'count'], b: ['read', 'ship'] };
const allowed = { tokenExchangeAllowed: true };
const managing = { ...allowed, managementApiAllowed: true };
const theirs = { isThirdParty: true };

/** All records of the graphs: three APIs, four roles, three organization roles, three organizations, three users, and
 * applications of all kinds. */
export async function startGraphFixture(endpoint: TokenEndpoint) {
  const { prisma } = endpoint.app.services.database;
  const a = await addResource(prisma, apiA, names.a, 900);
  const b = await addResource(prisma, apiB, names.b, 60);
  await addResource(prisma, apiC, []);
  const {
    id: managementId,
    indicator: management,
    scopes: permissions,
  } = await prisma.apiResource.findFirstOrThrow({
    where: { isBuiltIn: true },
    include: { scopes: { orderBy: { name: 'asc' } } },
  });
  const scopes = [
    ...names.a.map((name, index) => ({ id: a.scopeIds[index] ?? '', name, resource: apiA })),
    ...names.b.map((name, index) => ({ id: b.scopeIds[index] ?? '', name, resource: apiB })),
    ...permissions.map(({ id, name }) => ({ id, name, resource: management })),
  ];
  const some = (kind: 'role' | 'organizationRole' | 'organization', count: number) =>
    Array.from({ length: count }, () => ({ id: ids.next(kind) })).map(({ id }) => ({ id, name: id }));
  const [roles, organizationRoles] = [some('role', 4), some('organizationRole', 3)];
  const organizations = some('organization', 3);
  await prisma.role.createMany({ data: roles });
  await prisma.organizationRole.createMany({ data: organizationRoles });
  await prisma.organization.createMany({ data: organizations });
  const users = await addUsers(endpoint);
  const applications = await addApplications(endpoint);
  return {
    prisma,
    pool: endpoint.app.services.database.pool,
    management,
    resources: [
      { id: a.id, indicator: apiA },
      { id: b.id, indicator: apiB },
      { id: managementId, indicator: management },
    ],
    scopes,
    roles,
    organizationRoles,
    organizations,
    users,
    applications,
  };
}

/** An active, a suspended and a deleted user, each with the access token of a sign-in. */
async function addUsers(endpoint: TokenEndpoint) {
  const { prisma } = endpoint.app.services.database;
  const suspendedAt = new Date();
  const users = [await addUser(prisma), await addUser(prisma, { suspendedAt }), await addUser(prisma)];
  const signedIn = [];
  for (const { id } of users) {
    const claims = claimsOf(endpoint, await signInRecords(endpoint, id, endpoint.records.shop.id));
    signedIn.push({ id, claims, token: await mint(endpoint, claims), exists: true });
  }
  const [active, suspended, deleted] = signedIn;
  if (!active || !suspended || !deleted) throw new Error('three users');
  await prisma.user.delete({ where: { id: deleted.id } });
  return [active, suspended, { ...deleted, exists: false }];
}

async function addApplications(endpoint: TokenEndpoint) {
  const { prisma } = endpoint.app.services.database;
  const suspended = { suspendedAt: new Date() };
  const add = async (...given: Parameters<typeof addApplication> extends [unknown, ...infer Rest] ? Rest : never) => ({
    ...(await addApplication(prisma, ...given)),
    isPublic: given[0] === 'NATIVE' || given[0] === 'SINGLE_PAGE',
  });
  return [
    await add('MACHINE_TO_MACHINE', allowed),
    await add('TRADITIONAL_WEB', managing),
    await add('MACHINE_TO_MACHINE'),
    await add('TRADITIONAL_WEB', theirs),
    await add('NATIVE'),
    await add('SINGLE_PAGE', theirs),
    await add('MACHINE_TO_MACHINE', { ...allowed, ...suspended }),
    await add('NATIVE', suspended),
    await add('TRADITIONAL_WEB', { ...theirs, ...suspended }),
    { id: ids.next('application'), clientSecret: 'x', isPublic: false },
  ];
}

/** The number of scopes: those of API A and API B, and two of the Management API. */
const knownScopes = 7;
const some = (from: number) => fc.subarray(Array.from({ length: from }, (_, index) => index));

export const graphs: fc.Arbitrary<Graph> = fc.record({
  roles: fc.array(some(knownScopes), { minLength: 4, maxLength: 4 }),
  organizationRoles: fc.array(some(knownScopes), { minLength: 3, maxLength: 3 }),
  held: some(4),
  memberships: fc.array(fc.option(some(3), { nil: undefined, freq: 3 }), { minLength: 3, maxLength: 3 }),
});

/** Exchanges that are valid in most respects. */
export function exchanges({ applications, users, organizations, management }: Fixture): fc.Arbitrary<ExchangeRequest> {
  const mostly = <Value>(weight: number, usual: fc.Arbitrary<Value>, ...others: Value[]) =>
    fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const scope = mostly(
    12,
    fc.constantFrom('read', 'write', 'count', 'ship', 'applications:read'),
    'unheard',
    'READ',
    'a"b',
    'ä',
    '',
    'read write',
    ' read',
  );
  const organization = fc.constantFrom<(string | undefined)[]>(undefined, ...organizations.map(({ id }) => id));
  return fc.record({
    application: mostly(3, fc.constantFrom(0, 1), ...applications.keys()),
    user: mostly(5, fc.constant(0), ...users.keys()),
    resource: mostly(
      10,
      fc.constantFrom(apiA, apiA, apiB, management),
      apiC,
      'https://d.example',
      'a',
      `${apiA}#x`,
      '',
    ),
    scopes: fc.option(fc.array(scope, { maxLength: 5 }), { nil: undefined, freq: 4 }),
    organizationId: mostly(8, organization, ids.next('organization'), ids.next('user'), 'x'),
  });
}

/** Stores the graph in the database, for this user. */
export async function putInPlace({ pool, ...fixture }: Fixture, graph: Graph, user: { id: string; exists: boolean }) {
  const { roles, organizationRoles, organizations, scopes } = fixture;
  const id = (list: readonly { id: string }[], place: number) => list[place]?.id ?? '';
  const insert = (table: string, rows: string[][]) =>
    rows.length
      ? `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map((text) => `'${text}'`).join()})`).join()};`
      : '';
  const clear = (table: string, column: string, list: readonly { id: string }[]) =>
    `DELETE FROM ${table} WHERE ${column} IN (${list.map(({ id: one }) => `'${one}'`).join()});`;
  const links = (owners: readonly { id: string }[], of: number[][]) =>
    of.flatMap((places, owner) => places.map((place) => [id(owners, owner), id(scopes, place)]));
  const members = graph.memberships.flatMap((held, place) =>
    held ? [{ held, organizationId: id(organizations, place) }] : [],
  );
  const statements = [
    clear('role_scopes', 'role_id', roles),
    clear('organization_role_api_scopes', 'organization_role_id', organizationRoles),
    clear('user_roles', 'user_id', [user]),
    clear('organization_users', 'user_id', [user]),
    insert('role_scopes', links(roles, graph.roles)),
    insert('organization_role_api_scopes', links(organizationRoles, graph.organizationRoles)),
  ];
  if (user.exists) {
    statements.push(
      insert(
        'user_roles',
        graph.held.map((place) => [user.id, id(roles, place)]),
      ),
      insert(
        'organization_users',
        members.map(({ organizationId }) => [organizationId, user.id]),
      ),
      insert(
        'organization_user_roles',
        members.flatMap(({ held, organizationId }) =>
          held.map((place) => [organizationId, user.id, id(organizationRoles, place)]),
        ),
      ),
    );
  }
  await pool.query(statements.join('\n'));
}

/** The expected explanation of one scope, computed from the graph: every way in which the user holds it. */
export function holdingsOf(fixture: Fixture, graph: Graph, request: ExchangeRequest, name: string) {
  const scope = fixture.scopes.findIndex((one) => one.name === name && one.resource === request.resource);
  const through: Holding[] = [];
  const inOtherOrganizations: Holding[] = [];
  if (!fixture.users[request.user]?.exists) return { exists: scope >= 0, through, inOtherOrganizations };
  for (const place of graph.held) {
    const [role, organization] = [fixture.roles[place], null];
    if (role && graph.roles[place]?.includes(scope))
      through.push({ role: { id: role.id }, organizationRole: null, organization });
  }
  graph.memberships.forEach((held, place) => {
    const organization = { id: fixture.organizations[place]?.id ?? '' };
    const counts = request.organizationId === undefined || request.organizationId === organization.id;
    for (const at of held ?? []) {
      const organizationRole = { id: fixture.organizationRoles[at]?.id ?? '' };
      if (!graph.organizationRoles[at]?.includes(scope)) continue;
      (counts ? through : inOtherOrganizations).push({ role: null, organizationRole, organization });
    }
  });
  return { exists: scope >= 0, through, inOtherOrganizations };
}

export const questionOf = ({ applications, users }: Fixture, request: ExchangeRequest): Question => ({
  applicationId: applications[request.application]?.id ?? '',
  userId: users[request.user]?.id ?? '',
  resource: request.resource,
  scopes: request.scopes ?? null,
  organizationId: request.organizationId ?? null,
});
