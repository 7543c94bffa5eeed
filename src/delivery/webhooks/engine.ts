import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Nudges } from '../../platform/nudges.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import { createEventTexts } from '../../store/webhook-events.ts';
import { webhooksWithTurns } from '../../store/webhook-turns.ts';
import { fanOut } from './fan-out.ts';
import { openJobs } from './jobs.ts';
import type { SliceServices } from './slice.ts';
import { createWorkers } from './workers.ts';

export interface EngineServices extends Omit<SliceServices, 'database' | 'fetch' | 'readEvents'> {
  database: Database;
  nudges: Nudges;
  /** Calls the listener when webhooks were changed, until the returned function is called. It may fail to. */
  onChange(listener: () => void): () => void;
  logger: Logger;
}

export interface Engine {
  close(): Promise<void>;
}

/** Milliseconds after which it looks without having been told to: nudges can be lost, and retries come due. */
const patience = 1000;
/** Milliseconds between two looks for what is due and has no job: one that was lost. */
const sweepPause = 10_000;

/** Fans events out to the webhooks and delivers them, together with every other process of this platform. */
export async function startEngine(services: EngineServices & { fetch: SafeFetch }): Promise<Engine> {
  const { database, nudges, logger, clock, fetch, onChange } = services;
  const jobs = await openJobs(database, logger);
  const workers = createWorkers({ ...services, jobs, readEvents: createEventTexts(database) });
  const runWithWorkers = (work: () => Promise<unknown>, failure: string) =>
    coalesce(async () => {
      try {
        await work();
        workers.look();
      } catch (err) {
        logger.warn({ err }, failure);
      }
    });
  const spread = runWithWorkers(() => fanOut({ ...services, jobs }), 'webhook fan-out: failed; will retry');
  const sweep = runWithWorkers(
    async () => jobs.wake(await webhooksWithTurns(database, clock.now())),
    'webhook sweep: failed; will retry',
  );
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind !== 'attempts') void spread.run();
  });
  // Enabled again, or asked for what was before: there is work that no event makes.
  const unsubscribeChanges = onChange(() => void sweep.run());
  const timers = [setInterval(() => void spread.run(), patience), setInterval(() => void sweep.run(), sweepPause)];
  void sweep.run();
  void spread.run();
  return {
    async close() {
      unsubscribe();
      unsubscribeChanges();
      for (const timer of timers) clearInterval(timer);
      await Promise.all([spread.idle(), sweep.idle()]);
      await workers.close();
      await jobs.close();
      await fetch.close();
    },
  };
}
