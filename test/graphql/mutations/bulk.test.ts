import { describe, expect, it } from 'vitest';
import { bulkOperations } from '../../../src/operations/index.ts';
import { makeRecords } from '../../support/records.ts';
import { breakFaultyUsers, cutDatabase } from '../../support/faults.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, type Data, problemPaths, startApi, tokenFor } from '../api.ts';
import { eventsAfter, now } from '../live/event-log.ts';

const api = perFile(startApi);

const outcome =
  'succeeded failed events { typeName } results { index failure { code message problems { path message } } %s }';
const mutation = (name: string, shown: string) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  return `mutation ($input: ${type}, $key: String, $dryRun: Boolean! = false) {
    ${name}(input: $input, idempotencyKey: $key, dryRun: $dryRun) { ${outcome.replace('%s', shown)} }
  }`;
};
const createUsers = mutation('createUsers', 'user { id email }');
const count = () => api.kernel.database.prisma.user.count();

describe('a bulk creation of users', () => {
  it('the mode EACH creates every valid user and reports each refusal with its index', async () => {
    const items = [
      { email: 'one@example.com', password: 'correct horse' },
      { email: 'not an address', phone: '12' },
      { email: 'ONE@example.com' },
      { email: 'two@example.com' },
    ];
    const before = await count();
    const { createUsers: answer } = await api.ask(createUsers, { input: { items } });
    expect([answer.succeeded, answer.failed, await count()]).toEqual([2, 2, before + 2]);
    expect(answer.events).toEqual([{ typeName: 'User.Created' }, { typeName: 'User.Created' }]);
    const id = expect.stringMatching(/^user_/);
    const problem = (path: string) => ({ path: [path], message: expect.any(String) });
    expect(answer.results).toEqual([
      { index: 0, failure: null, user: { id, email: 'one@example.com' } },
      {
        index: 1,
        failure: {
          code: 'BAD_USER_INPUT',
          message: 'Invalid input.',
          problems: [problem('email'), problem('phone')],
        },
        user: null,
      },
      {
        index: 2,
        failure: { code: 'TAKEN', message: 'This email is taken.', problems: [problem('email')] },
        user: null,
      },
      { index: 3, failure: null, user: { id, email: 'two@example.com' } },
    ]);
  });

  it('the mode ALL creates nothing if one user is refused, and reports every refusal with its index', async () => {
    const before = await count();
    const items = [{ email: 'a@all.example' }, { email: 'bad' }, { email: 'b@all.example', phone: '1' }];
    const bad = await api.call(createUsers, { input: { items, mode: 'ALL' } });
    expect([codesOf(bad), problemPaths(bad)]).toEqual([
      ['BAD_USER_INPUT'],
      ['input.items.1.email', 'input.items.2.phone'],
    ]);
    const twice = await api.call(createUsers, { input: { items: [items[0], items[0]], mode: 'ALL' } });
    expect([codesOf(twice), problemPaths(twice)]).toEqual([['TAKEN'], ['input.items.1.email']]);
    expect(await count()).toBe(before);
    const { createUsers: answer } = await api.ask(createUsers, {
      input: { items: [{ email: 'a@all.example' }, { email: 'b@all.example' }], mode: 'ALL' },
    });
    expect([answer.succeeded, answer.failed, await count()]).toEqual([2, 0, before + 2]);
  });

  it.each(['EACH', 'ALL'])('can be a dry run in mode %s: nothing is stored or published', async (mode) => {
    const before = [await count(), await now(api), api.kernel.nudged.length];
    const items = [{ email: 'r1@example.com' }, { email: 'r2@example.com' }];
    const { createUsers: answer } = await api.ask(createUsers, { input: { items, mode }, dryRun: true });
    expect([answer.succeeded, answer.events.length]).toEqual([2, 2]);
    expect(answer.results[0].user.email).toBe('r1@example.com');
    expect([await count(), await now(api), api.kernel.nudged.length]).toEqual(before);
  });

  it('reports refusals in a dry run, together with the users that would be created', async () => {
    const items = [{ email: 'r3@example.com' }, { email: 'R3@example.com' }, { email: 'r4@example.com' }];
    const { createUsers: answer } = await api.ask(createUsers, { input: { items }, dryRun: true });
    expect(answer.results.map(({ failure }: { failure: unknown }) => failure === null)).toEqual([true, false, true]);
    const whole = await api.call(createUsers, { input: { items, mode: 'ALL' }, dryRun: true });
    expect([codesOf(whole), problemPaths(whole)]).toEqual([['TAKEN'], ['input.items.1.email']]);
  });

  it('runs once if it is repeated with the same idempotency key', async () => {
    const input = { items: [{ email: 'k1@example.com' }, { email: 'k2@example.com' }] };
    const first = await api.ask(createUsers, { input, key: 'import 1' });
    const second = await api.ask(createUsers, { input, key: 'import 1' });
    expect(second).toEqual(first);
    const literal = `mutation { createUsers(idempotencyKey: "import 1", input: { mode: EACH, items: [
      { email: "k1@example.com" }, { email: "k2@example.com" }
    ] }) { isReplay } }`;
    expect(await api.ask(literal)).toEqual({ createUsers: { isReplay: true } });
    const spelled = { items: [{ ...input.items[0], customData: {} }, { email: 'k2@example.com' }] };
    const { createUsers: other } = await api.ask(createUsers, { input: spelled, key: 'import 1' });
    expect(other.results).toMatchObject([{ failure: { code: 'BAD_USER_INPUT' } }, { failure: null }]);
  });

  it('accepts 1 to 500 users', async () => {
    const items = Array.from({ length: 501 }, () => ({}));
    for (const wrong of [items, []]) {
      const answer = await api.call(createUsers, { input: { items: wrong } });
      expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], ['input.items']]);
    }
    const { createUsers: answer } = await api.ask(createUsers, { input: { items: items.slice(1) } });
    expect([answer.succeeded, answer.results.length]).toEqual([500, 500]);
  });

  it('takes one statement to read the created users, whatever their number', async () => {
    const shown = (size: number) =>
      api.statementsOf(() => api.ask(createUsers, { input: { items: Array.from({ length: size }, () => ({})) } }));
    const [one, two, twenty] = [await shown(1), await shown(2), await shown(20)];
    expect(twenty - one).toBe(19 * (two - one));
  });
});

