import { classes, type WorkKind } from './classes.ts';
import { createLane, type Rest, type Run } from './lane.ts';
import { knownTokenRequests } from './token-requests.ts';

export type { Rest } from './lane.ts';

/** Decides what runs when: one for the platform, so that no request holds up the others. Token requests go first. */
export interface Admission {
  /**
   * Runs work of a class as soon as it has a slot, and settles as the work does. Callers have their turns one after the
   * other: `caller` is the id of a user or application, or the network of an unknown one. What has not begun within the
   * timeout is refused with SERVICE_UNAVAILABLE, and released at once; `Infinity` waits without limit.
   */
  run<T>(kind: WorkKind, caller: string, work: (rest: Rest) => Promise<T>, timeout?: number): Promise<T>;
}

export function createAdmission(tokens = knownTokenRequests): Admission {
  const lanes = new Map(Object.entries(classes).map(([kind, limits]) => [kind, createLane(limits, tokens)]));
  return { run: (kind, ...call) => (lanes.get(kind) as Run)(...call) };
}
