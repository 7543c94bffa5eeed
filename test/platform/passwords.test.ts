import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/platform/passwords.ts';

const passwords = createPasswords();

/** CPU time of this process in milliseconds while `work` ran: steadier than the wall clock on a busy machine. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe('passwords', () => {
  it('are kept as argon2id, 46 MiB, one pass, with a salt of their own', async () => {
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('match only themselves', async () => {
    const hash = await passwords.hash('correct horse');
    await expect(passwords.verify(hash, 'correct horse')).resolves.toBe(true);
    for (const wrong of ['', 'correct hors', 'correct horse ', 'Correct horse', 'x'.repeat(10_000)]) {
      await expect(passwords.verify(hash, wrong)).resolves.toBe(false);
    }
  });

  it('are the same however the keyboard composes their characters (NFKC)', async () => {
    await expect(passwords.verify(await passwords.hash('cafe\u0301 au lait'), 'caf\u00e9 au lait')).resolves.toBe(true);
  });

  it('never match where there is none, which takes as long as a real comparison', async () => {
    const hash = await passwords.hash('correct horse');
    const real: number[] = [];
    const none: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      real.push(await cpuOf(() => passwords.verify(hash, 'wrong')));
      none.push(await cpuOf(() => passwords.verify(null, 'wrong')));
    }
    await expect(passwords.verify(null, 'correct horse')).resolves.toBe(false);
    expect(median(none) / median(real)).toBeGreaterThan(0.6);
    expect(median(none) / median(real)).toBeLessThan(1.6);
  });

  it('are hashed no more than a lane at a time, in the order of asking, and a failure frees its lane', async () => {
    const oneLane = createPasswords(1);
    const order: string[] = [];
    const first = oneLane.hash('first').then(() => order.push('first'));
    const failing = oneLane.verify('not a hash', 'any').catch(() => order.push('failure'));
    const last = oneLane.hash('last').then(() => order.push('last'));
    await Promise.all([first, failing, last]);
    expect(order).toEqual(['first', 'failure', 'last']);
  });
});
