// SQL: pairs of names that are looked up in order by one statement.
import type { ScopeByName } from '../../domain/oauth/api-resource.ts';
import { Failure, maxProblems } from '../../domain/failure.ts';
import { otherSpelling } from '../../domain/oauth/resource-indicator.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** The ids of scopes by API resource and name, in order. NOT_FOUND below `path` for those that do not exist. */
export async function scopesNamed(tx: Transaction, scopes: readonly ScopeByName[], path: string): Promise<string[]> {
  if (!scopes.length) return [];
  const matches = await tx.$queryRaw<{ index: number; resourceId: string | null; id: string | null }[]>`
    SELECT given.index::int - 1 AS index, resource.id AS "resourceId", scope.id
    FROM unnest(${scopes.map(({ resource }) => resource)}::text[], ${scopes.map(({ resource }) => otherSpelling(resource) ?? null)}::text[],
      ${scopes.map(({ name }) => name)}::text[]) WITH ORDINALITY AS given (resource, other_spelling, name, index)
    LEFT JOIN LATERAL (
      SELECT id FROM api_resources WHERE id = given.resource OR indicator IN (given.resource, given.other_spelling)
      ORDER BY indicator IS NOT DISTINCT FROM given.other_spelling LIMIT 1
    ) AS resource ON true
    LEFT JOIN scopes AS scope ON scope.api_resource_id = resource.id AND scope.name = given.name
    ORDER BY given.index`;
  const problems = matches.flatMap(({ index, resourceId, id }) => {
    if (id !== null) return [];
    const [field, what] = resourceId === null ? ['resource', 'API resource'] : ['name', 'scope of this API resource'];
    return [{ path: [path, index, field], code: 'NOT_FOUND' as const, message: `There is no such ${what}.` }];
  });
  const [first] = problems;
  if (first) throw new Failure('NOT_FOUND', first.message, problems.slice(0, maxProblems));
  return matches.flatMap(({ id }) => id ?? []);
}