describe('a bulk mutation', () => {
  it('suspends and reactivates users', async () => {
    const w = await makeRecords(api.kernel);
    const suspend = mutation('setUsersSuspended', 'user { isSuspended }');
    const items = [{ userId: w.user }, { userId: 'user_00000000000000000000000000' }, { userId: w.other }];
    const { setUsersSuspended: answer } = await api.ask(suspend, { input: { isSuspended: true, items } });
    expect(answer.results.map(({ user, failure }: never) => user ?? failure)).toMatchObject([
      { isSuspended: true },
      { code: 'NOT_FOUND', problems: [{ path: ['userId'] }] },
      { isSuspended: true },
    ]);
  });

  it('adds members, each with their own roles', async () => {
    const w = await makeRecords(api.kernel);
    const add = mutation('setOrganizationMembers', 'organization { id }');
    const items = [
      { userId: w.user, organizationRoleIds: [w.otherOrganizationRole] },
      { userId: w.other, organizationRoleIds: [w.organizationRole] },
    ];
    const before = await now(api);
    await api.ask(add, { input: { organizationId: w.organization, items, mode: 'ALL' } });
    const { nodes } = await eventsAfter(api, before);
    expect(nodes.map(({ typeName }: { typeName: string }) => typeName)).toEqual([
      'Organization.MemberRoles.Updated',
      'Organization.Membership.Updated',
      'Organization.MemberRoles.Updated',
    ]);
  });

  it('deletes users and skips those that do not exist', async () => {
    const w = await makeRecords(api.kernel);
    const remove = mutation('deleteUsers', 'deletedUserId');
    const items = [{ userId: w.user }, { userId: w.user }, { userId: w.other }];
    const whole = await api.call(remove, { input: { items, mode: 'ALL' } });
    expect([codesOf(whole), problemPaths(whole)]).toEqual([['NOT_FOUND'], ['input.items.1.userId']]);
    const { deleteUsers: answer } = await api.ask(remove, { input: { items } });
    expect(answer.results.map(({ deletedUserId }: never) => deletedUserId)).toEqual([w.user, null, w.other]);
  });
});

it.each(bulkOperations.map((bulk) => [bulk.name, bulk] as const))(
  '%s checks the permission before it validates the input',
  async (name, { operation, shared }) => {
    const [field] = Object.keys(operation.output);
    const document = mutation(name, String(field).startsWith('deleted') ? String(field) : `${field} { id }`);
    const values: Data = { isSuspended: true, roleIds: [], roleId: 'x', organizationId: 'x', status: 'REVOKED' };
    const whole = { ...Object.fromEntries(shared.map((field) => [field, values[field]])), items: [] };
    expect(codesOf(await api.call(document, { input: whole }, null))).toEqual(['UNAUTHENTICATED']);
    expect(codesOf(await api.call(document, { input: whole }, tokenFor(['users:read'])))).toEqual(['FORBIDDEN']);
  },
);

