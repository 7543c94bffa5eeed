import { concernsEvents } from '../../domain/nudged.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Nudges } from '../../platform/nudges.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import { createEventTexts } from '../../store/webhook-events.ts';
import { webhooksWithTurns } from '../../store/webhook-turns.ts';
import { fanOut } from './fan-out.ts';
import { openJobs } from './jobs.ts';
import { createRepeater } from './repeater.ts';
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
  const spread = createRepeater(
    async () => {
      await fanOut({ ...services, jobs });
      workers.look();
    },
    (err) => logger.warn({ err }, 'events cannot be fanned out to webhooks now'),
  );
  const sweep = createRepeater(
    async () => {
      await jobs.wake(await webhooksWithTurns(database, clock.now()));
      workers.look();
    },
    (err) => logger.warn({ err }, 'deliveries that are due cannot be looked for now'),
  );
  const unsubscribe = nudges.subscribe((nudge) => {
    if (concernsEvents(nudge)) spread.look();
  });
  // Enabled again, or asked for what was before: there is work that no event makes.
  const unsubscribeChanges = onChange(() => sweep.look());
  const timers = [setInterval(() => spread.look(), patience), setInterval(() => sweep.look(), sweepPause)];
  sweep.look();
  spread.look();
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
