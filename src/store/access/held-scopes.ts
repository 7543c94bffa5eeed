import type { Prisma, Transaction } from '../../platform/database/database.ts';

/** One way in which somebody holds a scope: through a role, or through an organization role as a member of an organization. */
export interface HeldScope {
  scopeId: string;
  /** As it stands in tokens. */
  name: string;
  /** The API resource that the scope belongs to. */
  apiResourceId: string;
  /** Null when it is held through an organization role. */
  roleId: string | null;
  /** The next two are null when it is held through a role. */
  organizationRoleId: string | null;
  organizationId: string | null;
}

export interface HeldScopesQuestion {
  /** Identifier of a user, or of an application: its own tokens hold scopes through roles only. */
  holderId: string;
  /** Resource indicator; null for all API resources. */
  resource: string | null;
  /** Confines the organization roles that count to this organization's; null for all organizations. */
  organizationId: string | null;
}

type Row = HeldScope & { place: number };

/**
 * Every way in which each of these holders holds scopes, in the order of the questions; the ways of one API resource are
 * together, and there those of one scope, by name. What the access policy (oidc/access-policy-query.ts) decides by is the
 * set of the names; who has to know where they come from asks here.
 *
 * Like that statement it is planned once and must be good for 1 holder and for 1,000: the questions come in through a
 * scalar subquery, so that the planner assumes ten of them whatever their number, and looks their roles up by index.
 */
export async function heldScopes(
  prisma: Prisma | Transaction,
  questions: readonly HeldScopesQuestion[],
): Promise<HeldScope[][]> {
  const asked = JSON.stringify(questions.map((one) => [one.holderId, one.resource, one.organizationId]));
  const rows = await prisma.$queryRaw<Row[]>`
    SELECT asked.place::int AS place, scopes.id AS "scopeId", scopes.name, scopes.api_resource_id AS "apiResourceId",
      held.role_id AS "roleId", held.organization_role_id AS "organizationRoleId", held.organization_id AS "organizationId"
    FROM unnest((SELECT array_agg(one) FROM json_array_elements(${asked}::json) AS one)) WITH ORDINALITY AS asked (question, place)
    CROSS JOIN LATERAL (
      SELECT question->>0 AS holder_id, question->>1 AS indicator, question->>2 AS organization_id OFFSET 0
    ) q
    LEFT JOIN LATERAL (SELECT id FROM api_resources WHERE indicator = q.indicator OFFSET 0) resource ON true
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
    ORDER BY place, scopes.api_resource_id, scopes.name COLLATE "C", held.role_id, held.organization_id, held.organization_role_id`;
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return questions.map((_, index) => byPlace.get(index + 1)?.map(({ place: _place, ...held }) => held) ?? []);
}

/** Every way in which any of these users or applications holds scopes, of one API when its resource indicator is given. */
export const scopesHeldBy = async (
  prisma: Prisma | Transaction,
  holderIds: readonly string[],
  resource: string | null = null,
): Promise<HeldScope[]> => {
  const answers = await heldScopes(
    prisma,
    holderIds.map((holderId) => ({ holderId, resource, organizationId: null })),
  );
  return answers.flat();
};
