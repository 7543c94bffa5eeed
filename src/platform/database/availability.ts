import { DatabaseUnavailable } from './hedge.ts';

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
  /** `milliseconds` is the duration of the outage. */
  onRecovery?: ((milliseconds: number) => void) | undefined;
}

/** Milliseconds between two probes during an outage. */
const probeInterval = 1000;

/** Reports the start of an outage at the first error that shows it, and its end when a probe succeeds. */
export function createAvailability({ probe, onOutage, onTimeout, onRecovery }: AvailabilityOptions): Availability {
  let startedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    const isAvailable = await probe().then(
      () => true,
      () => false,
    );
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
      if (startedAt === undefined) {
        startedAt = performance.now();
        onOutage?.(reason);
        schedule();
      }
      return true;
    },
    close() {
      startedAt = undefined;
      clearTimeout(timer);
    },
  };
}

/** Classes of SQLSTATE: connection exceptions, insufficient resources, operator intervention. */
const sqlStates = /^(08|53|57)...$/;
export function isStatementTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as DatabaseError;
  return code === queryCanceled || meta?.driverAdapterError?.cause?.originalCode === queryCanceled;
}
/** SQLSTATE. */
const queryCanceled = '57014';

/** Prisma: cannot connect, timeout, connection lost, no connection or transaction in time. */
const clientCodes: ReadonlySet<string> = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const systemCodes: ReadonlySet<string> = new Set(
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT'.split(' '),
);
/** Kinds of errors of Prisma's driver adapters, whose causes have no code. */
const kinds: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
/** Messages of driver errors without a code, and of connections.ts. */
const messages =
  /^(PostgreSQL sent no response|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Fields of errors of Prisma, the driver and PostgreSQL. */
interface DatabaseError extends Error {
  code?: string;
  kind?: string;
  /** SQLSTATE, in Prisma's causes. */
  originalCode?: string;
  severity?: string;
  syscall?: string;
  meta?: { driverAdapterError?: { cause?: DatabaseError } };
}

function outageReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseUnavailable) return error.cause instanceof Error ? error.cause.message : error.message;
  const known = error as DatabaseError;
  const cause = known.meta?.driverAdapterError?.cause;
  if (cause && isOutageError(cause)) return cause.message ?? error.message.trim();
  return isOutageError(known) ? error.message.trim() : undefined;
}

function isOutageError(error: DatabaseError): boolean {
  const { code = '', kind = '', severity = '', message } = error;
  if (severity === 'FATAL' || severity === 'PANIC' || clientCodes.has(code) || kinds.has(kind)) return true;
  return sqlStates.test(code) || (isOfConnection(error) && systemCodes.has(code)) || messages.test(message);
}

/** Prisma passes on an error that its adapter does not know, without the system call. */
const isOfConnection = ({ name, syscall }: DatabaseError): boolean =>
  syscall !== undefined || name === 'PrismaClientKnownRequestError';
