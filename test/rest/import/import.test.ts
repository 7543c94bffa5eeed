import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { everything, type Json, startRest, tokenFor } from '../api.ts';

const rest = perFile(startRest);

const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const type = { 'content-type': 'application/x-ndjson' };
async function send(body: string | Buffer<ArrayBuffer>, token: string | null = everything, more = {}) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...type, ...authorization, ...more };
  const response = await fetch(`${rest.url}/users/import`, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, text: await response.text(), json: null };
}
/** The lines of a response. */
const linesOf = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const ndjson = (users: readonly object[]) => users.map((user) => `${JSON.stringify(user)}\n`).join('');
const stored = (username: string) =>
  rest.kernel.database.prisma.user.findUnique({ where: { username }, select: { passwordHash: true, name: true } });
const people = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ username: `${prefix}${index}`, passwordHash: bcrypt }));

describe('an import', () => {
  it('reports the same problems as the operation and the bulk operation', async () => {
    const user = { nope: 1, username: 5, email: 'x' };
    const single = await rest.send('POST /users', { body: user });
    const bulk = await rest.send('POST /bulk/create-users', { body: { items: [user] } });
    const [line] = linesOf((await send(ndjson([user]))).text);
    expect(single.json.problems).toHaveLength(3);
    expect(single.json.problems).toContainEqual({ path: ['nope'], code: 'UNKNOWN_FIELD', message: 'Unknown field.' });
    const codes = ['UNKNOWN_FIELD', 'INVALID_TYPE', 'INVALID_FORMAT'];
    expect(single.json.problems.map(({ code }: { code: string }) => code).sort()).toEqual(codes.sort());
    const failure = { code: 'BAD_USER_INPUT', message: 'Invalid input.', problems: single.json.problems };
    expect([bulk.json.results[0].failure, line?.['failure']]).toEqual([failure, failure]);
  });

  it('creates a user for each line, with its password hash, and ends with the totals', async () => {
    const answer = await send(
      `\uFEFF${ndjson([{ username: 'ada', name: 'Ada', passwordHash: bcrypt }])}\n{"username":"grace"}`,
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(linesOf(answer.text)).toEqual([{ read: 2, created: 2, failed: 0, done: true }]);
    expect(await stored('ada')).toEqual({ name: 'Ada', passwordHash: bcrypt });
    expect(await stored('grace')).toEqual({ name: null, passwordHash: null });
    const events = await rest.eventsOf(answer);
    expect(events.map(({ type: name }) => name)).toEqual(['User.Created', 'User.Created']);
    expect(JSON.stringify(events) + answer.text).not.toContain('$2a$');
  });

  it('reports every refused line with its number, and creates the other users', async () => {
    const lines = [
      '{"username":"first"}',
      '{"username":"FIRST"}',
      'no json',
      '',
      '[]',
      '{"username":"twice","username":"again"}',
      `{"username":"long","name":"${'x'.repeat(65_536)}"}`,
      '{"username":"hash","passwordHash":"md5"}',
      '{"username":"more","isAdmin":true}',
      '{"username":"nul","name":"\\u0000"}',
      '{"username":"last"}',
    ];
    const answer = linesOf((await send(lines.join('\r\n'))).text);
    const refusals = answer.slice(0, -1).map(({ line, failure }) => [line, failure.code, failure.problems[0]?.path]);
    expect(refusals).toEqual([
      [2, 'TAKEN', ['username']],
      [3, 'BAD_USER_INPUT', []],
      [5, 'BAD_USER_INPUT', []],
      [6, 'BAD_USER_INPUT', ['username']],
      [7, 'BAD_USER_INPUT', []],
      [8, 'BAD_USER_INPUT', ['passwordHash']],
      [9, 'BAD_USER_INPUT', ['isAdmin']],
      [10, 'BAD_USER_INPUT', ['name']],
    ]);
    expect(answer.at(-1)).toEqual({ read: 10, created: 2, failed: 8, done: true });
    expect([await stored('first'), await stored('last'), await stored('twice')]).toEqual([
      expect.anything(),
      expect.anything(),
      null,
    ]);
  });

  it('refuses a line that is not UTF-8, and ignores blank lines', async () => {
    const bad = Buffer.concat([Buffer.from('{"username":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    expect(linesOf((await send(bad)).text)).toMatchObject([
      { line: 1, failure: { code: 'BAD_USER_INPUT', message: 'The line must be UTF-8.' } },
      { read: 1, created: 0, failed: 1, done: true },
    ]);
    expect(linesOf((await send('\n \n')).text)).toEqual([{ read: 0, created: 0, failed: 0, done: true }]);
  });

  it('an import of 1,000 users reports its progress every 500 lines', async () => {
    const before = await rest.kernel.database.prisma.user.count();
    const answer = linesOf((await send(ndjson(people('many', 1000)))).text);
    expect(answer.slice(0, -1)).toEqual(
      Array.from({ length: 2 }, (_, index) => ({ read: (index + 1) * 500, created: (index + 1) * 500, failed: 0 })),
    );
    expect(answer.at(-1)).toEqual({ read: 1000, created: 1000, failed: 0, done: true });
    expect(await rest.kernel.database.prisma.user.count()).toBe(before + 1000);
    const again = linesOf((await send(ndjson(people('many', 100)))).text);
    expect(again).toHaveLength(101);
    expect(again.at(-1)).toEqual({ read: 100, created: 0, failed: 100, done: true });
  });

  it('ends after the current batch when its client disconnects', async () => {
    const url = new URL(`${rest.url}/users/import`);
    const headers = { ...type, authorization: `Bearer ${tokenFor(['users:write'])}` };
    const request = httpRequest(url, { method: 'POST', headers });
    request.on('error', () => undefined);
    request.end(ndjson(people('left', 5000)));
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    await once(response, 'data');
    request.destroy();
    await rest.idle();
    const made = await rest.kernel.database.prisma.user.count({ where: { username: { startsWith: 'left' } } });
    expect(made).toBeGreaterThanOrEqual(500);
    expect(made).toBeLessThan(5000);
    expect(made % 100).toBe(0);
    expect(rest.logged).toEqual([]);
  });
});

describe('an import with an idempotency key', () => {
  const keyed = async (lines: readonly object[], key: string) =>
    linesOf((await send(ndjson(lines), everything, { 'idempotency-key': key })).text);
  const named = (name: string) => rest.kernel.database.prisma.user.count({ where: { name } });

  it('creates no user twice when it is sent again, also those that nothing identifies', async () => {
    const lines = Array.from({ length: 150 }, () => ({ name: 'Repeated' }));
    expect(await keyed(lines.slice(0, 120), 'file-1')).toEqual([{ read: 120, created: 120, failed: 0, done: true }]);
    expect(await keyed(lines, 'file-1')).toEqual([{ read: 150, created: 150, failed: 0, done: true }]);
    expect(await named('Repeated')).toBe(150);
    const ordered = [{ name: 'Ordered', customData: { a: 1 } }];
    await keyed(ordered, 'file-4');
    await keyed([{ customData: { a: 1 }, name: 'Ordered' }], 'file-4');
    expect(await named('Ordered')).toBe(1);
    await keyed(lines.slice(0, 2), 'file-2');
    expect(await named('Repeated')).toBe(152);
  });

  it('creates a line that was refused and is correct now, and refuses another user in a line', async () => {
    const first = { name: 'Kept' };
    expect(await keyed([first, { name: 'Mended', email: 'x' }], 'file-3')).toMatchObject([
      { line: 2 },
      { created: 1, failed: 1 },
    ]);
    const mended = { name: 'Mended', email: 'mended@example.com' };
    expect(await keyed([first, mended], 'file-3')).toMatchObject([{ created: 2, failed: 0 }]);
    expect(await keyed([{ name: 'Other' }, mended], 'file-3')).toMatchObject([
      { line: 1, failure: { code: 'BAD_USER_INPUT', message: 'This idempotency key was used for another call.' } },
      { created: 1, failed: 1 },
    ]);
    expect([await named('Kept'), await named('Mended'), await named('Other')]).toEqual([1, 1, 0]);
  });
});

describe('an import is refused as a whole, before any user is created,', () => {
  it.each([
    [401, null],
    [403, tokenFor(['users:read'])],
  ])('a missing token or permission is a %i', async (status, token) => {
    expect((await send('{"username":"refused"}', token)).status).toBe(status);
    expect(await stored('refused')).toBeNull();
  });

  it('a content type other than newline-delimited JSON is a 415', async () => {
    const answer = await rest.send('POST /users/import', { body: { username: 'refused' } });
    expect([answer.status, answer.headers.get('accept')]).toEqual([415, 'application/x-ndjson']);
    expect(await stored('refused')).toBeNull();
  });
});
