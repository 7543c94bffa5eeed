import { badUserInput, conflict, Failure } from '../domain/failure.ts';
import { alikeFields, takenFields } from '../store/records/constraints.ts';

/**
 * The part of Prisma's errors that is looked at. The driver adapter's kind says the same for typed and for raw statements,
 * Prisma's own code does not. https://www.prisma.io/docs/orm/reference/error-reference
 */
interface KnownError extends Error {
  code: string;
  meta?: { driverAdapterError?: { cause?: Cause } };
  /** Of PostgreSQL's own errors. */
  constraint?: string;
}
interface Cause {
  kind?: string;
  constraint?: { index?: string };
}

const isKnown = (error: unknown): error is KnownError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string';

/** The same kinds for statements that go straight to PostgreSQL (platform/database/transactions.ts), by its error codes. */
const kinds: Record<string, string> = {
  '23505': 'UniqueConstraintViolation',
  '23503': 'ForeignKeyConstraintViolation',
  '40001': 'TransactionWriteConflict',
  '40P01': 'TransactionWriteConflict',
};

function causeOf({ code, constraint, meta }: KnownError): Cause | undefined {
  const kind = kinds[code];
  if (kind === undefined) return meta?.driverAdapterError?.cause;
  return { kind, ...(constraint !== undefined && { constraint: { index: constraint } }) };
}

/** Whether the transaction lost against another one (deadlock or write conflict) and may be tried again. */
export const isWorthRetrying = (error: unknown): boolean =>
  isKnown(error) && (error.code === 'P2034' || causeOf(error)?.kind === 'TransactionWriteConflict');

/** Turns what the database refused into a refusal of ours; anything else stays the fault it is. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure || !isKnown(error)) return error;
  const { kind, constraint } = causeOf(error) ?? {};
  if (kind === 'UniqueConstraintViolation') return taken(constraint?.index ?? '');
  if (kind === 'ForeignKeyConstraintViolation')
    return new Failure('NOT_FOUND', 'Something named in the input does not exist.');
  if (error.code === 'P2025') return new Failure('NOT_FOUND', 'What was to be changed does not exist.');
  return error;
}

function taken(index: string): Failure {
  const alike = alikeFields[index];
  if (alike !== undefined) {
    return badUserInput(
      `This ${alike} differs from one that is taken in case or in the form of its characters only.`,
      alike,
    );
  }
  const field = takenFields[index];
  return field === undefined ? conflict('This exists already.') : conflict(`This ${field} is taken.`, field);
}
