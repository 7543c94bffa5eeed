import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../src/domain/failure.ts';
import { defineOperation, entity } from '../../src/kernel/operation.ts';
import { roleOf } from '../../src/store/records/shapes.ts';
import { actorWith, eventsOf, originOf, platformActor, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);
beforeEach(() => {
  kernel.nudged.length = 0;
});

/** The behavior of the test operation. */
type Conduct = 'good' | 'forgets' | 'undeclared' | 'secret' | 'unchanged' | 'contradicts' | 'refuses' | 'breaks';
let calls: string[] = [];

const misbehave = defineOperation({
  name: 'misbehave',
  summary: 'Create a role in a good or bad way.',
  permission: 'roles:write',
  route: { method: 'POST', path: '/test' },
  words: { title: 'Test', button: 'Test', danger: null },
  input: z.strictObject({ name: z.string().min(1), conduct: z.string().transform((text) => text as Conduct) }),
  output: { role: entity('Role', 'The role.') },
  always: ['Role.Created'],
  sometimes: ['Role.Data.Updated'],
  prepare: async () => {
    calls.push('prepare');
    return 'prepared';
  },
  async run({ tx, ids, emit, unchanged }, { name, conduct }, prepared) {
    calls.push(`run with ${prepared}`);
    const row = await tx.role.create({ data: { id: ids.next('role'), name } });
    const role = roleOf(row);
    if (conduct === 'forgets') emit('Role.Data.Updated', row.id, { role, changed: ['name'], previous: {} });
    else if (conduct === 'undeclared') emit('Role.Deleted' as 'Role.Created', row.id, { role });
    else if (conduct === 'secret') emit('Role.Created', row.id, { role: { ...role, passwordHash: 'x' } as never });
    else if (conduct === 'refuses') throw new Failure('CONFLICT', 'No.');
    else if (conduct === 'breaks') throw new Error('Out of order.');
    else if (conduct !== 'unchanged') emit('Role.Created', row.id, { role });
    if (conduct === 'unchanged' || conduct === 'contradicts') return unchanged({ role: row.id });
    return { role: row.id };
  },
});

const exists = async (name: string) => (await kernel.database.prisma.role.count({ where: { name } })) > 0;
const try_ = (conduct: Conduct, name: string = conduct) => kernel.run(misbehave, { name, conduct });

describe('an operation', () => {
  test('returns its output, writes its events in the transaction of its change, then publishes their types', async () => {
    calls = [];
    const { output, events } = await try_('good');
    expect(calls).toEqual(['prepare', 'run with prepared']);
    expect(events).toMatchObject([
      { type: 'Role.Created', subjectKind: 'role', subjectId: output.role, organizationId: null },
    ]);
    expect(events[0]?.id).toMatch(/^evt_/);
    expect(kernel.nudged).toEqual([{ kind: 'events', types: ['Role.Created'] }]);
  });

  test('an operation that omits a declared event fails, and nothing is stored', async () => {
    await expect(try_('forgets')).rejects.toThrow('misbehave did not emit Role.Created, which it declares in "always"');
    expect(await exists('forgets')).toBe(false);
    expect(kernel.nudged).toEqual([]);
  });

  test('an operation that emits an undeclared event fails, and nothing is stored', async () => {
    await expect(try_('undeclared')).rejects.toThrow('misbehave emitted Role.Deleted without declaring it');
    expect(await exists('undeclared')).toBe(false);
  });

  test('an operation that puts a secret into an event fails, and nothing is stored', async () => {
    await expect(try_('secret')).rejects.toThrow(/passwordHash/);
    expect(await exists('secret')).toBe(false);
    expect(
      await kernel.database.prisma.event.count({ where: { data: { path: ['role', 'name'], equals: 'secret' } } }),
    ).toBe(0);
  });

  test('an operation that returns unchanged() needs no event and publishes none', async () => {
    const { events } = await try_('unchanged');
    expect(events).toEqual([]);
    expect(kernel.nudged).toEqual([]);
  });

  test('an operation that emits an event and returns unchanged() fails', async () => {
    await expect(try_('contradicts')).rejects.toThrow('emitted an event but returned unchanged()');
    expect(await exists('contradicts')).toBe(false);
  });

  test.each(['refuses', 'breaks'] as const)('an operation that %s stores nothing', async (conduct) => {
    await expect(try_(conduct)).rejects.toThrow(/No\.|Out of order\./);
    expect(await exists(conduct)).toBe(false);
    expect(kernel.nudged).toEqual([]);
  });
});

