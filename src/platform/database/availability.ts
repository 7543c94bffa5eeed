import { isOfWaiting, isStatementTimeout, outageReason } from './outage-errors.ts';

/** Detects outages of the database. */
export interface Availability {
  /** Whether an error means that the database did not respond, or not in time. The first one begins an outage. */
  isOutage(error: unknown): boolean;
  /** Whether PostgreSQL canceled the statement because it took too long: then it responds. */
  isTimeout(error: unknown): boolean;
  close(): void;
}

export interface AvailabilityOptions {
  /** Rejects while the database does not respond. */
  probe: () => Promise<unknown>;
  onOutage?: ((reason: string) => void) | undefined;
  /** A statement was canceled that is no read of a caller. */
  onTimeout?: (() => void) | undefined;
  /** A statement or a connection was waited for in vain, although the database responds. */
  onSlow?: ((reason: string) => void) | undefined;
  /** `milliseconds` is the duration of the outage. */
  onRecovery?: ((milliseconds: number) => void) | undefined;
}

/** Milliseconds between two probes during an outage. */
const probeInterval = 1000;
/** Milliseconds between two reports that something was waited for in vain. */
const slowInterval = 10_000;

/**
 * Reports the start of an outage at the first error that shows it, and its end when a probe succeeds. Of an error that
 * also slow statements cause, which use every connection, a probe decides what it shows.
 */
export function createAvailability(options: AvailabilityOptions): Availability {
  const { probe, onOutage, onTimeout, onSlow, onRecovery } = options;
  let startedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isInDoubt = false;
  let slowAt = -Infinity;
  const responds = () =>
    probe().then(
      () => true,
      () => false,
    );
  const begin = (reason: string) => {
    if (startedAt !== undefined) return;
    startedAt = performance.now();
    onOutage?.(reason);
    schedule();
  };
  const decide = async (reason: string) => {
    if (isInDoubt || startedAt !== undefined) return;
    isInDoubt = true;
    const isAvailable = await responds();
    if (isInDoubt && !isAvailable) begin(reason);
    else if (isInDoubt && performance.now() - slowAt >= slowInterval) {
      slowAt = performance.now();
      onSlow?.(reason);
    }
    isInDoubt = false;
  };
  const check = async () => {
    const isAvailable = await responds();
    if (startedAt === undefined) return;
    if (!isAvailable) return schedule();
    onRecovery?.(performance.now() - startedAt);
    startedAt = undefined;
  };
  const schedule = () => {
    timer = setTimeout(() => void check(), probeInterval).unref();
  };
  return {
    isTimeout: isStatementTimeout,
    isOutage(error) {
      if (isStatementTimeout(error)) {
        onTimeout?.();
        return true;
      }
      const reason = outageReason(error);
      if (reason === undefined) return false;
      if (isOfWaiting(error)) void decide(reason);
      else begin(reason);
      return true;
    },
    close() {
      isInDoubt = false;
      startedAt = undefined;
      clearTimeout(timer);
    },
  };
}
