import { beforeEach, describe, expect, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { codesOf, everything, problemPaths, startApi, tokenFor } from '../api.ts';
import { eventsAfter, now } from '../live/event-log.ts';

const api = perFile(startApi);

let n = 0;
beforeEach(() => void n++);

const role = (name: string, more = '') => `createRole(input: { name: "${name} ${n}" } ${more})`;
const counts = async () => {
  const { role: roles, event, idempotencyKey } = api.kernel.database.prisma;
  return [await roles.count(), await event.count(), await idempotencyKey.count(), api.kernel.nudged.length];
};

/** Runs a document and expects that it changes nothing. */
async function unchanged(document: string, token = everything) {
  const before = await counts();
  const answer = await api.call(document, {}, token);
  expect(await counts()).toEqual(before);
  return answer;
}

describe('an atomic operation', () => {
  it('applies all mutations, with their events in order, and each sees the earlier ones', async () => {
    const start = await now(api);
    const { data, errors } = await api.call(`mutation @atomic {
      a: ${role('First')} { role { name } query { roles(search: "First ${n}") { totalCount } } }
      b: createUser(input: { username: "atomic-${n}" }) { user { username } query { roles(search: "First ${n}") { totalCount } } }
      c: ${role('Second')} { role { name version } }
    }`);
    expect([errors, data.a.query, data.b.query]).toEqual([
      [],
      { roles: { totalCount: 1 } },
      { roles: { totalCount: 1 } },
    ]);
    const { nodes } = await eventsAfter(api, start);
    expect(nodes.map(({ type }: { type: string }) => type)).toEqual(['ROLE_CREATED', 'USER_CREATED', 'ROLE_CREATED']);
  });

  it('applies nothing if one mutation is refused, and runs none after it', async () => {
    const { data, errors } = await unchanged(`mutation @atomic {
      a: ${role('Kept', 'idempotencyKey: "atomic"')} { role { id } }
      b: deleteRole(input: { roleId: "role_01h455vb4pex5vsknk084sn02q" }) { deletedRoleId }
      c: ${role('After')} { role { id } }
    }`);
    expect(data).toBeNull();
    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['b'], 'NOT_FOUND']]);
  });

  it('applies nothing without the permission of each mutation', async () => {
    const document = `mutation @atomic { ${role('Allowed')} { role { id } } createUser(input: {}) { user { id } } }`;
    expect(codesOf(await unchanged(document, tokenFor(['roles:write'])))).toEqual(['FORBIDDEN']);
  });

  it('is applied although a field of a payload is refused', async () => {
    const before = await counts();
    const document = `mutation @atomic { ${role('Applied')} { role { id users { totalCount } } } }`;
    const { data, errors } = await api.call(document, {}, tokenFor(['roles:write']));
    expect([errors.map(({ extensions }) => extensions.code), data.createRole.role.users]).toEqual([
      ['FORBIDDEN'],
      null,
    ]);
    expect((await counts())[0]).toBe((before[0] ?? 0) + 1);
  });

  it.each([
    ['succeeds', '', []],
    ['has a refused mutation', 'c: createRole(dryRun: true, input: { name: "" }) { role { id } }', ['BAD_USER_INPUT']],
  ])('a dry run of it stores nothing and returns the same, if it %s', async (_, more, expected) => {
    const answer = await unchanged(`mutation @atomic {
      a: ${role('Dry', 'dryRun: true')} { role { name } } b: ${role('Other', 'dryRun: true')} { role { name } } ${more}
    }`);
    const payloads = { a: { role: { name: `Dry ${n}` } }, b: { role: { name: `Other ${n}` } } };
    expect([answer.data, codesOf(answer)]).toEqual([expected.length ? null : payloads, expected]);
  });

  it('repeated with its idempotency keys returns the first results, secrets included', async () => {
    const document = `mutation @atomic {
      a: ${role('Once', `idempotencyKey: "once-${n}"`)} { isReplay role { id } }
      b: createApplication(idempotencyKey: "application-${n}", input: { name: "Once", type: MACHINE_TO_MACHINE }) {
        isReplay application { id } secret
      }
    }`;
    const first = await api.ask(document);
    const second = await api.ask(document);
    expect(second).toEqual({ a: { ...first.a, isReplay: true }, b: { ...first.b, isReplay: true } });
  });

  it('shows no secret of a mutation that is not applied', async () => {
    const { text } = await unchanged(`mutation @atomic {
      createApplication(input: { name: "Never", type: MACHINE_TO_MACHINE }) { secret application { id } }
      createRole(input: { name: "" }) { role { id } }
    }`);
    expect(text).not.toContain('secret');
  });

  it.each([
    [
      'more than 20 mutations',
      () => Array.from({ length: 21 }, (_, i) => `a${i}: ${role(`R${i}`)} { role { id } }`),
      'TOO_COMPLEX',
      [],
    ],
    [
      'a bulk mutation in mode EACH',
      () => ['createUsers(input: { items: [{}] }) { failed }'],
      'BAD_USER_INPUT',
      ['input.mode'],
    ],
    [
      'dry runs beside others',
      () => [`a: ${role('A', 'dryRun: true')} { role { id } } b: ${role('B')} { role { id } }`],
      'BAD_USER_INPUT',
      ['dryRun'],
    ],
  ])('is refused with %s', async (_, parts, code, paths) => {
    const answer = await unchanged(`mutation @atomic { ${parts().join(' ')} }`);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([[code], paths]);
  });

  it('cannot send a test event to a webhook, which no rollback takes back', async () => {
    const input = '{ name: "Test", url: "https://example.com/", eventTypes: [ROLE_CREATED] }';
    const { createWebhook } = await api.ask(`mutation { createWebhook(input: ${input}) { webhook { id } } }`);
    const answer = await unchanged(
      `mutation @atomic { testWebhook(input: { webhookId: "${createWebhook.webhook.id}" }) { events { type } } }`,
    );
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
  });

  it('is a directive of mutations only', async () => {
    expect(codesOf(await api.call('query @atomic { roles { totalCount } }'))).toEqual(['INVALID_DOCUMENT']);
  });

  it('is repeated after a deadlock with another one', async () => {
    const make = async (name: string) =>
      (await api.ask(`mutation { ${role(name)} { role { id } } }`)).createRole.role.id;
    const [one, other] = [await make('One'), await make('Other')];
    const both = (first: string, second: string, text: string) => `mutation @atomic {
      a: updateRole(input: { roleId: "${first}", description: "${text}" }) { role { description } }
      b: updateRole(input: { roleId: "${second}", description: "${text}" }) { role { description } }
    }`;
    const answers = await Promise.all(
      [1, 2, 3].flatMap((i) => [api.call(both(one, other, `a${i}`)), api.call(both(other, one, `b${i}`))]),
    );
    // Requests that could not run in time are refused as a whole.
    expect(answers.flatMap(codesOf).filter((code) => code !== 'CONFLICT' && code !== 'SERVICE_UNAVAILABLE')).toEqual(
      [],
    );
    expect(answers.filter(({ errors }) => errors.length === 0).length).toBeGreaterThanOrEqual(2);
    const found = await api.kernel.database.prisma.role.findMany({ where: { id: { in: [one, other] } } });
    expect(new Set(found.map(({ description }) => description)).size).toBe(1);
  });
});
