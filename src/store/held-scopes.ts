import type { Prisma, Transaction } from '../platform/database.ts';

/** One way in which a user holds a scope: through a role, or through an organization role as a member of an organization. */
export interface HeldScope {
  userId: string;
  scopeId: string;
  /** As it stands in tokens. */
  name: string;
  /** The API resource that the scope belongs to. */
  resourceId: string;
  /** Null when it is held through an organization role. */
  roleId: string | null;
  /** The next two are null when it is held through a role. */
  organizationRoleId: string | null;
  organizationId: string | null;
}

/**
 * Every way in which these users hold scopes, of one API when its resource indicator is given. What the access policy
 * (oidc/access-policy-query.ts) decides by is the set of the names; who has to know where they come from asks here.
 */
export const scopesHeldBy = (
  prisma: Prisma | Transaction,
  userIds: readonly string[],
  indicator: string | null = null,
): Promise<HeldScope[]> => prisma.$queryRaw<HeldScope[]>`
  SELECT held.user_id AS "userId", scopes.id AS "scopeId", scopes.name, scopes.resource_id AS "resourceId",
    held.role_id AS "roleId", held.organization_role_id AS "organizationRoleId", held.organization_id AS "organizationId"
  FROM (
    SELECT user_id, scope_id, role_id, NULL AS organization_role_id, NULL AS organization_id
    FROM user_roles JOIN role_scopes USING (role_id) WHERE user_id = ANY(${userIds})
    UNION ALL
    SELECT user_id, scope_id, NULL, organization_role_id, organization_id
    FROM organization_user_roles JOIN organization_role_api_scopes USING (organization_role_id) WHERE user_id = ANY(${userIds})
  ) AS held
  JOIN scopes ON scopes.id = held.scope_id
  JOIN api_resources ON api_resources.id = scopes.resource_id
  WHERE ${indicator}::text IS NULL OR api_resources.indicator = ${indicator}
  ORDER BY held.user_id, scopes.id, held.role_id, held.organization_id, held.organization_role_id`;
