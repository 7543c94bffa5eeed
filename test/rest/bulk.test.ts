import { describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { makeRecords } from '../support/records.ts';
import { breakFaultyUsers, cutDatabase } from '../support/faults.ts';
import { perFile } from '../support/per-file.ts';
import { type Json, refusal, startRest, tokenFor } from './api.ts';

const rest = perFile(startRest);

const create = (body: object, sent: object = {}, path = '/bulk/create-users') =>
  rest.send(`POST ${path}`, { body, ...sent });
const count = () => rest.kernel.database.prisma.user.count();

describe('a bulk operation', () => {
  it('returns a result per item, in order', async () => {
    const { status, json } = await create({ items: [{ username: 'one' }, { username: 'x y' }, { username: 'two' }] });
    expect(status).toBe(200);
    expect([json.succeeded, json.failed]).toEqual([2, 1]);
    expect(json.results).toMatchObject([
      { index: 0, result: { username: 'one', version: 1 }, failure: null },
      { index: 1, result: null, failure: { code: 'BAD_USER_INPUT', problems: [{ path: ['username'] }] } },
      { index: 2, result: { username: 'two' }, failure: null },
    ]);
    expect(json.results[0].result).not.toHaveProperty('passwordHash');
  });

  it('the mode ALL changes nothing if one item is refused, and names the item', async () => {
    const before = await count();
    const answer = await create({ mode: 'ALL', items: [{ username: 'three' }, { username: 'one' }] });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'TAKEN', paths: ['items.1.username'] });
    expect(await count()).toBe(before);
  });

  it('can be a dry run', async () => {
    const before = await count();
    const { json } = await create(
      { items: [{ username: 'four' }, { username: 'four' }] },
      {},
      '/dry-run/bulk/create-users',
    );
    expect(json.result).toMatchObject({ succeeded: 1, failed: 1 });
    expect(json.events.map(({ type }: Json) => type)).toEqual(['User.Created']);
    expect(await count()).toBe(before);
  });

  it('repeated with the same idempotency key returns the first result', async () => {
    const headers = { 'idempotency-key': 'all-of-them' };
    const first = await create({ items: [{ username: 'five' }, { username: 'six' }] }, { headers });
    const second = await create({ items: [{ username: 'five' }, { username: 'six' }] }, { headers });
    expect(second.json).toEqual(first.json);
    const replayed = [first, second].map((answer) => answer.headers.get('idempotent-replayed'));
    expect(replayed).toEqual([null, 'true']);
    expect(await rest.eventsOf(second)).toEqual([]);
  });

  it('deletes items, and reports those that do not exist', async () => {
    const { user } = await makeRecords(rest.kernel);
    const missing = ids.next('user');
    const { json } = await rest.send('POST /bulk/delete-users', {
      body: { items: [{ userId: user }, { userId: missing }] },
    });
    expect(json.results).toMatchObject([
      { result: null, failure: null },
      { result: null, failure: { code: 'NOT_FOUND', problems: [{ path: ['userId'] }] } },
    ]);
  });

  it.each([
    [{}, 'items'],
    [{ items: [] }, 'items'],
    [{ items: 'x' }, 'items'],
    [{ items: Array.from({ length: 501 }, () => ({})) }, 'items'],
    [{ items: [{}], mode: 'SOME' }, 'mode'],
    [{ items: [{}], other: 1 }, 'other'],
  ])('is refused for an input without items: %j', async (body, path) => {
    const answer = await create(body);
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [path] });
  });

  it('requires the permission of the single operation', async () => {
    const answer = await create({ items: [{}] }, { token: tokenFor(['users:read']) });
    expect(refusal(answer)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('an internal error', () => {
  it('the error of one item is reported with its index and logged, and leaves other results; two in a row end the call', async () => {
    await using faulty = await startRest();
    await breakFaultyUsers(faulty.kernel.url);
    const names = ['fine1', 'faulty1', 'fine2', 'faulty2', 'faulty3', 'never1', 'never2'];
    const items = names.map((username) => ({ username }));
    const answer = await faulty.send('POST /bulk/create-users', { body: { items } });
    const reference = answer.headers.get('x-request-id');
    expect([answer.status, answer.json.succeeded, answer.json.failed]).toEqual([200, 2, 5]);
    const outcomes = answer.json.results.map(({ result, failure }: Json) => result?.username ?? failure.code);
    const fault = 'INTERNAL_SERVER_ERROR';
    expect(outcomes).toEqual(['fine1', fault, 'fine2', fault, fault, fault, fault]);
    expect(answer.json.results[1].failure).toEqual({
      code: fault,
      message:
        'Unexpected error; it is unknown whether this item was applied. The log contains it with this reference.',
      problems: [],
      reference,
    });
    expect(answer.json.results[5].failure.message).toMatch(/^Not attempted/);
    expect(answer.text).not.toContain('disk');
    const logged = faulty.logged.map((line) => JSON.parse(line));
    expect(logged.map(({ requestId, item }) => [requestId, item])).toEqual([1, 3, 4].map((item) => [reference, item]));
    expect(faulty.logged[0]).toContain('a disk of the database is broken');
    expect((await faulty.eventsOf(answer)).map(({ type }) => type)).toEqual(['User.Created', 'User.Created']);
  });

  it('an error in mode ALL rolls back the whole call', async () => {
    await using faulty = await startRest();
    await breakFaultyUsers(faulty.kernel.url);
    const items = [{ username: 'fine1' }, { username: 'faulty1' }];
    const answer = await faulty.send('POST /bulk/create-users', { body: { items, mode: 'ALL' } });
    expect(refusal(answer)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(await faulty.kernel.database.prisma.user.count()).toBe(0);
  });

  it('an error of the database after the commit does not hide that the change was made', async () => {
    const cuts: AsyncDisposable[] = [];
    await using cut = await startRest((kernel) => ({
      async executeBulk(...given) {
        const executed = await kernel.executeBulk(...given);
        cuts.push(await cutDatabase(kernel.url));
        return executed;
      },
    }));
    const { status, json } = await cut.send('POST /bulk/create-users', { body: { items: [{ username: 'done' }] } });
    await cuts[0]?.[Symbol.asyncDispose]();
    expect([status, json]).toEqual([
      200,
      { results: [{ index: 0, result: null, failure: null }], succeeded: 1, failed: 0 },
    ]);
    expect(await cut.kernel.database.prisma.user.count()).toBe(1);
    expect(cut.logged.join('')).toMatch(/"channel":"rest".*request: failed/);
  });
});
