import { coalesce } from '../../platform/coalesce.ts';
import { concerns, type Nudges } from '../../platform/nudges.ts';
import { createJobRunner, type JobServices } from './run-job.ts';

/** Milliseconds between two polls, which find a job whose process has died. */
const interval = 5000;

/** Runs jobs, one batch at a time. Returns a function that stops after the current batch. */
export function startJobs(services: JobServices & { nudges: Nudges }): () => Promise<void> {
  const { logger, nudges } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  const runNext = createJobRunner(services);
  const running = coalesce(async () => {
    try {
      while (!signal.aborted && (await runNext()));
    } catch (err) {
      logger.warn({ err }, 'job: interrupted; will continue');
    }
  });
  const wake = (): void => void running.run();
  const timer = setInterval(wake, interval);
  timer.unref();
  const unsubscribe = nudges.subscribe((nudge) => {
    if (concerns(nudge, ['Job.Started'])) wake();
  });
  wake();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    unsubscribe();
    await running.idle();
  };
}
