import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasPendingMessages } from '../../store/messages/outbox.ts';
import type { Engine, EngineServices } from './engine.ts';

/** Pause between two checks for a message, and before the first one, which must not delay the start (ms). */
const pollInterval = 1000;

type MessageServices = EngineServices & { database: Database };

/**
 * Starts the engine when the first message is pending; it is not loaded before. Returns a function that stops it, and
 * waits some seconds for attempts in progress.
 */
export function startMessages(services: MessageServices): () => Promise<void> {
  const { database, nudges, logger } = services;
  let engine: Engine | undefined;
  const start = async (): Promise<void> => {
    if (engine || !(await hasPendingMessages(database))) return;
    const { startEngine } = await import('./engine.ts');
    engine = startEngine(services);
    stopChecking();
  };
  const starting = coalesce(() =>
    start().catch((err: unknown) => logger.warn({ err }, 'messages: engine not started; will retry')),
  );
  const unsubscribe = nudges.subscribe(({ kind }) => {
    if (kind === 'messages' || kind === 'everything') void starting.run();
  });
  const timer = setInterval(() => void starting.run(), pollInterval);
  const stopChecking = (): void => {
    unsubscribe();
    clearInterval(timer);
  };
  return async () => {
    stopChecking();
    await starting.idle();
    await engine?.close();
  };
}
