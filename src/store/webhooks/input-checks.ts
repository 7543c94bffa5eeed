// SQL: locks, and ids of two tables in one statement.
import { badUserInput, Failure, notFound, requireFound } from '../../domain/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** Throws BAD_USER_INPUT at "url" for a URL that is never allowed. Resolved addresses are checked at every attempt. */
export async function requireAddress(
  problemOf: (url: string) => Promise<string | undefined>,
  url: string | undefined,
): Promise<void> {
  const problem = url === undefined ? undefined : await problemOf(url);
  if (problem !== undefined) throw badUserInput(problem, 'url');
}

/** Throws BAD_USER_INPUT at "selection" for a selection that is not valid on an event, with its problems. */
export async function requireSelection(
  problemsOf: (selection: string) => Promise<readonly string[]>,
  selection: string | null | undefined,
): Promise<void> {
  const problems = selection == null ? [] : await problemsOf(selection);
  if (!problems.length) return;
  const message = 'This selection is not valid on an event.';
  throw new Failure(
    'BAD_USER_INPUT',
    message,
    problems.map((problem) => ({ path: ['selection'], code: 'INVALID_VALUE', message: problem })),
  );
}

/**
 * Locks an organization, if there is an id, against deletion until the transaction ends. NOT_FOUND at "organizationId"
 * if it does not exist.
 */
export async function lockOrganizationKeyShare(tx: Transaction, id: string | null | undefined): Promise<void> {
  if (id == null) return;
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM organizations WHERE id = ${id} FOR KEY SHARE`;
  if (!rows.length) throw notFound('organization', 'organizationId');
}

/** Throws NOT_FOUND below "excludeActorIds" for ids of neither a user nor an application. */
export async function requireActors(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ANY(${ids}) UNION ALL SELECT id FROM applications WHERE id = ANY(${ids})`;
  requireFound('user or application', ids, new Set(rows.map(({ id }) => id)), 'excludeActorIds');
}
