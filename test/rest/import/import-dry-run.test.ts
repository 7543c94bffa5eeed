import { describe, expect, it } from 'vitest';
import { actorWith } from '../../support/kernel.ts';
import { asOneImport, dryRunLimit } from '../../../src/rest/import/import-dry-run.ts';
import { perFile } from '../../support/per-file.ts';
import { everything, type Json, startRest } from '../api.ts';

const rest = perFile(startRest);

async function send(lines: readonly string[], path = '/users/import'): Promise<Json[]> {
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${everything}` };
  const response = await fetch(rest.url + path, { method: 'POST', headers, body: lines.join('\n') });
  expect(response.status).toBe(200);
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const userCount = () => rest.kernel.database.prisma.user.count();
/** Refused lines that fill a batch of a hundred. */
const filling = (count: number) => Array.from({ length: count }, () => '[]');
/** The totals of a response in a dry run. */
const asDryRun = (line: Json): Json => ('read' in line ? { ...line, dryRun: true } : line);

describe('a dry run of an import', () => {
  it('responds as the import does, including conflicts between distant lines, and creates no users', async () => {
    await send(['{"username":"there"}']);
    const lines = [
      '{"username":"ada","email":"Ada@example.com","phone":"+4930901820"}',
      '{"username":"refused","email":"refused@example.com","passwordHash":"md5"}',
      '{"username":"THERE","email":"kept@example.com"}',
      '{"username":"grace"}',
      ...filling(96),
      // The second hundred: identifiers of the first in another spelling, and those of refused lines, still available.
      '{"username":"Ada","email":"free@example.com"}',
      '{"email":"free@example.com"}',
      '{"email":"ADA@example.com"}',
      '{"phone":"+4930901820"}',
      '{"username":"refused","email":"kept@example.com"}',
      'no json',
      '{"username":"ada","email":"ada@example.com"}',
      ...filling(93),
      // The third: identifiers of the first two.
      '{"email":"kept@example.com"}',
      '{"username":"grace"}',
      '{"username":"third","email":"free@example.com"}',
      '{"username":"third"}',
    ];
    const before = await userCount();
    const dry = await send(lines, '/dry-run/users/import');
    expect(await userCount()).toBe(before);
    const real = await send(lines);
    expect(dry).toEqual(real.map(asDryRun));
    expect(dry.at(-1)).toEqual({ read: 204, created: 5, failed: 199, dryRun: true, done: true });
    const taken = dry.filter(({ failure }) => failure?.code === 'TAKEN');
    expect(taken.map(({ line }) => line)).toEqual([3, 101, 103, 104, 107, 201, 202, 203]);
    expect(await userCount()).toBe(before + 5);
  });

  it('has a maximum number of users, and ends with an error beyond it', async () => {
    const answer = (users: readonly unknown[]) =>
      Promise.resolve(users.map((_, index) => ({ index, output: {}, failure: null })));
    const create = asOneImport(answer, 3);
    const user = { line: 1, user: {} };
    const caller = async () => actorWith();
    expect(await create([user, user, user], caller)).toHaveLength(3);
    await expect(create([user], caller)).rejects.toThrow('A dry run accepts at most 3 users.');
    expect(dryRunLimit).toBe(50_000);
  });
});
