import { DatabaseUnavailable } from './hedge.ts';

/** Classes of SQLSTATE: connection exceptions, insufficient resources, operator intervention. */
const sqlStates = /^(08|53|57)...$/;

/** Whether PostgreSQL canceled a statement because it took too long. */
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

/** Prisma: no connection or transaction in time. */
const waitingCodes: ReadonlySet<string> = new Set(['P2024', 'P2028']);
/** Messages of the pool and of connections.ts. */
const waitingMessages = /PostgreSQL sent no response|timeout exceeded when trying to connect/;

/** Whether something was waited for in vain, on the main pool: the other one has no slow statements (hedge.ts). */
export const isOfWaiting = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof DatabaseUnavailable) &&
  (waitingCodes.has((error as DatabaseError).code ?? '') || waitingMessages.test(outageReason(error) ?? ''));

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

/** Why an error means that the database does not respond; undefined if it does not mean that. */
export function outageReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseUnavailable) return error.cause instanceof Error ? error.cause.message : error.message;
  const databaseError = error as DatabaseError;
  const cause = databaseError.meta?.driverAdapterError?.cause;
  if (cause && isOutageError(cause)) return cause.message ?? error.message.trim();
  return isOutageError(databaseError) ? error.message.trim() : undefined;
}

function isOutageError(error: DatabaseError): boolean {
  const { code = '', kind = '', severity = '', message } = error;
  if (severity === 'FATAL' || severity === 'PANIC' || clientCodes.has(code) || kinds.has(kind)) return true;
  return sqlStates.test(code) || (isOfConnection(error) && systemCodes.has(code)) || messages.test(message);
}

/** Prisma passes on an error that its adapter does not know, without the system call. */
const isOfConnection = ({ name, syscall }: DatabaseError): boolean =>
  syscall !== undefined || name === 'PrismaClientKnownRequestError';
