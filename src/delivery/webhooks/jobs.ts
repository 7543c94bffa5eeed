import { type Db, PgBoss } from 'pg-boss';
import type pg from 'pg';
import { poolConfig } from '../../platform/database/connections.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { inTransaction } from '../../store/sql/in-transaction.ts';

/**
 * The jobs, which pg-boss keeps in a schema of its own: each says "see what is due to this webhook". What is true stands in our tables: a
 * job too many finds nothing to do, and one that is lost is made again (engine.ts). Who has a job has its webhook alone: that is the one
 * lease there is.
 */
export interface Jobs {
  /** A job for each of these webhooks, now; in the transaction of `client`, when one is given. One that waits already is enough. */
  wake(webhookIds: readonly string[], client?: Pick<pg.ClientBase, 'query'>): Promise<void>;
  /** A job for a webhook at a time, which is so long from `now`: the database's clock may differ from ours. */
  wakeAt(webhookId: string, at: Date, now: Date): Promise<void>;
  /** Takes at most `most` jobs that nobody has; never one for a webhook that anybody is at work for. */
  take(most: number): Promise<Job[]>;
  /** Says that these are being worked on. One of which nobody says so for ten seconds is given to another process. */
  isWorkedOn(jobs: readonly Job[]): Promise<void>;
  done(job: Job): Promise<void>;
  close(): Promise<void>;
}

export interface Job {
  webhookId: string;
  attempt: { id: string; retryCount: number };
  /** Until when nobody else is given it, by `performance.now()`: put off by every sign that was heard. */
  heldUntil: number;
}

const queue = 'webhooks';

/** Seconds after which a job is given to another process, unless its own says that it is at work on it: as few as pg-boss allows. */
const heartbeatSeconds = 10;
/** Seconds after which that is done in any case: longer than a slice takes (slice.ts). */
const expireInSeconds = 32;
/** Seconds between two looks for such jobs. */
const supervision = 2;

/** pg-boss does its own housekeeping on these connections, indexes included: it may take longer than a request may. */
const limits = { connect: 10_000, silence: 60_000 };

/** Opens the jobs in that database; makes their schema when it is not there. */
export async function openJobs(database: Pick<Database, 'pool'>, logger: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: database.pool.options.connectionString ?? '',
    ...poolConfig(limits),
    max: 3,
    application_name: 'mandate-webhooks',
    schedule: false,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
  });
  boss.on('error', (err) => logger.warn({ err }, 'the jobs of webhooks are not to be had now'));
  await boss.start();
  await boss.createQueue(queue, { policy: 'short', expireInSeconds, retryLimit: 1000, deleteAfterSeconds: 60 });
  return {
    async wake(webhookIds, client) {
      if (!webhookIds.length) return;
      // In one order: two processes that wake the same webhooks wait for one another, never each for the other.
      const jobs = webhookIds.toSorted().map((webhookId) => ({ ...jobFor(webhookId), singletonKey: webhookId }));
      await boss.insert(queue, jobs, client && { db: within(client) });
    },
    async wakeAt(webhookId, at, now) {
      // One for each second is enough.
      const singletonKey = `${webhookId} ${Math.ceil(at.getTime() / 1000)}`;
      const startAfter = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
      await boss.insert(queue, [{ ...jobFor(webhookId), singletonKey, startAfter }]);
    },
    async take(most) {
      const heldUntil = heldFromNow();
      const jobs = await inTransaction(database, async (client) => {
        await takeTurns(client);
        return boss.fetch<{ webhookId: string }>(queue, {
          batchSize: most,
          groupConcurrency: 1,
          includeMetadata: true,
          db: within(client),
        });
      });
      return jobs.map(({ id, retryCount, data: { webhookId } }) => ({
        webhookId,
        attempt: { id, retryCount },
        heldUntil,
      }));
    },
    async isWorkedOn(jobs) {
      if (!jobs.length) return;
      const heldUntil = heldFromNow();
      const attempts = jobs.map(({ attempt }) => attempt);
      // Those that it still has; its declared type leaves them out.
      const { settled } = (await boss.touch(queue, attempts)) as { settled: readonly string[] | null };
      for (const job of jobs) if (settled?.includes(job.attempt.id)) job.heldUntil = heldUntil;
    },
    async done({ attempt }) {
      await boss.deleteJob(queue, attempt);
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/**
 * Lets one process at a time take jobs, until its transaction ends: several jobs of one webhook can wait, and pg-boss looks who has one
 * before it gives one.
 */
export async function takeTurns(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('mandate: the jobs of webhooks', 0))`);
}

/** What is asked of the database from now on is true for so long at least. */
const heldFromNow = (): number => performance.now() + heartbeatSeconds * 1000;

const jobFor = (webhookId: string) => ({ data: { webhookId }, group: { id: webhookId }, heartbeatSeconds });

const within = (client: Pick<pg.ClientBase, 'query'>): Db => ({
  executeSql: (text, values) => client.query(text, values as unknown[]),
});
