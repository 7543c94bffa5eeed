import { conflict, Failure } from '../domain/failure.ts';

/** The part of Prisma's known errors that is looked at. https://www.prisma.io/docs/orm/reference/error-reference */
interface KnownError {
  code: string;
  meta?: { driverAdapterError?: { cause?: { constraint?: { fields?: string[]; index?: string } } } };
}

const isKnown = (error: unknown): error is KnownError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string';

/** P2034: the transaction lost against another one (deadlock or write conflict) and may be tried again. */
export const isWorthRetrying = (error: unknown): boolean => isKnown(error) && error.code === 'P2034';

/** Turns what the database refused into a refusal of ours; anything else stays the fault it is. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure || !isKnown(error)) return error;
  if (error.code === 'P2002') return conflict('This is taken already.', ...takenFields(error));
  if (error.code === 'P2003') return new Failure('NOT_FOUND', 'Something named in the input does not exist.');
  if (error.code === 'P2025') return new Failure('NOT_FOUND', 'What was to be changed does not exist.');
  return error;
}

const takenFields = (error: KnownError): string[] => {
  const fields = error.meta?.driverAdapterError?.cause?.constraint?.fields ?? [];
  return fields.map((field) => field.replaceAll('"', '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
};
