import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmission, type Rest } from '../../src/platform/admission/admission.ts';
import { classes, type WorkKind } from '../../src/platform/admission/classes.ts';
import { refusalOf } from '../support/kernel.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const settle = () => new Promise((resolve) => setImmediate(resolve));
const refused = { code: 'SERVICE_UNAVAILABLE' };

const admissionWith = (areExpected: () => boolean) =>
  createAdmission({ areExpected, goFirst: () => Promise.resolve() });

/** Work that the test ends. Its name begins with that of its caller. */
function workshop(kind: WorkKind, areTokensRequested = () => false) {
  const { run } = admissionWith(areTokensRequested);
  const begun: string[] = [];
  const steps = new Map<string, PromiseWithResolvers<void>>();
  const step = (name: string): Promise<void> => {
    const next = Promise.withResolvers<void>();
    steps.set(name, next);
    return next.promise;
  };
  const work = (name: string, timeout?: number) =>
    run(kind, name[0] ?? '', async () => (begun.push(name), await step(name), name), timeout);
  return {
    work,
    begun,
    /** Work that rests after its first step, until its second one. */
    resting: (name: string) =>
      run(kind, name[0] ?? '', async (rest: Rest) => {
        begun.push(name);
        await step(name);
        await rest(() => step(`${name} rests`));
        begun.push(`${name} resumes`);
        await step(name);
      }),
    async end(...names: string[]) {
      for (const name of names) {
        await settle();
        steps.get(name)?.resolve();
        await settle();
      }
    },
    fail: (name: string) => steps.get(name)?.reject(new Error('broken')),
  };
}

