// SQL: the scopes of many holders for many resources in one statement, on the path of token exchange.
import { otherSpelling } from '../../domain/oauth/resource-indicator.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';

/** A scope that a user or an application holds, through a role or through an organization role. */
export interface HeldScope {
  scopeId: string;
  /** The name in tokens. */
  name: string;
  /** The API resource that the scope belongs to. */
  apiResourceId: string;
  /** Null if held through an organization role. */
  roleId: string | null;
  /** This and `organizationId` are null if held through a role. */
  organizationRoleId: string | null;
  organizationId: string | null;
}

export interface HeldScopesQuery {
  /** Id of a user or an application. Applications hold scopes through roles only. */
  holderId: string;
  /** Resource indicator; null for all API resources. */
  resource: string | null;
  /** The organization whose roles count; null for all organizations. */
  organizationId: string | null;
}

type Row = HeldScope & { queryIndex: number };

/**
 * Returns, for each query in order, every way in which the holder holds scopes, sorted by API resource, then by name.
 * The access policy (oidc/access/policy-statement.ts) only reads the names; this also returns where they come from.
 *
 * Planned once for 1 holder as for 1,000: the queries are passed through a scalar subquery, so the planner assumes ten
 * of them in any case, and looks roles up by index.
 */
export async function heldScopes(
  prisma: Prisma | Transaction,
  queries: readonly HeldScopesQuery[],
): Promise<HeldScope[][]> {
  const parameter = JSON.stringify(
    queries.map((one) => [one.holderId, one.resource, one.organizationId, otherSpelling(one.resource ?? '')]),
  );
  const rows = await prisma.$queryRaw<Row[]>`/* name: held_scopes */
    SELECT query_index::int AS "queryIndex", scopes.id AS "scopeId", scopes.name, scopes.api_resource_id AS "apiResourceId",
      held.role_id AS "roleId", held.organization_role_id AS "organizationRoleId", held.organization_id AS "organizationId"
    FROM unnest((SELECT array_agg(one) FROM json_array_elements(${parameter}::json) AS one)) WITH ORDINALITY AS queries (query, query_index)
    CROSS JOIN LATERAL (
      SELECT query->>0 AS holder_id, query->>1 AS indicator, query->>2 AS organization_id, query->>3 AS other_spelling OFFSET 0
    ) q
    LEFT JOIN LATERAL (
      SELECT id FROM api_resources WHERE indicator IN (q.indicator, q.other_spelling)
      ORDER BY indicator = q.indicator DESC LIMIT 1
    ) resource ON true
    CROSS JOIN LATERAL (
      SELECT scope_id, role_id, NULL AS organization_role_id, NULL AS organization_id
      FROM user_roles JOIN role_scopes USING (role_id) WHERE user_id = q.holder_id
      UNION ALL
      SELECT scope_id, NULL, organization_role_id, organization_id
      FROM organization_user_roles JOIN organization_role_api_scopes USING (organization_role_id)
      WHERE user_id = q.holder_id AND (q.organization_id IS NULL OR organization_id = q.organization_id)
      UNION ALL
      SELECT scope_id, role_id, NULL, NULL
      FROM application_roles JOIN role_scopes USING (role_id) WHERE application_id = q.holder_id
    ) held
    JOIN scopes ON scopes.id = held.scope_id
    WHERE q.indicator IS NULL OR scopes.api_resource_id = resource.id
    ORDER BY query_index, scopes.api_resource_id, scopes.name COLLATE "C", held.role_id, held.organization_id, held.organization_role_id`;
  const byQuery = Map.groupBy(rows, ({ queryIndex }) => queryIndex);
  return queries.map((_, index) => byQuery.get(index + 1)?.map(({ queryIndex: _index, ...held }) => held) ?? []);
}

/** Every way in which these users or applications hold scopes, of one API if its resource indicator is given. */
export const scopesHeldBy = async (
  prisma: Prisma | Transaction,
  holderIds: readonly string[],
  resource: string | null = null,
): Promise<HeldScope[]> => {
  const results = await heldScopes(
    prisma,
    holderIds.map((holderId) => ({ holderId, resource, organizationId: null })),
  );
  return results.flat();
};
