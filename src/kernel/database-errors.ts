import { conflict, Failure, heldUp, invalidField, taken } from '../domain/failure.ts';
import { isStatementTimeout } from '../platform/database/outage-errors.ts';
import { similarFields, takenFields } from '../store/records/constraints.ts';

/**
 * The fields of Prisma's errors that are read. The kind of the driver adapter's error is the same for typed and raw
 * statements; Prisma's own code is not. https://www.prisma.io/docs/orm/reference/error-reference
 */
interface KnownError extends Error {
  code: string;
  meta?: { driverAdapterError?: { cause?: Cause } };
}
interface Cause {
  kind?: string;
  constraint?: { index?: string };
  /** SQLSTATE. */
  originalCode?: string;
}

const isKnown = (error: unknown): error is KnownError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string';

const causeOf = ({ meta }: KnownError): Cause | undefined => meta?.driverAdapterError?.cause;

/** Whether the transaction failed because of a concurrent one (deadlock or write conflict) and can be repeated. */
export const isRetryable = (error: unknown): boolean =>
  isKnown(error) && (error.code === 'P2034' || causeOf(error)?.kind === 'TransactionWriteConflict');

/**
 * A statement was canceled, by its timeout (SQLSTATE 57014), or came after such a statement: its transaction has failed
 * (SQLSTATE 25P02), or has ended (P2028 of Prisma).
 */
const timeouts = new Set(['57014', '25P02', 'P2028']);

/** Whether a statement took too long, or its transaction had ended because an earlier one did. */
export const isTimeout = (error: unknown): boolean =>
  isKnown(error) && (timeouts.has(error.code) || timeouts.has(causeOf(error)?.originalCode ?? ''));

/** Converts errors of constraints and timeouts into `Failure`; returns any other error unchanged. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure || !isKnown(error)) return error;
  if (isStatementTimeout(error)) return heldUp();
  const { kind, constraint } = causeOf(error) ?? {};
  if (kind === 'UniqueConstraintViolation') return takenAt(constraint?.index ?? '');
  if (kind === 'ForeignKeyConstraintViolation')
    return new Failure('NOT_FOUND', 'The input refers to a record that does not exist.');
  if (error.code === 'P2025') return new Failure('NOT_FOUND', 'The record does not exist.');
  return error;
}

function takenAt(index: string): Failure {
  const similar = similarFields[index];
  if (similar !== undefined) {
    const message = `This ${similar} differs from one that is taken only in case or Unicode form.`;
    return invalidField({ path: [similar], code: 'TAKEN', message });
  }
  const field = takenFields[index];
  return field === undefined ? conflict('This record already exists.') : taken(`This ${field} is taken.`, field);
}
