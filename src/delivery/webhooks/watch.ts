import type { Database } from '../../platform/database/database.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { attemptedAfter, type LastAttempts, readLastAttempts } from '../../store/webhooks/attempts.ts';

interface WatchServices {
  database: Pick<Database, 'pool'>;
  nudges: Pick<Nudges, 'subscribe'>;
}

/** Deliveries that were attempted, and the numbers of the last attempts that were sent. */
interface Attempts {
  ids: readonly string[];
  last: LastAttempts;
}

/** Which deliveries are watched. */
export interface Watched {
  /** The attempts of one webhook; of all if null. */
  webhookId: string | null;
  /** Begins after these attempts; undefined: now. Webhooks that are not named had no attempt yet. */
  after?: LastAttempts | undefined;
}

/** The deliveries of webhooks as they are attempted, until the signal aborts or the one webhook is deleted. */
export type WatchDeliveries = (watched: Watched, signal: AbortSignal) => AsyncGenerator<Attempts, void>;

/** Pause between two reads if no nudge arrives (ms): nudges may be lost. */
const pollInterval = 1000;
/** Deliveries in one message, about; and webhooks. */
const pageSize = 100;

/**
 * Watches the deliveries of webhooks, whichever process attempts them. First an empty list, when the watch has begun,
 * then lists, in which the attempts of a webhook are in the order of their recording. A delivery that was attempted
 * again before it was read appears once. Attempts of a webhook are numbered under its lock, so a number that was read
 * has no smaller one that is committed later. Without messages if there is no such webhook.
 */
export const createDeliveryWatch = ({ database, nudges }: WatchServices): WatchDeliveries =>
  async function* watch({ webhookId, after }, signal) {
    let isDue = false;
    let wake = (): void => undefined;
    const check = (): void => {
      isDue = true;
      wake();
    };
    const unsubscribe = nudges.subscribe((nudge) => {
      const isOurs = nudge.kind === 'attempts' && (webhookId === null || nudge.webhookId === webhookId);
      if (isOurs || nudge.kind === 'everything') check();
    });
    const timer = setInterval(check, pollInterval);
    timer.unref();
    signal.addEventListener('abort', check);
    try {
      for (let last: LastAttempts | undefined; !signal.aborted; ) {
        // Before the read, so that an attempt during it is not missed.
        isDue = false;
        const lastAttempts = await readLastAttempts(database, webhookId);
        if (webhookId !== null && !lastAttempts.has(webhookId)) return;
        const attempts: Attempts = last
          ? await readAttempts(database, last, lastAttempts)
          : { ids: [], last: after ?? lastAttempts };
        if (attempts.ids.length || !last) yield attempts;
        const isFirst = !last;
        last = attempts.last;
        if (!attempts.ids.length && !isDue && !isFirst) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      clearInterval(timer);
      unsubscribe();
      signal.removeEventListener('abort', check);
    }
  };

/** The next attempts, those of each webhook by turns; `latest` has all webhooks that exist. */
async function readAttempts(
  database: WatchServices['database'],
  before: LastAttempts,
  latest: LastAttempts,
): Promise<Attempts> {
  const last = new Map([...latest].map(([id]) => [id, before.get(id) ?? 0]));
  const behind = [...last].filter(([id, number]) => number < (latest.get(id) ?? 0));
  if (!behind.length) return { ids: [], last };
  const chosen = behind.slice(0, pageSize);
  const limit = Math.ceil(pageSize / chosen.length);
  const pages = await attemptedAfter(database, chosen, limit);
  for (const page of pages) {
    // Numbers of attempts that were repeated or removed are skipped.
    const isComplete = page.ids.length < limit;
    last.set(page.webhookId, Math.max(page.last ?? 0, isComplete ? (latest.get(page.webhookId) ?? 0) : 0));
  }
  // The webhooks that were read come last the next time.
  for (const [id] of chosen) {
    const number = last.get(id) ?? 0;
    last.delete(id);
    last.set(id, number);
  }
  return { ids: pages.flatMap(({ ids }) => ids), last };
}
