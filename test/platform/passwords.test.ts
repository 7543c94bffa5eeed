import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createHashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { createPasswords } from '../../src/platform/passwords/passwords.ts';
import { createRefusalAge } from '../../src/platform/passwords/refusal-delay.ts';

const passwords = createPasswords();

/** CPU time of hashing processes in milliseconds while `work` ran: steadier than the wall clock on a busy machine. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = await hashingTime();
  await work();
  return (await hashingTime()) - before;
}

/** The first number of "schedstat" is the time on the CPU in nanoseconds. */
async function hashingTime(): Promise<number> {
  const processes = await hashingProcesses();
  const times = processes.map((pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
  return times.reduce((sum, time) => sum + time, 0);
}

/** Children of this process that hash. */
async function hashingProcesses(): Promise<string[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tinypool'));
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe('passwords', () => {
  it('are stored as argon2id, 46 MiB, one pass, with a random salt', async () => {
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('are hashed in a process of its own, with a low priority, and without the secrets of the environment', async () => {
    await passwords.hash('correct horse');
    const hashing = await hashingProcesses();
    // "nice" is the 19th field; the name of the process, in parentheses, may contain spaces (man 5 proc_pid_stat).
    const niceOf = (pid: string) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[16];
    expect(hashing.map(niceOf)).toContain('5');
    expect(readFileSync(`/proc/${hashing[0]}/environ`, 'utf8')).not.toContain('PATH=');
  });

  it('are hashed by another process when one is killed, in the middle of its work or without any', async () => {
    const killed = createPasswords({ processes: createHashProcesses(1) });
    const before = new Set(await hashingProcesses());
    await killed.hash('first');
    const [own] = (await hashingProcesses()).filter((pid) => !before.has(pid));
    const hashing = killed.hash('second');
    process.kill(Number(own), 'SIGKILL');
    await expect(hashing).resolves.toMatch(/^\$argon2id\$/);
    const [next] = (await hashingProcesses()).filter((pid) => !before.has(pid) && pid !== own);
    process.kill(Number(next), 'SIGKILL');
    await expect(killed.hash('third')).resolves.toMatch(/^\$argon2id\$/);
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

  it('never match without a hash, which takes as long as a real comparison', async () => {
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

  it('are hashed one at a time per process, in order, and a failure frees its process', async () => {
    const single = createPasswords({ processes: createHashProcesses(1) });
    const order: string[] = [];
    const first = single.hash('first').then(() => order.push('first'));
    const failing = single.verify('not a hash', 'any').catch(() => order.push('failure'));
    const last = single.hash('last').then(() => order.push('last'));
    await Promise.all([first, failing, last]);
    expect(order).toEqual(['first', 'failure', 'last']);
  });
});

describe('a refusal', () => {
  /** A timer on which each comparison takes as long as the test sets; records the final waits. */
  function scripted() {
    let time = 0;
    const waits: number[] = [];
    const wait = (milliseconds: number) => Promise.resolve(void waits.push(time + milliseconds));
    return { timer: { now: () => time, wait }, pass: (ms: number) => void (time += ms), waits, now: () => time };
  }
  const claim = (page: string) => ({ address: '192.0.2.1', page, account: page, signal: new AbortController().signal });

  it('is sent at the same age, however long the comparison took', async () => {
    const { timer, pass, waits, now } = scripted();
    const timed = createPasswords({ timer });
    timed.registerHashes(['$2b$12$abcdefghijklmnopqrstuuBmZDB0tdPZVTjAZQfUyRPBYGZUrPLUO']);
    const ages: number[] = [];
    for (const took of [4, 13, 72, 210, 420, 590, 13]) {
      const begun = now();
      const slot = timed.enter(claim(`took ${took}`));
      await slot?.run(async () => pass(took));
      await slot?.refuse();
      ages.push((waits.at(-1) ?? 0) - begun);
    }
    expect(new Set(ages).size).toBe(1);
  });

  it('is sent at the same age after another attempt, whatever that one was compared with', async () => {
    const ages: number[] = [];
    for (const took of [4, 13, 72, 210]) {
      const { timer, pass, waits } = scripted();
      const timed = createPasswords({ processes: createHashProcesses(1), timer });
      timed.registerHashes(['$2b$12$abcdefghijklmnopqrstuuBmZDB0tdPZVTjAZQfUyRPBYGZUrPLUO']);
      const [first, second] = [timed.enter(claim('first')), timed.enter(claim('second'))];
      await Promise.all([first?.run(async () => pass(took)), second?.run(async () => pass(13))]);
      await second?.refuse();
      ages.push(waits.at(-1) ?? 0);
    }
    expect(new Set(ages).size).toBe(1);
  });

  it('is sent at the next multiple of the age on a busy machine', async () => {
    const { timer, pass, waits } = scripted();
    const slot = createPasswords({ timer }).enter(claim('late'));
    await slot?.run(async () => pass(301));
    await slot?.refuse();
    expect(waits).toEqual([600]);
  });

  it('is sent at an age that covers the wait in the queue, so the comparison does not show after it', async () => {
    const { timer, pass, waits, now } = scripted();
    const timed = createPasswords({ timer });
    timed.registerHashes(['$2b$12$abcdefghijklmnopqrstuuBmZDB0tdPZVTjAZQfUyRPBYGZUrPLUO']);
    const ages: number[] = [];
    for (const took of [25, 25, 400, 25]) {
      const begun = now();
      const slot = timed.enter(claim(`waits ${begun}`));
      pass(2300);
      await slot?.run(async () => pass(took));
      await slot?.refuse();
      ages.push((waits.at(-1) ?? 0) - begun);
    }
    // The first one has shown how long the queue is.
    expect(ages).toEqual([2400, 4800, 4800, 4800]);
  });

  it('is not sent much later after a quick comparison in a busy process', () => {
    const { timer } = scripted();
    const age = createRefusalAge(timer);
    // bcrypt with cost 12: the slowest hash that is stored.
    age.registerCost(16);
    age.observe(0.001, 20);
    expect(age.current()).toBe(1200);
  });

  it('is sent within 40 seconds after a pause of the process, and as before four minutes later', () => {
    const { timer, pass } = scripted();
    const age = createRefusalAge(timer);
    age.registerCost(16);
    age.observe(1, 13);
    expect(age.current()).toBe(600);
    age.observe(1, 3_600_000);
    age.observeWait(3_600_000);
    expect(age.current()).toBe(38_400);
    pass(119_000);
    age.observe(1, 13);
    expect(age.current()).toBe(38_400);
    pass(121_000);
    expect(age.current()).toBe(600);
  });

  it('holds neither a thread nor a slot while it waits', async () => {
    const timed = createPasswords({
      processes: createHashProcesses(1),
      timer: { now: () => 0, wait: () => new Promise(() => undefined) },
    });
    const slots = Array.from({ length: 5 }, () => timed.enter(claim('one')));
    for (const slot of slots) void slot?.refuse();
    const next = timed.enter(claim('one'));
    await expect(timed.verify(null, 'wrong', next)).resolves.toBe(false);
  });

  it('waits in real time', async () => {
    const begun = performance.now();
    await passwords.enter(claim('real'))?.refuse();
    // A timer may fire a little early by the clock that measures here.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
  });
});
