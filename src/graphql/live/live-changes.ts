import { setTimeout } from 'node:timers/promises';
import type { Feed } from '../../delivery/feed.ts';
import type { Logger } from '../../platform/logger.ts';

/** Kinds of event after which a caller may be allowed less, or more. */
const concerning =
  /^(User|Role|ApiResource|Scope|Application|OrganizationRole)\.|^Organization\.(Member|Deleted)|^SigningKey\.Retired/;

/** Milliseconds after which the log is followed again, when it could not be. */
const pause = 1000;

interface Services {
  feed: Feed;
  logger: Logger;
}

/**
 * Calls `changed` after every event that may concern what callers may do, and once when it has begun to follow the log, until `until` is aborted:
 * whether a nudge tells this process of an event or not, it learns of it.
 */
export async function followChanges(
  { feed, logger }: Services,
  changed: () => void,
  until: AbortSignal,
): Promise<void> {
  const tell = ({ type }: { type: string }) => {
    if (concerning.test(type)) changed();
    return undefined;
  };
  while (!until.aborted) {
    try {
      const head = await feed.head();
      if (until.aborted) return;
      changed();
      await feed.follow(head, { tell }, until);
    } catch (err) {
      if (until.aborted) return;
      logger.warn({ err }, 'changes that concern live callers cannot be followed now');
      await setTimeout(pause, undefined, { signal: until, ref: false }).catch(() => undefined);
    }
  }
}