describe('the authorization', () => {
  test('comes first: without the permission an invalid input is also FORBIDDEN, and nothing is prepared', async () => {
    calls = [];
    const run = kernel.run(misbehave, { name: '', conduct: 'good' }, actorWith('roles:read'));
    expect(await refusalOf(run)).toEqual({
      code: 'FORBIDDEN',
      paths: [],
      message: 'Requires the permission roles:write.',
    });
    expect(calls).toEqual([]);
  });

  test('operations of the platform refuse every other actor, whatever permissions it holds', async () => {
    const own = { ...misbehave, permission: 'platform' as const };
    const input = { name: 'platform', conduct: 'good' } as const;
    expect(await refusalOf(kernel.run(own, input))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await kernel.run(own, input, platformActor)).events).toHaveLength(1);
  });

  test('the event states the actor, operation, request and channel, at the time of the clock', async () => {
    kernel.advance(60);
    const { output } = await try_('good', 'recorded');
    const row = await kernel.database.prisma.event.findFirstOrThrow({ where: { subjectId: output.role } });
    expect(row).toMatchObject({
      actor: { kind: 'user', id: 'user_01h455vb4pex5vsknk084sn02q' },
      cause: {
        operation: 'misbehave',
        requestId: expect.stringMatching(/^req_/),
        channel: 'graphql',
        applicationIds: [],
      },
      occurredAt: kernel.now(),
    });
  });
});

describe('an invalid input', () => {
  test('is refused with the path of every invalid field, before anything is prepared', async () => {
    calls = [];
    const input = { name: '', conduct: 1, extra: true } as never;
    const refusal = await refusalOf(kernel.run(misbehave, input));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['extra', 'name', 'conduct'] });
    expect(calls).toEqual([]);
  });
});

const forWriting = {
  permission: 'roles:write',
  route: { method: 'POST', path: '/test' },
  words: { title: 'Test', button: 'Test', danger: null },
  output: { role: entity('Role', 'The role.') },
  always: ['Role.Data.Updated'],
} as const;

/** Changes two roles in succession, and waits in between for `meeting`. */
const changeTwo = defineOperation({
  ...forWriting,
  name: 'changeTwo',
  summary: 'Change two roles.',
  input: z.strictObject({ first: z.string(), second: z.string(), raw: z.boolean() }),
  async run({ tx, emit }, { first, second, raw }) {
    await tx.role.update({ where: { id: first }, data: { description: `${first}, then ${second}` } });
    await meeting.arrive();
    if (raw) await tx.$queryRaw`SELECT FROM roles WHERE id = ${second} FOR UPDATE`;
    const role = await tx.role.update({ where: { id: second }, data: { description: `${first}, then ${second}` } });
    emit('Role.Data.Updated', second, { role: roleOf(role), changed: ['description'], previous: {} });
    return { role: second };
  },
});

/** Two callers wait for each other; later ones pass. */
function newMeeting() {
  let arrived = 0;
  let open = (): void => {};
  const together = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrive = (): Promise<void> => {
    arrived += 1;
    if (arrived === 2) open();
    return together;
  };
  return { arrive, attempts: () => arrived };
}
let meeting = newMeeting();

