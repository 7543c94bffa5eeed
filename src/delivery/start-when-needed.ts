import { coalesce } from '../platform/coalesce.ts';
import type { Logger } from '../platform/logger.ts';

/** Pause between two checks, and before the first one, which must not delay the start (ms). */
const pollInterval = 1000;

interface Engine {
  close(): Promise<void>;
}

interface Starter {
  /** Name of the part that is started, for the log. */
  name: string;
  /** Whether there is work. */
  isNeeded(): Promise<boolean>;
  start(): Promise<Engine>;
  /** Calls the listener when there may be work, until the returned function is called. */
  onChange(listener: () => void): () => void;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Starts an engine when there is work for it; it is not loaded before. Returns a function that stops it, and waits some
 * seconds for what is in progress.
 */
export function startWhenNeeded({ name, isNeeded, start, onChange, logger }: Starter): () => Promise<void> {
  let engine: Engine | undefined;
  const check = async (): Promise<void> => {
    if (engine || !(await isNeeded())) return;
    engine = await start();
    stopChecking();
  };
  const checking = coalesce(() =>
    check().catch((err: unknown) => logger.warn({ err }, `${name}: not started; will retry`)),
  );
  const unsubscribe = onChange(() => void checking.run());
  const timer = setInterval(() => void checking.run(), pollInterval);
  const stopChecking = (): void => {
    unsubscribe();
    clearInterval(timer);
  };
  return async () => {
    stopChecking();
    await checking.idle();
    await engine?.close();
  };
}
