import { coalesce } from '../../platform/coalesce.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Job, Jobs } from './jobs.ts';
import { createPlaces, type Place } from './places.ts';
import { runSlice, type SliceServices } from './slice.ts';

/** Milliseconds that requests under way have when the platform stops. */
const grace = 5000;
/** Milliseconds between two times that it says which jobs it is at work on: it may fail to twice (jobs.ts). */
const sign = 3000;

export interface Workers {
  look(): void;
  /** Begins nothing more, lets requests under way end, then cuts them: they are made again by another process, or after the next start. */
  close(): Promise<void>;
}

/** Takes jobs while there are any and there is a place, and runs a slice for each. */
export function createWorkers(services: SliceServices & { jobs: Jobs; logger: Logger }): Workers {
  const { jobs, logger, clock } = services;
  const drain = new AbortController();
  const cut = new AbortController();
  const running = new Map<Job, Promise<void>>();
  const places = createPlaces();

  const work = async (job: Job, place: Place): Promise<void> => {
    const isHeld = () => performance.now() < job.heldUntil;
    const again = await runSlice(services, job.webhookId, { drain: drain.signal, cut: cut.signal, isHeld, place });
    if (again === 'now') await jobs.wake([job.webhookId]);
    else if (again) await jobs.wakeAt(job.webhookId, again, clock.now());
    await jobs.done(job);
  };
  const begin = (job: Job): void => {
    const place = places.take();
    const done = work(job, place)
      // It is given to someone else when its time is over.
      .catch((err: unknown) => logger.warn({ err, webhookId: job.webhookId }, 'a webhook could not be served'))
      .finally(() => {
        running.delete(job);
        place.leave();
        look();
      });
    running.set(job, done);
  };
  const fill = async (): Promise<void> => {
    for (let free = places.free(); free && !drain.signal.aborted; free = places.free()) {
      const taken = await jobs.take(free);
      if (!taken.length) return;
      for (const job of taken) begin(job);
    }
  };
  const signing = setInterval(() => {
    const signed = jobs.isWorkedOn([...running.keys()]);
    signed.catch((err: unknown) => logger.warn({ err }, 'the jobs of webhooks cannot be held now'));
  }, sign);
  const filling = coalesce(() =>
    fill().catch((err: unknown) => logger.warn({ err }, 'webhook job queue: unavailable; will retry')),
  );
  const look = (): void => void filling.run();
  return {
    look,
    async close() {
      drain.abort();
      await filling.idle();
      const timer = setTimeout(() => cut.abort(new Error('the platform stops')), grace);
      await Promise.all(running.values());
      clearTimeout(timer);
      clearInterval(signing);
    },
  };
}
