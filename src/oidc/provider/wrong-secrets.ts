import { minute } from '../../domain/durations.ts';
import type { Clock } from '../../platform/clock.ts';

/** Wrong secrets of an application within a minute at which it is reported: more than a client that is set up needs. */
const reported = 20;

/**
 * Counts wrong secrets of applications in this process. The returned function returns their number within the minute
 * when it is to be reported; undefined otherwise. It is called for applications that exist, so their number bounds it.
 */
export function countWrongSecrets(clock: Clock): (applicationId: string) => number | undefined {
  let current = 0;
  const counts = new Map<string, number>();
  return (applicationId) => {
    const present = Math.floor(clock.now().getTime() / minute);
    if (present !== current) counts.clear();
    current = present;
    const count = (counts.get(applicationId) ?? 0) + 1;
    counts.set(applicationId, count);
    return count === reported ? count : undefined;
  };
}