describe('a transaction that fails because of a concurrent one', () => {
  test.each([
    ['in a typed statement', false],
    ['in a statement of our own', true],
  ])('a deadlock %s repeats the transaction, and its events are written once', async (_title, raw) => {
    meeting = newMeeting();
    const a = (await try_('good', `deadlock a ${raw}`)).output.role;
    const b = (await try_('good', `deadlock b ${raw}`)).output.role;
    const both = await Promise.all([
      kernel.run(changeTwo, { first: a, second: b, raw }),
      kernel.run(changeTwo, { first: b, second: a, raw }),
    ]);
    expect(both.map(({ events }) => events.length)).toEqual([1, 1]);
    // Three if the failed one is repeated after the other has ended, as it should; more on a busy machine.
    expect(meeting.attempts()).toBeGreaterThanOrEqual(3);
  });

  test('fails after three attempts', async () => {
    let attempts = 0;
    const unlucky = defineOperation({
      ...forWriting,
      name: 'unlucky',
      summary: 'Lose every time.',
      input: z.strictObject({}),
      run: async () => {
        attempts += 1;
        throw Object.assign(new Error('deadlock detected'), { code: 'P2034' });
      },
    });
    await expect(kernel.run(unlucky, {})).rejects.toMatchObject({ code: 'P2034' });
    expect(attempts).toBe(3);
  });

  test('is not repeated after a refusal', async () => {
    calls = [];
    await expect(try_('refuses')).rejects.toThrow('No.');
    expect(calls).toEqual(['prepare', 'run with prepared']);
  });
});

describe('an error of the database', () => {
  test('a value that is taken is TAKEN at its field', async () => {
    await try_('good', 'taken');
    expect(await refusalOf(try_('good', 'taken'))).toEqual({
      code: 'TAKEN',
      paths: ['name'],
      message: 'This name is taken.',
    });
  });

  test('one of two concurrent uses of the same value is TAKEN', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => try_('good', 'raced for')));
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(7);
    expect(new Set(refused.map(({ reason }) => (reason as Failure).code))).toEqual(new Set(['TAKEN']));
  });

  const attach = defineOperation({
    ...forWriting,
    name: 'attach',
    summary: 'Attach a scope, by a typed statement or one of our own.',
    input: z.strictObject({ raw: z.boolean() }),
    async run({ tx }, { raw }) {
      if (raw) await tx.$executeRaw`INSERT INTO role_scopes VALUES ('role_none', 'scope_none')`;
      else await tx.roleScope.create({ data: { roleId: 'role_none', scopeId: 'scope_none' } });
      return { role: 'role_none' };
    },
  });
  test.each([true, false])('a reference to nothing is NOT_FOUND (raw statement: %s)', async (raw) => {
    expect(await refusalOf(kernel.run(attach, { raw }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a record that does not exist is NOT_FOUND', async () => {
    const update = defineOperation({
      ...forWriting,
      name: 'update',
      summary: 'Update nothing.',
      input: z.strictObject({}),
      async run({ tx }) {
        return { role: (await tx.role.update({ where: { id: 'role_none' }, data: { name: 'x' } })).id };
      },
    });
    expect(await refusalOf(kernel.run(update, {}))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is assigned to a field for every unique index over values that callers choose', async () => {
    const { rows } = await kernel.database.pool.query<{ name: string }>(`
      SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE UNIQUE%'
        AND indexname NOT LIKE '%\\_pkey' AND tablename NOT IN ('inbox_messages', 'events', 'user_identities', 'webhook_deliveries', 'devices', 'flows', 'factors', 'connectors', 'delegations')`);
    const { similarFields, takenFields } = await import('../../src/store/records/constraints.ts');
    expect(Object.keys({ ...takenFields, ...similarFields }).sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

test('the events of a request have its id', async () => {
  const requestId = 'req_of_this_test';
  await kernel.execute(misbehave, actorWith(), { name: 'by request', conduct: 'good' }, originOf(requestId));
  expect(await eventsOf(kernel.database, requestId)).toHaveLength(1);
});
