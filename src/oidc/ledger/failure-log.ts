import { minute } from '../../domain/durations.ts';
import type { Logger } from '../../platform/logger.ts';

/** Logs that rows could not be written, once a minute: while that lasts, every request could. */
export function createFailureLog(logger: Logger): (err: unknown, fields?: object) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (err, fields) => {
    const now = performance.now();
    if (now - loggedAt < minute) return;
    loggedAt = now;
    logger.error({ err, ...fields }, 'exchange ledger: not written; will retry');
  };
}
