// SQL: one statement that uses a token once, with locks of its generation.
import type { Prisma } from '../../platform/database/database.ts';

interface ConsumedToken {
  grantId: string;
  /** The key of the refresh token with which the rotations began. */
  firstToken: string;
  /** The first use of any token of the generation. */
  consumedAt: Date;
}

/**
 * Consumes a refresh token with its generation: the tokens with the same first token and number of rotations, which
 * come from repeated uses. All are locked in one order, so of concurrent uses one is the first. Undefined if the token
 * does not exist any more.
 */
export async function consumeGeneration(
  prisma: Pick<Prisma, '$queryRaw'>,
  key: string,
  now: Date,
): Promise<ConsumedToken | undefined> {
  const [token] = await prisma.$queryRaw<ConsumedToken[]>`
    WITH used AS (
      SELECT grant_id, coalesce(payload->>'firstToken', key) AS first_token, coalesce(payload->>'rotations', '0') AS rotations
      FROM oidc_records WHERE model = 'RefreshToken' AND key = ${key}
    ), generation AS (
      SELECT r.key, r.consumed_at FROM oidc_records AS r JOIN used ON used.grant_id = r.grant_id
      WHERE r.model = 'RefreshToken' AND coalesce(r.payload->>'firstToken', r.key) = used.first_token
        AND coalesce(r.payload->>'rotations', '0') = used.rotations
      ORDER BY r.key FOR UPDATE OF r
    ), consumed AS (
      UPDATE oidc_records AS r SET consumed_at = ${now} FROM generation
      WHERE r.model = 'RefreshToken' AND r.key = generation.key AND generation.consumed_at IS NULL
    )
    SELECT used.grant_id AS "grantId", used.first_token AS "firstToken",
      coalesce((SELECT min(consumed_at) FROM generation), ${now}) AS "consumedAt"
    FROM used WHERE EXISTS (SELECT FROM generation)`;
  return token;
}
