import { beforeAll, describe, expect, it } from 'vitest';
import type { ExposedOperation } from '../../src/kernel/operation.ts';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { jobOperations } from '../../src/vocabulary/records/job-shapes.ts';
import { isForRecentSignIn } from '../../src/domain/jobs.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { examples } from '../operations/examples/index.ts';
import {
  type Answer,
  bulkInput,
  type Caller,
  holder,
  mutationOf,
  requestOf,
  startManagementApi,
} from '../support/management-api.ts';
import { actorWith } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { addCallingUser } from '../support/permitted-operations.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { recentSignIn } from './table.ts';

const api = perFile(startManagementApi);

const code = 'INSUFFICIENT_USER_AUTHENTICATION';
const signedIn = (signInAge: number | null): Caller => ({
  id: actorWith().id ?? '',
  permissions: permissionNames,
  signInAge,
});
const machine: Caller = { id: ids.next('application'), permissions: permissionNames };
const late = signedIn(901);

beforeAll(() => addCallingUser(api.kernel));

const dangerous = exposedOperations.filter(({ name }) => recentSignIn[name]);
const named = dangerous.map((operation) => [operation.name, operation] as const);
const inputOf = (name: string, records: Records): Record<string, unknown> => {
  const example = examples[name];
  if (!example) throw new Error(`${name} has no example`);
  return example(records).input;
};

async function graphql(name: string, caller: Caller, input: Record<string, unknown>, dryRun = false): Promise<Answer> {
  const { query, variables } = mutationOf(name, input, dryRun);
  return api.graphql(query, caller, variables);
}

function rest(
  { route }: Pick<ExposedOperation, 'route'>,
  caller: Caller,
  input: Record<string, unknown>,
  dryRun = false,
) {
  const [method, path, body] = requestOf(`${route.method} ${route.path}`, input, dryRun);
  return api.rest(method, path, caller, body);
}

const challenge =
  'Bearer error="insufficient_user_authentication", error_description="Requires a sign-in that is at most 900 seconds old. Sign in again, and repeat the call with the new access token.", max_age="900"';

describe('a recent sign-in', () => {
  it('is required by the operations in the table, all deletions among them, and by jobs that run one', () => {
    const declared = exposedOperations.filter((operation) => operation.recentSignIn !== false);
    expect(Object.fromEntries(declared.map((operation) => [operation.name, operation.recentSignIn]))).toEqual(
      recentSignIn,
    );
    const deletions = exposedOperations.filter(({ name }) => name.startsWith('delete'));
    expect(deletions.filter((operation) => operation.recentSignIn !== true)).toEqual([]);
    const jobs = jobOperations.filter(isForRecentSignIn);
    expect(jobs).toEqual(jobOperations.filter((name) => recentSignIn[name]));
  });

  it.each(named)(
    '%s refuses users without one in both APIs, and tries the change in dry runs',
    async (name, operation) => {
      const { ours } = api;
      const input = inputOf(name, ours);
      for (const caller of [late, signedIn(null), signedIn(-60)]) {
        expect(await graphql(name, caller, input)).toMatchObject({ status: 401, codes: [code], challenge });
        expect(await rest(operation, caller, input)).toMatchObject({ status: 401, codes: [code], challenge });
      }
      expect((await graphql(name, late, input, true)).codes).toEqual([]);
      expect((await rest(operation, late, input, true)).codes).toEqual([]);
    },
  );

  it.each(named)(
    '%s accepts users with one, and applications without, unless it is for users only',
    async (name, operation) => {
      const { codes } = await graphql(name, machine, inputOf(name, await makeRecords(api.kernel)));
      expect(codes).toEqual(operation.usersOnly ? ['FORBIDDEN'] : []);
      const input = inputOf(name, await makeRecords(api.kernel));
      expect((await rest(operation, signedIn(899), input)).codes).toEqual([]);
    },
  );

  const partial = named.filter(([name]) => recentSignIn[name] !== true);
  it.each(partial)('%s requires one for each field in the table, and for no other', async (name, operation) => {
    const records = await makeRecords(api.kernel);
    const { [operation.record ?? '']: id, ...input } = inputOf(name, records);
    const fields = recentSignIn[name] as string[];
    for (const [field, value] of Object.entries(input)) {
      const { codes } = await graphql(name, late, { [operation.record ?? '']: id, [field]: value });
      expect([field, codes.includes(code)]).toEqual([field, fields.includes(field)]);
    }
  });

  it('is judged after the permission and the input, and before a record is looked up', async () => {
    const input = { userId: ids.next('user') };
    const other = { ...holder('roles:write'), signInAge: 901 };
    expect((await graphql('deleteUser', other, input)).codes).toEqual(['FORBIDDEN']);
    expect((await graphql('deleteUser', late, { userId: 'x'.repeat(5000) })).codes).toEqual(['BAD_USER_INPUT']);
    expect((await graphql('deleteUser', late, input)).codes).toEqual([code]);
  });

  it('is required by a bulk operation as a whole, in each mode, before anything is applied', async () => {
    const records = await makeRecords(api.kernel);
    for (const bulk of bulkOperations.filter(({ operation }) => recentSignIn[operation.name])) {
      for (const mode of ['EACH', 'ALL']) {
        const input = { ...bulkInput(bulk, inputOf(bulk.operation.name, records)), mode };
        expect(await graphql(bulk.name, late, input)).toMatchObject({ status: 401, codes: [code], challenge });
        expect(await rest(bulk, late, input)).toMatchObject({ status: 401, codes: [code], challenge });
        expect((await graphql(bulk.name, late, input, true)).codes).toEqual([]);
      }
    }
    expect(await api.kernel.database.prisma.user.count({ where: { id: records.user } })).toBe(1);
  });

  it('is required by an atomic operation, of which then nothing is applied', async () => {
    const { user } = await makeRecords(api.kernel);
    const query = `mutation ($id: ID!) @atomic {
      setUserSuspended(input: { userId: $id, isSuspended: true }) { events { id } }
      deleteUser(input: { userId: $id }) { events { id } }
    }`;
    expect(await api.graphql(query, late, { id: user })).toMatchObject({ status: 401, codes: [code], challenge });
    const stored = await api.kernel.database.prisma.user.findUnique({ where: { id: user } });
    expect(stored?.suspendedAt).toBeNull();
    expect((await api.graphql(query, signedIn(0), { id: user })).codes).toEqual([]);
  });

  it('a mutation that lacks it leaves the status of the other mutations of its document', async () => {
    const { user } = await makeRecords(api.kernel);
    const query = `mutation ($id: ID!) {
      setUserSuspended(input: { userId: $id, isSuspended: true }) { events { id } }
      deleteUser(input: { userId: $id }) { events { id } }
    }`;
    const answer = await api.graphql(query, late, { id: user });
    expect(answer).toMatchObject({ status: 200, codes: [code], challenge: null });
    expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ extensions: { code, maxAge: 900 } }] });
    expect(answer.data).toMatchObject({ setUserSuspended: { events: [{}] }, deleteUser: null });
  });
});

