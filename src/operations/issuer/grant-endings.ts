import { idSchema } from '../../domain/text.ts';
import { notFound } from '../../domain/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { endGrant, findGrant } from '../../store/sessions/oidc-records.ts';

export const grantInput = idSchema().describe('The grant: the claim `grant_id` of its tokens.');

/** Ends a grant with its tokens. Throws NOT_FOUND if it has ended before, with an event of its own. */
export async function requireEnd(tx: Transaction, grantId: string) {
  const grant = await findGrant(tx, grantId);
  if (!grant) throw notFound('grant', 'grantId');
  const user = await lockUser(tx, grant.userId);
  if (!(await endGrant(tx, grantId))) throw notFound('grant', 'grantId');
  return { userId: user.id, data: { user: userOf(user), grantId, applicationId: grant.applicationId } };
}
