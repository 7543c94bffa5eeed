import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Job, type Jobs, openJobs, takeTurns } from '../../../src/delivery/webhooks/jobs.ts';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { inTransaction } from '../../../src/store/sql/in-transaction.ts';
import { type OwnDatabase, ownDatabase, waitingForLocks } from '../../support/database.ts';

/** Two processes that take jobs from the same database. */
let own: OwnDatabase;
let database: Database;
let here: Jobs;
let there: Jobs;
let job: Job;

beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(own.url);
  const logger = createLogger('error');
  here = await openJobs(database, logger);
  there = await openJobs(database, logger);
  await here.wake(['hook_1']);
  [job] = (await here.take(1)) as [Job];
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.close();
  await own.drop();
});

/** As if so many seconds had passed since the last sign. */
const silence = (seconds: number) =>
  database.pool.query('UPDATE pgboss.job SET heartbeat_on = heartbeat_on - make_interval(secs => $1)', [seconds]);

it('A job of a webhook that somebody is at work for is given to nobody else, however often it is asked for', async () => {
  await there.wake(['hook_1']);
  expect(await there.take(1)).toEqual([]);
});

it('As long as its process says that it is at work on it, it keeps the job', async () => {
  await silence(5);
  const { heldUntil } = job;
  await here.isWorkedOn([job]);
  expect(job.heldUntil).toBeGreaterThan(heldUntil);
  const { rows } = await database.pool.query<{ silence: number }>(
    'SELECT extract(epoch FROM now() - heartbeat_on)::float AS silence FROM pgboss.job WHERE id = $1',
    [job.attempt.id],
  );
  expect(rows[0]?.silence).toBeLessThan(4);
});

it('After ten seconds without a sign it is given to another process, and what the first one says of it counts no more', async () => {
  await silence(11);
  const taken = await vi.waitFor(
    async () => {
      const [other] = await there.take(1);
      if (!other) throw new Error('not yet');
      return other;
    },
    { timeout: 8000, interval: 100 },
  );
  expect(taken).toMatchObject({ webhookId: 'hook_1' });
  const { heldUntil } = job;
  await here.isWorkedOn([job]);
  expect(job.heldUntil).toBe(heldUntil);
  await here.done(job);
  expect(await here.take(1)).toEqual([]);
});

it('Of several jobs of a webhook one is given, however many processes ask at the same moment', async () => {
  const now = new Date();
  for (let round = 0; round < 10; round++) {
    const webhookId = `hook_of_round_${round}`;
    await here.wake([webhookId]);
    for (let second = 0; second < 5; second++)
      await here.wakeAt(webhookId, new Date(now.getTime() - second * 1000), now);
    const taken = await Promise.all([here, there, here, there].map((jobs) => jobs.take(2)));
    expect(taken.flat().filter((one) => one.webhookId === webhookId)).toHaveLength(1);
  }
});

it('A process that stands still while it takes jobs keeps the others from it for some seconds, not for longer', async () => {
  const [begun, thaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const frozen = inTransaction(database, async (client) => {
    await takeTurns(client);
    begun.resolve();
    await thaw.promise;
  });
  await begun.promise;
  await here.wake(['hook_2']);
  expect(await there.take(1)).toMatchObject([{ webhookId: 'hook_2' }]);
  thaw.resolve();
  await expect(frozen).rejects.toThrow('not queryable');
}, 10_000);

it('Two processes that wake the same webhooks, each in an order of its own, both come through', async () => {
  const end = Promise.withResolvers<void>();
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Each is stopped on its way by one of these, so that both are in the middle of it at the same time.
  const stopping = ['z1', 'z2'].map((webhookId, index) =>
    inTransaction(database, async (client) => {
      await here.wake([webhookId], client);
      begun[index]?.resolve();
      await end.promise;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  const waking = [here.wake(['b', 'z1', 'a']), there.wake(['a', 'z2', 'b'])];
  await vi.waitFor(async () => {
    expect(await waitingForLocks(database)).toBe(2);
  });
  end.resolve();
  await Promise.all([...waking, ...stopping]);
});