describe('a bulk operation on related records', () => {
  const runAll = (name: string, shown: string, input: object) => api.ask(mutation(name, shown), { input });

  it('assigns roles to users and removes one from them, with an event for each user', async () => {
    const { user, other, otherRole } = await makeRecords(api.kernel);
    const items = [{ userId: user }, { userId: other }, { userId: 'user_x' }];
    const assigned = await runAll('assignUsersRoles', 'user { id }', { roleIds: [otherRole], items });
    const removed = await runAll('removeUsersRole', 'user { id }', { roleId: otherRole, items });
    for (const { succeeded, events, results } of [assigned.assignUsersRoles, removed.removeUsersRole]) {
      expect([succeeded, events.map(({ typeName }: Data) => typeName)]).toEqual([
        2,
        ['User.Roles.Updated', 'User.Roles.Updated'],
      ]);
      expect(results[2].failure.code).toBe('NOT_FOUND');
    }
    const links = { where: { roleId: otherRole, userId: { in: [user, other] } } };
    expect(await api.kernel.database.prisma.userRole.count(links)).toBe(0);
  });

  it('ends the sessions of users, and skips those without any', async () => {
    const { user, other } = await makeRecords(api.kernel);
    const items = [{ userId: user }, { userId: other }];
    const { endUsersSessions } = await runAll('endUsersSessions', 'user { sessions { id } }', { items });
    expect(endUsersSessions).toMatchObject({ succeeded: 2, failed: 0 });
    expect(endUsersSessions.results.map(({ user: { sessions } }: Data) => sessions)).toEqual([[], []]);
  });

  it('removes members from an organization, all or none', async () => {
    const { organization, user, other } = await makeRecords(api.kernel);
    const members = { where: { organizationId: organization } };
    const before = await api.kernel.database.prisma.organizationUser.count(members);
    const document = mutation('removeOrganizationMembers', 'organization { id }');
    const call = (userIds: string[]) => {
      const items = userIds.map((userId) => ({ userId }));
      return api.call(document, { input: { organizationId: organization, mode: 'ALL', items } });
    };
    const refused = await call([user, other]);
    expect([codesOf(refused), problemPaths(refused)]).toEqual([['NOT_FOUND'], ['input.items.1.userId']]);
    expect(await api.kernel.database.prisma.organizationUser.count(members)).toBe(before);
    expect((await call([user])).data.removeOrganizationMembers.succeeded).toBe(1);
    expect(await api.kernel.database.prisma.organizationUser.count(members)).toBe(before - 1);
  });

  it('revokes invitations', async () => {
    const { invitation } = await makeRecords(api.kernel);
    const items = [{ organizationInvitationId: invitation }];
    const shown = 'organizationInvitation { status }';
    const { setOrganizationInvitationsStatus: done } = await runAll('setOrganizationInvitationsStatus', shown, {
      status: 'REVOKED',
      items,
    });
    expect(done.results[0].organizationInvitation).toEqual({ status: 'REVOKED' });
  });

  it('repeats deliveries', async () => {
    const { delivery } = await makeRecords(api.kernel);
    const items = [{ deliveryId: delivery }, { deliveryId: 'delivery_x' }];
    const { redeliverDeliveries } = await runAll('redeliverDeliveries', 'webhookDelivery { id status }', { items });
    expect(redeliverDeliveries).toMatchObject({ succeeded: 1, failed: 1 });
    expect(redeliverDeliveries.results[0].webhookDelivery).toEqual({ id: delivery, status: 'PENDING' });
  });
});

describe('an internal error', () => {
  const outcomes = ({ createUsers: { results } }: Data): string[] =>
    results.map(({ user, failure }: Data) => user?.email ?? failure.code);
  const failing = createUsers.replace('failure { code', 'failure { reference code');
  const fault = 'INTERNAL_SERVER_ERROR';

  it.each([false, true])(
    'the error of one item is reported with its index and leaves the other results (dry run: %s)',
    async (dryRun) => {
      await using faulty = await startApi();
      await breakFaultyUsers(faulty.kernel.url);
      const names = ['faulty1', 'fine1', 'faulty2', 'faulty3', 'never'];
      const items = names.map((username) => ({ username, email: `${username}@example.com` }));
      const { data, errors, text, headers } = await faulty.call(failing, { input: { items }, dryRun });
      const reference = headers.get('x-request-id');
      expect([errors, outcomes(data)]).toEqual([[], [fault, 'fine1@example.com', fault, fault, fault]]);
      expect(data.createUsers).toMatchObject({ succeeded: 1, failed: 4, events: [{ typeName: 'User.Created' }] });
      expect(data.createUsers.results[4].failure).toMatchObject({
        reference,
        message: expect.stringMatching(/^Not attempted/),
      });
      expect(text).not.toContain('disk');
      expect(faulty.logged.map((line) => JSON.parse(line).item)).toEqual([0, 2, 3]);
      expect(faulty.logged[0]).toContain('a disk of the database is broken');
      expect(await faulty.kernel.database.prisma.user.count()).toBe(dryRun ? 0 : 1);
    },
  );

  it('an error of the database after the commit does not hide that the change was made', async () => {
    const cuts: AsyncDisposable[] = [];
    await using cut = await startApi((kernel) => ({
      async executeBulk(...given) {
        const executed = await kernel.executeBulk(...given);
        cuts.push(await cutDatabase(kernel.url));
        return executed;
      },
    }));
    const answer = await cut.call(createUsers, { input: { items: [{ email: 'done@example.com' }] } });
    await cuts[0]?.[Symbol.asyncDispose]();
    expect(answer.data.createUsers).toEqual({
      succeeded: 1,
      failed: 0,
      events: null,
      results: [{ index: 0, failure: null, user: null }],
    });
    expect(codesOf(answer)).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
    expect(await cut.kernel.database.prisma.user.count()).toBe(1);
  });
});