describe('work of a class', () => {
  it('runs in as many slots as the class has, that of one caller in the order of its arrival', async () => {
    const { work, begun, end } = workshop('dryRun');
    const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => work(name)));
    await settle();
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a1', 'a3', 'a4', 'a5');
    expect(await all).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('runs in fewer slots while tokens are requested, and in all as soon as they are not', async () => {
    let areTokensRequested = true;
    const { work, begun, end } = workshop('dryRun', () => areTokensRequested);
    const all = Promise.all(['a1', 'a2', 'a3', 'a4'].map((name) => work(name)));
    await settle();
    expect(begun).toEqual(['a1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2']);
    areTokensRequested = false;
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
    await end('a3', 'a4');
    expect(await all).toHaveLength(4);
  });

  it('begins soon after tokens are no longer requested, even if nothing ends', async () => {
    let areTokensRequested = true;
    const { work, begun, end } = workshop('dryRun', () => areTokensRequested);
    const all = Promise.all(['a1', 'a2', 'a3'].map((name) => work(name)));
    vi.advanceTimersByTime(100);
    await settle();
    expect(begun).toEqual(['a1']);
    areTokensRequested = false;
    vi.advanceTimersByTime(100);
    await settle();
    expect(begun).toEqual(['a1', 'a2']);
    await end('a1', 'a2', 'a3');
    expect(await all).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('work that fails frees its slot', async () => {
    const { work, begun, end, fail } = workshop('dryRun');
    const all = Promise.allSettled(['a1', 'a2', 'a3'].map((name) => work(name)));
    await settle();
    fail('a1');
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a2', 'a3');
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('leaves the slots of other classes to them', async () => {
    const { run } = admissionWith(() => false);
    const held = Promise.withResolvers<void>();
    const dryRuns = [1, 2].map(() => run('dryRun', 'a', () => held.promise));
    expect(await run('bulk', 'a', () => Promise.resolve('done'))).toBe('done');
    held.resolve();
    await Promise.all(dryRuns);
  });
});

describe('callers', () => {
  it('have their turns one after the other, however much work of one of them waits', async () => {
    const { work, begun, end } = workshop('form');
    const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => work(name)));
    for (let turn = 0; turn < 7; turn++) await end(begun.at(-1) ?? 'a1');
    await all;
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('have a limit of what they have begun, which leaves room for others', async () => {
    const { work, begun, end } = workshop('import');
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => work(name));
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('a1', 'a3', 'b1');
    await Promise.all(all);
  });

  it('have a limit together', async () => {
    const { work, begun, end } = workshop('import');
    const names = Array.from('abcdefghi', (caller) => [`${caller}1`, `${caller}2`]).flat();
    const all = Promise.all(names.map((name) => work(name)));
    await settle();
    expect(begun).toEqual(names.slice(0, 16));
    await end(...names);
    expect(await all).toEqual(names);
  });

  it('can have half of the queue waiting, and others half of what is left', async () => {
    const { work, begun, end } = workshop('dryRun');
    const wait = (caller: string) => Promise.allSettled(Array.from({ length: 200 }, (_, n) => work(`${caller}${n}`)));
    const all = [wait('a'), wait('b')];
    expect(await refusalOf(work('a'))).toMatchObject(refused);
    const patient = work('a patient', Infinity);
    for (let count = 0; count < begun.length; count++) await end(begun[count] ?? '');
    await Promise.all([...all, patient]);
    const admitted = (caller: string) => begun.filter((name) => name.startsWith(caller)).length;
    const { slots, waiting } = classes.dryRun;
    expect([admitted('a'), admitted('b')]).toEqual([slots + waiting / 2 + 1, waiting / 4]);
  });
});

describe('work that rests', () => {
  it('leaves its slot to others, and resumes in its turn', async () => {
    const { resting, work, begun, end } = workshop('export');
    const all = [resting('a1'), resting('b1'), work('c1'), work('d1'), work('e1')];
    await end('a1', 'b1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
    await end('a1 rests', 'b1 rests');
    expect(begun).toHaveLength(4);
    await end('c1', 'd1');
    expect(begun.slice(4)).toEqual(['a1 resumes', 'b1 resumes']);
    await end('a1');
    expect(begun.at(-1)).toBe('e1');
    await end('b1', 'e1');
    await Promise.all(all);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts for its caller meanwhile, and resumes before more of the caller begins', async () => {
    const { resting, work, begun, end } = workshop('export');
    const all = [resting('a1'), resting('a2'), work('a3')];
    await end('a1', 'a2');
    expect(begun).toEqual(['a1', 'a2']);
    await end('a1 rests');
    expect(begun).toEqual(['a1', 'a2', 'a1 resumes']);
    await end('a1');
    expect(begun.at(-1)).toBe('a3');
    await end('a3', 'a2 rests', 'a2');
    await Promise.all(all);
  });

  it('ends if that fails, and frees no slot that it does not have', async () => {
    const { resting, work, begun, end, fail } = workshop('form');
    const broken = resting('a1');
    broken.catch(() => undefined);
    const all = [work('b1'), work('c1')];
    await end('a1');
    fail('a1 rests');
    await expect(broken).rejects.toThrow('broken');
    await settle();
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1', 'c1');
    await Promise.all(all);
  });
});

describe('refused work', () => {
  it('has waited for the timeout of its class, and never begins; the next in the queue takes its turn', async () => {
    const { work, begun, end } = workshop('dryRun');
    const first = Promise.all([work('a1'), work('a2')]);
    const late = refusalOf(work('a3'));
    vi.advanceTimersByTime(1999);
    const next = work('a4');
    vi.advanceTimersByTime(1);
    expect(await late).toMatchObject({
      ...refused,
      message: 'Too many dry runs are in progress. Try again in a moment.',
    });
    await end('a1', 'a2');
    expect(await first).toHaveLength(2);
    expect(begun).toEqual(['a1', 'a2', 'a4']);
    await end('a4');
    expect(await next).toBe('a4');
  });

  it('can be garbage collected, with its request, while the slots are still taken', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { run } = admissionWith(() => false);
    const ends = [1, 2].map(() => Promise.withResolvers<void>());
    const taken = ends.map(({ promise }) => run('dryRun', 'a', () => promise));
    const send = () => {
      const request = { body: 'x'.repeat(1000) };
      return { request: new WeakRef(request), refusal: refusalOf(run('dryRun', 'a', async () => request.body)) };
    };
    const { request, refusal } = send();
    vi.advanceTimersByTime(2000);
    expect(await refusal).toMatchObject(refused);
    await settle();
    collectGarbage();
    expect(request.deref()).toBeUndefined();
    for (const { resolve } of ends) resolve();
    await Promise.all(taken);
  });
});
