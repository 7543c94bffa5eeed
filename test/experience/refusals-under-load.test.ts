import { beforeEach, expect, test } from 'vitest';
import type { HashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { readHash } from '../../src/platform/passwords/password-hashes.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { addUser } from '../support/issuer.ts';
import { sharePages } from '../support/browsers/pages.ts';

/** The time of refusals on a machine that compares passwords slowly. */
let [time, slowness] = [0, 1];
/** Ages of the refusals. */
const ages: number[] = [];
let begun = 0;
const timer = {
  now: () => time,
  wait(milliseconds: number) {
    time += milliseconds;
    ages.push(time - begun);
    return Promise.resolve();
  },
};
/** Comparisons that take as long as on a machine of 25 ms, and that many times as long. */
const hashProcesses: HashProcesses = {
  count: 1,
  hash: () => Promise.resolve(ours),
  matches({ stored }) {
    const cost = readHash(stored)?.cost ?? 1;
    // The costs of other kinds are estimated on the high side.
    time += slowness * 25 * (cost > 1 ? cost * 0.8 : cost);
    return Promise.resolve(false);
  },
};
const ours = `$argon2id$v=19$m=47104,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const { issuer, web } = sharePages({ timer, hashProcesses });

const kinds: Record<string, object | null> = {
  unknown: null,
  ours: { passwordHash: ours },
  suspended: { passwordHash: ours, suspendedAt: new Date() },
  none: { passwordHash: null },
  pbkdf2: { passwordHash: `$pbkdf2-sha256$600000$${'A'.repeat(22)}$${'A'.repeat(43)}` },
  bcrypt: { passwordHash: `$2b$12$${'a'.repeat(53)}` },
};
beforeEach(() => {
  [ages.length, slowness] = [0, 1];
  time += 3_600_000;
});

/** The age of the refusal of a wrong password. */
async function refuse(kind: string): Promise<number> {
  const data = kinds[kind];
  const { username } = data ? await addUser(issuer.database.prisma, data) : { username: `unknown${time}` };
  const page = await openPage(issuer, web);
  begun = time;
  expect(await page.answer({ identifier: username ?? '', password: 'wrong' })).toMatchObject({ status: 422 });
  return ages.at(-1) ?? 0;
}

test.each([1, 10, 30])(
  'all refusals of one moment are equally old on a machine that is %d times slower',
  async (times) => {
    // The kinds are known, and some passwords were compared.
    for (const kind of Object.keys(kinds)) await refuse(kind);
    slowness = times;
    for (let count = 0; count < 5; count++) await refuse('unknown');
    ages.length = 0;
    for (const kind of [...Object.keys(kinds), ...Object.keys(kinds).reverse()]) await refuse(kind);
    expect(ages).toHaveLength(12);
    expect([...new Set(ages)]).toHaveLength(1);
  },
);

test('refusals are quick again minutes after an overload, however few passwords were compared since', async () => {
  await refuse('bcrypt');
  const before = await refuse('unknown');
  slowness = 30;
  for (let count = 0; count < 5; count++) await refuse('unknown');
  const during = await refuse('unknown');
  expect(during).toBeGreaterThan(10 * before);
  slowness = 1;
  time += 10 * 60_000;
  expect(await refuse('unknown')).toBe(before);
  expect(await refuse('bcrypt')).toBe(before);
});
