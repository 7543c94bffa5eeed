import { beforeAll, expect, it } from 'vitest';
import { runMaintenance } from '../../../src/app/maintenance/maintenance.ts';
import { addSums } from '../../support/exchanges/exchange-rows.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { type DatabaseTime, openDatabaseTime } from '../../../src/platform/database/database-time.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { actorWith, originOf, startKernel } from '../../support/kernel.ts';
import { addApplication } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';

const kernel = perFile(startKernel);
beforeAll(async () => {
  const machine = { now: () => new Date(kernel.now().getTime() + ahead * 1000) };
  const measureOffset = () => Promise.resolve({ offset: -ahead * 1000, precision: 0 });
  time = await openDatabaseTime({ machine, measureOffset, logger });
});

const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => void logged.push(line) });
/** Seconds by which the machine's clock is ahead of the database's. */
let ahead = 0;
let time: DatabaseTime;
const ledgerServices = {
  config: { exchangeLedger: { retentionDays: 90 } },
  tokens: { ledger: { counts: { written: 0, lost: 0, gaps: 0 } } },
};
const round = (database = kernel.database) => {
  const { execute, identityProviders } = kernel;
  return runMaintenance({ database, time, logger, execute, ids, identityProviders, ...ledgerServices });
};
const left = async () => [
  await kernel.database.prisma.idempotencyKey.count(),
  await kernel.database.prisma.oidcRecord.count(),
];

it('maintenance deletes idempotency keys after a day and records of the issuer when they expire, and nothing else', async () => {
  const { execute, database } = kernel;
  await execute(createUser, actorWith(), {}, originOf('req_1'), { idempotencyKey: 'old' });
  const expiresAt = new Date(kernel.now().getTime() + 24 * 3600 * 1000);
  await database.prisma.oidcRecord.createMany({
    data: [
      { model: 'Session', key: 'expires', payload: {}, expiresAt },
      { model: 'Session', key: 'stays', payload: {} },
    ],
  });
  kernel.advance(24 * 3600 - 1);
  await execute(createUser, actorWith(), {}, originOf('req_1'), { idempotencyKey: 'new' });
  await round();
  expect(await left()).toEqual([2, 2]);
  kernel.advance(1);
  await round();
  expect(await left()).toEqual([1, 1]);
  expect(await database.prisma.user.count()).toBe(2);
});

it('maintenance assigns positions to events without readers, in log order, and deletes events after the retention period', async () => {
  const { run, database } = kernel;
  await run(createUser, {});
  await run(createUser, {});
  await round();
  const places = 'SELECT position::int FROM events ORDER BY sequence';
  const placed = (await database.pool.query(places)).rows.map(({ position }) => position);
  expect(placed).toEqual(placed.map((_, index) => index + 1));
  expect(placed.length).toBeGreaterThan(1);
  await run(createUser, {});
  kernel.advance(91 * 24 * 3600);
  await round();
  expect(await database.prisma.event.count()).toBe(0);
});

it('maintenance suspends applications that have expired', async () => {
  const { prisma } = kernel.database;
  const expiresAt = new Date(kernel.now().getTime() + 60_000);
  const { id } = await addApplication(prisma, 'MACHINE_TO_MACHINE', { expiresAt });
  const isSuspended = async () => (await prisma.application.findUniqueOrThrow({ where: { id } })).suspendedAt !== null;
  await round();
  expect(await isSuspended()).toBe(false);
  kernel.advance(60);
  await round();
  expect(await isSuspended()).toBe(true);
});

it('maintenance deletes sums of token exchanges after 400 days', async () => {
  const { database } = kernel;
  const daysAgo = (days: number) => new Date(kernel.now().getTime() - days * 24 * 3600 * 1000);
  await addSums(
    database,
    [400, 402].map((days) => ({ applicationId: 'app_x', count: 1, at: daysAgo(days) })),
  );
  await round();
  expect(await database.prisma.exchangeDay.findMany({ select: { firstAt: true } })).toEqual([
    { firstAt: daysAgo(400) },
  ]);
});

it('maintenance makes the partitions of the next day, finds the gaps of killed processes, and drops what is too old', async () => {
  const { database } = kernel;
  await round();
  const partitions = async () =>
    (await database.pool.query(`SELECT inhrelid FROM pg_inherits WHERE inhparent = 'exchanges'::regclass`)).rowCount;
  const before = (await partitions()) ?? 0;
  expect(before).toBeGreaterThanOrEqual(2);
  await database.prisma.exchangeWriter.create({ data: { id: 'killed', flushedAt: kernel.now() } });
  await round();
  expect(await database.prisma.exchangeGap.count()).toBe(0);
  const from = kernel.now();
  kernel.advance(60);
  await round();
  expect(await database.prisma.exchangeGap.findMany()).toMatchObject([
    { writerId: 'killed', from, until: kernel.now() },
  ]);
  expect(ledgerServices.tokens.ledger.counts.gaps).toBe(1);
  expect(logged.splice(0)).toEqual([expect.stringContaining('processes have ended without')]);
  // Sums are kept longer than rows, and miss what the ledger misses.
  for (const [days, gaps] of [
    [92, 1],
    [310, 0],
  ] as const) {
    kernel.advance(days * 24 * 3600);
    await round();
    expect(await partitions()).toBe(2);
    expect(await database.prisma.exchangeGap.count()).toBe(gaps);
  }
});

it("maintenance corrects the machine's clock by up to five minutes, and beyond that deletes nothing", async () => {
  const { run, database } = kernel;
  await run(createUser, {});
  const expiresAt = new Date(kernel.now().getTime() + 60_000);
  await database.prisma.oidcRecord.create({ data: { model: 'Session', key: 'young', payload: {}, expiresAt } });
  const before = [await left(), await database.prisma.event.count()];
  for (ahead of [120, 100 * 24 * 3600, -100 * 24 * 3600]) {
    await round();
    expect([await left(), await database.prisma.event.count()]).toEqual(before);
    expect(time.isWrong()).toBe(Math.abs(ahead) > 300);
    expect(time.clock.now()).toEqual(kernel.now());
  }
  // Records that expire meanwhile wait for a process with a correct clock.
  kernel.advance(61);
  await round();
  expect([await left(), await database.prisma.event.count()]).toEqual(before);
  ahead = 120;
  await round();
  expect(await left()).not.toEqual(before[0]);
  ahead = 0;
  const loggedMessages = logged.splice(0).map((line) => JSON.parse(line).msg);
  expect(new Set(loggedMessages)).toEqual(
    new Set([
      'machine clock: off by more than five minutes; not ready, maintenance paused',
      'maintenance: skipped; the clock of this machine is wrong',
    ]),
  );
});

it('maintenance continues after a failed task, and logs the failure', async () => {
  const broken = { ...kernel.database, pool: { query: () => Promise.reject(new Error('the database is away')) } };
  await round(broken as never);
  expect(logged.map((line) => JSON.parse(line).task)).toEqual([
    'event positions',
    'partitions of the exchange ledger',
    'gaps in the exchange ledger',
    'activity',
    'exchanges',
    'starts of delegations',
    'deliveries',
    'assignments of deleted roles',
    'records of the issuer',
    'idempotency keys',
    'old events, deliveries, jobs and messages',
    'old flows and limits',
    'old exchanges',
    'old counts of activity',
    'old counts of deliveries',
    'expired one-time tokens',
    'expired subject tokens',
    'unused assets',
  ]);
});