describe('granting permissions of the Management API', () => {
  it('requires a recent sign-in; granting anything else does not', async () => {
    const records = await makeRecords(api.kernel);
    const { user, other, role, otherRole, builtInScope, otherScope, organization, organizationRole } = records;
    const { prisma } = api.kernel.database;
    await prisma.roleScope.create({ data: { roleId: otherRole, scopeId: builtInScope } });
    const answers = [
      await graphql('assignUserRoles', late, { userId: other, roleIds: [otherRole] }),
      await graphql('createUser', late, { name: 'Ada', roleIds: [otherRole] }),
      await graphql('assignUsersRoles', late, { roleIds: [otherRole], mode: 'ALL', items: [{ userId: other }] }),
      await graphql('addRoleScopes', late, { roleId: role, scopeIds: [builtInScope] }),
      await graphql('startJob', late, { operation: 'assignUserRoles', filter: {}, roleIds: [otherRole] }),
    ];
    expect(answers.map(({ status, codes }) => [status, codes])).toEqual(answers.map(() => [401, [code]]));
    expect((await graphql('assignUserRoles', late, { userId: other, roleIds: [otherRole] }, true)).codes).toEqual([]);
    expect((await graphql('assignUserRoles', signedIn(60), { userId: other, roleIds: [otherRole] })).codes).toEqual([]);
    const email = { userId: other, email: `other-${records.n}@example.com` };
    expect((await graphql('updateUser', late, email)).codes).toEqual([code]);
    const allowed = [
      await graphql('updateUser', late, { userId: other, name: 'Grace' }),
      await graphql('updateUser', late, { ...email, userId: user }),
      await graphql('addRoleScopes', late, { roleId: role, scopeIds: [otherScope] }),
      await graphql('setOrganizationMember', late, {
        organizationId: organization,
        userId: other,
        organizationRoleIds: [organizationRole],
      }),
    ];
    expect(allowed.map(({ codes }) => codes)).toEqual(allowed.map(() => []));
  });

  it('is refused for each item of a bulk operation that applies them one by one', async () => {
    const { other, otherRole, builtInScope, role } = await makeRecords(api.kernel);
    await api.kernel.database.prisma.roleScope.create({ data: { roleId: otherRole, scopeId: builtInScope } });
    const items = [
      { name: 'Ada', roleIds: [role] },
      { name: 'Eve', roleIds: [otherRole] },
    ];
    const { query, variables } = mutationOf('createUsers', { items }, false, 'results { failure { code } }');
    const { data } = await api.graphql(query, late, variables);
    expect(data.createUsers.results).toEqual([{ failure: null }, { failure: { code } }]);
    expect(await api.kernel.database.prisma.userRole.count({ where: { userId: other, roleId: otherRole } })).toBe(0);
  });
});
