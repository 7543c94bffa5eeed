import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Nudges } from '../../platform/nudges.ts';
import { type ClaimedMessage, claimMessages, completeMessage, type SenderKey } from '../../store/messages/outbox.ts';
import { refundMessage } from '../../store/flows/message-limits.ts';
import { attempt, type AttemptServices } from './attempt.ts';

export interface EngineServices extends AttemptServices {
  database: Pick<Database, 'pool' | 'preparedStatements'>;
  ids: Ids;
  nudges: Pick<Nudges, 'subscribe'>;
  logger: Logger;
}

export interface Engine {
  /** Claims what is due and begins to send it. */
  run(): Promise<void>;
  /** Resolves when no attempt is in progress. */
  idle(): Promise<void>;
  /** Begins nothing more, waits some seconds for attempts in progress, then aborts them. */
  close(): Promise<void>;
}

/** Pause between two runs if no nudge arrives (ms): nudges may be lost, and retries become due. */
const pollInterval = 1000;
/** Messages of one claim. */
const batch = 8;
/** Attempts in progress: of all senders, and of one of them. A dead mail server leaves capacity for the others. */
const maxTotal = 64;
const maxPerSender = 16;
/** Milliseconds until another process may repeat an attempt: more than an attempt can take. */
const leaseDuration = 30_000;
/** Time for attempts in progress when the platform stops (ms). */
const grace = 5000;

/** Sends messages to people, together with the other processes of the platform. */
export function startEngine(services: EngineServices): Engine {
  const { nudges, logger } = services;
  const stop = new AbortController();
  const drain = new AbortController();
  const running = new Map<Promise<void>, SenderKey>();
  const unsendable = warnOnce(logger);
  /** Whether messages may have been left because there was no capacity. */
  let isFull = false;

  const countOf = (key: SenderKey): number => [...running.values()].filter((one) => one === key).length;
  const start = (claimed: ClaimedMessage, token: string): void => {
    const end = (): void => {
      running.delete(ended);
      if (isFull) void dispatching.run();
    };
    const ended = sendClaimed(services, claimed, token, stop.signal, unsendable)
      .catch((err: unknown) => logger.warn({ err, messageId: claimed.id }, 'message: result not stored; will retry'))
      .then(end);
    running.set(ended, claimed.senderKey);
  };
  const dispatch = async (): Promise<void> => {
    for (let claimed = batch; claimed === batch && !drain.signal.aborted; ) {
      const except = [...new Set(running.values())].filter((key) => countOf(key) > maxPerSender - batch);
      isFull = except.length > 0 || running.size > maxTotal - batch;
      if (running.size > maxTotal - batch) return;
      claimed = await claimBatch(services, except, start);
    }
  };
  const dispatching = coalesce(() =>
    dispatch().catch((err: unknown) => logger.warn({ err }, 'messages: not claimed; will retry')),
  );
  const run = () => dispatching.run();
  const idle = async (): Promise<void> => {
    await dispatching.idle();
    while (running.size) await Promise.all(running.keys());
  };
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind === 'messages' || kind === 'everything') void run();
  });
  const timer = setInterval(() => void run(), pollInterval);
  void run();
  return {
    run,
    idle,
    async close() {
      drain.abort();
      unsubscribe();
      clearInterval(timer);
      const cutting = setTimeout(() => stop.abort(new Error('platform stops')), grace);
      await idle();
      clearTimeout(cutting);
    },
  };
}

/** Claims messages and starts their attempts. Returns their number. */
async function claimBatch(
  { database, ids, clock, count }: EngineServices,
  except: readonly SenderKey[],
  start: (claimed: ClaimedMessage, token: string) => void,
): Promise<number> {
  const now = clock.now();
  const token = ids.secret(16);
  const leasedUntil = new Date(now.getTime() + leaseDuration);
  const claimed = await claimMessages(database, { now, limit: batch, token, leasedUntil, except });
  for (const one of claimed) {
    if (one.isExpired) count(one.channel, 'expired');
    else start(one, token);
  }
  return claimed.length;
}

async function sendClaimed(
  services: EngineServices,
  claimed: ClaimedMessage,
  token: string,
  stop: AbortSignal,
  unsendable: ReturnType<typeof warnOnce>,
): Promise<void> {
  const { outcome, result } = await attempt(services, claimed, stop);
  unsendable(claimed, outcome === 'unsendable');
  if (outcome !== 'unsendable') services.count(claimed.channel, outcome);
  if (outcome === 'failed' && claimed.limitKey)
    await refundMessage(services.database, claimed.limitKey, claimed.createdAt);
  await completeMessage(services.database, { id: claimed.id, token }, result);
}

/** Logs once that messages cannot be sent, until one can be. */
function warnOnce(logger: Logger) {
  const warned = new Set<SenderKey>();
  return ({ senderKey, channel, connectorId }: ClaimedMessage, isUnsendable: boolean): void => {
    if (!isUnsendable) warned.delete(senderKey);
    else if (!warned.has(senderKey)) {
      warned.add(senderKey);
      logger.warn({ channel, connectorId }, 'messages: no connector can send them; they wait until they expire');
    }
  };
}
