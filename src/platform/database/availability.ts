import { Unanswered } from './hedge.ts';

/** Times during which the database does not answer. */
export interface Availability {
  /** Whether an error means that the database does not answer, in time or at all. The first one begins an outage. */
  isOutage(error: unknown): boolean;
  close(): void;
}

export interface AvailabilityOptions {
  /** Rejects while the database does not answer. */
  probe: () => Promise<unknown>;
  onOutage?: ((reason: string) => void) | undefined;
  /** Called with the milliseconds that it took. */
  onRecovery?: ((milliseconds: number) => void) | undefined;
}

/** Milliseconds between two probes. */
const probeInterval = 1000;

/** Reports an outage once, when the first error shows it, and its end, when a probe succeeds. */
export function createAvailability({ probe, onOutage, onRecovery }: AvailabilityOptions): Availability {
  let begun: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    const answered = await probe().then(
      () => true,
      () => false,
    );
    if (begun === undefined) return;
    if (!answered) return schedule();
    onRecovery?.(performance.now() - begun);
    begun = undefined;
  };
  const schedule = () => {
    timer = setTimeout(() => void check(), probeInterval).unref();
  };
  return {
    isOutage(error) {
      const reason = outageReason(error);
      if (reason === undefined) return false;
      if (begun === undefined) {
        begun = performance.now();
        onOutage?.(reason);
        schedule();
      }
      return true;
    },
    close() {
      begun = undefined;
      clearTimeout(timer);
    },
  };
}

/** PostgreSQL's error classes for connections, resources and interventions, statement timeouts among them. */
const sqlStates = /^(08|53|57)...$/;
/** The typed client: cannot connect, times out, lost the connection, no connection or transaction in time. */
const clientCodes: ReadonlySet<string> = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const systemCodes: ReadonlySet<string> = new Set(
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT'.split(' '),
);
/** Errors of the driver that have no code, and one of ours (connections.ts). */
const messages =
  /^(PostgreSQL sent no answer|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** What the typed client, the driver and PostgreSQL give an error. */
interface DatabaseError extends Error {
  code?: string;
  severity?: string;
  syscall?: string;
  meta?: { driverAdapterError?: { cause?: DatabaseError } };
}

function outageReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Unanswered) return error.cause instanceof Error ? error.cause.message : error.message;
  const known = error as DatabaseError;
  const cause = known.meta?.driverAdapterError?.cause;
  if (cause && isOutageError(cause)) return cause.message;
  return isOutageError(known) ? error.message.trim() : undefined;
}

function isOutageError({ code = '', severity = '', syscall, message }: DatabaseError): boolean {
  if (severity === 'FATAL' || severity === 'PANIC' || clientCodes.has(code)) return true;
  return sqlStates.test(code) || (syscall !== undefined && systemCodes.has(code)) || messages.test(message);
}
