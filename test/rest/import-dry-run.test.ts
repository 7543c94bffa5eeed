import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOneImport, dryRunLimit } from '../../src/rest/import-dry-run.ts';
import { everything, type Json, type Rest, startRest } from './api.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest[Symbol.asyncDispose]());

async function send(lines: readonly string[], query = ''): Promise<Json[]> {
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${everything}` };
  const response = await fetch(`${rest.url}/users/import${query}`, { method: 'POST', headers, body: lines.join('\n') });
  expect(response.status).toBe(200);
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const userCount = () => rest.kernel.database.prisma.user.count();
/** Users that fill a batch of a hundred up. */
const filling = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ username: `${name}_${index}` }));
/** The totals of an answer, as a dry run says them. */
const asDryRun = (line: Json): Json => ('read' in line ? { ...line, dryRun: true } : line);

describe('a dry run of an import', () => {
  it('answers as the import does, conflicts between lines far apart included, and creates nobody', async () => {
    await send(['{"username":"there"}']);
    const lines = [
      '{"username":"ada","email":"Ada@example.com","phone":"+4930901820"}',
      '{"username":"refused","email":"refused@example.com","passwordHash":"md5"}',
      '{"username":"THERE","email":"kept@example.com"}',
      ...filling('first', 97),
      // The second hundred: taken by the first one, in another spelling; and not taken by lines that were refused.
      '{"username":"Ada","email":"free@example.com"}',
      '{"email":"free@example.com"}',
      '{"email":"ADA@example.com"}',
      '{"phone":"+4930901820"}',
      '{"username":"refused","email":"kept@example.com"}',
      'no json',
      '{"username":"ada","email":"ada@example.com"}',
      ...filling('second', 93),
      // The third: taken by the first or second one.
      '{"email":"kept@example.com"}',
      '{"username":"first_5"}',
      '{"username":"third","email":"free@example.com"}',
      '{"username":"third"}',
      ...filling('third', 400),
    ];
    const before = await userCount();
    const dry = await send(lines, '?dryRun=true');
    expect(await userCount()).toBe(before);
    const real = await send(lines, '?dryRun=false');
    expect(dry).toEqual(real.map(asDryRun));
    expect(dry.at(-1)).toEqual({ read: 604, created: 594, failed: 10, dryRun: true, done: true });
    expect(dry.slice(0, 10).map(({ line }) => line)).toEqual([2, 3, 101, 103, 104, 106, 107, 201, 202, 203]);
    expect(await userCount()).toBe(before + 594);
  });

  it(`takes ${dryRunLimit} users: one more ends it, and says so`, async () => {
    const create = asOneImport((users) =>
      Promise.resolve(users.map((_, index) => ({ index, output: {}, failure: null }))),
    );
    const users = Array.from({ length: dryRunLimit }, () => ({}));
    expect(await create(users)).toHaveLength(dryRunLimit);
    await expect(create([{}])).rejects.toThrow(`at most ${dryRunLimit} users`);
  });
});
