import type { SignInPolicy } from '../../domain/flow/policy.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { json } from '../sql/json.ts';

/** Stores the policy of the pages. Without a row the default applies (domain/flow/policy.ts). */
export async function storePolicy(tx: Pick<Transaction, 'signInExperience'>, policy: SignInPolicy): Promise<void> {
  const data = { policy: json(policy) };
  await tx.signInExperience.upsert({ where: { id: 'default' }, create: { id: 'default', ...data }, update: data });
}
