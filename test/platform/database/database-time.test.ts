import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import {
  type DatabaseTime,
  measureOffset,
  type Offset,
  openDatabaseTime,
} from '../../../src/platform/database/database-time.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';

describe('the offset to the database', () => {
  let own: OwnDatabase;
  let database: Database;
  beforeAll(async () => {
    own = await ownDatabase();
    database = openDatabase(await reachDatabase(own.url));
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  it('is measured to within half a round trip', async () => {
    const { offset, precision } = await measureOffset(database.pool)();
    // Both clocks are this machine's; the database's counts parts of milliseconds, too.
    expect(Math.abs(offset)).toBeLessThanOrEqual(precision + 2);
  });

  it('is not measured, nor is the time returned, if the clock is set during the measurement', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const client = await database.pool.connect();
    const query = async (text: string) => {
      const answer = await client.query(text);
      vi.setSystemTime(Date.now() + 100 * 24 * 3600 * 1000);
      return answer;
    };
    const measured = measureOffset({ connect: () => ({ query, release: () => client.release() }) } as never)();
    await expect(measured).rejects.toThrow('the clock was set');
    vi.useRealTimers();
  });
});

describe('the corrected time', () => {
  let machine: number;
  let offset: Offset;
  let time: DatabaseTime;
  const lines: { level: string; msg: string }[] = [];
  beforeEach(async () => {
    machine = Date.parse('2026-11-22T10:00:00Z');
    offset = { offset: 0, precision: 5 };
    lines.length = 0;
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const clock = { now: () => new Date(machine) };
    time = await openDatabaseTime({ machine: clock, measureOffset: () => Promise.resolve(offset), logger });
    time.close();
  });

  /** Milliseconds between the corrected time and the machine's after this offset was measured. */
  async function correction(measured: number, precision = 5): Promise<number> {
    offset = { offset: measured, precision };
    await time.measure();
    return time.clock.now().getTime() - machine;
  }

  it("is the machine's while both clocks differ by less than a second", async () => {
    expect(await correction(900)).toBe(0);
    expect(await correction(-900)).toBe(0);
    expect(await correction(3000, 2500)).toBe(0);
  });

  it("is the database's if they differ by more, without its jitter", async () => {
    expect(await correction(20_000)).toBe(20_000);
    expect(await correction(20_700)).toBe(20_000);
    expect(await correction(19_300)).toBe(20_000);
    machine += 60_000;
    expect(await correction(40)).toBe(0);
  });

  it('pauses instead of going back by a few seconds', async () => {
    await correction(3000);
    const before = time.clock.now();
    expect(await correction(0)).toBe(3000);
    machine += 2900;
    expect(time.clock.now()).toEqual(before);
    machine += 200;
    expect(time.clock.now()).toEqual(new Date(machine));
  });

  it('is exact to the millisecond when it is measured', async () => {
    offset = { offset: 321, precision: 5 };
    expect(await time.measure()).toEqual(new Date(machine + 321));
  });

  it('makes the process not ready from five minutes on, which is logged once, like the end of it', async () => {
    await correction(299_000);
    expect(time.isWrong()).toBe(false);
    await correction(-301_000);
    await correction(-302_000);
    expect(time.isWrong()).toBe(true);
    await correction(0);
    expect(time.isWrong()).toBe(false);
    expect(lines.map(({ level, msg }) => `${level}: ${msg}`)).toEqual([
      'error: machine clock: off by more than five minutes; not ready, maintenance paused',
      'info: machine clock: correct again',
    ]);
  });
});
