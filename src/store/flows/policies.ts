// SQL: conditions of a statement of store/access/administrators.ts.
import { brandingOf } from '../../domain/branding/branding.ts';
import { type FirstWay, readPolicy, type SignInPolicy } from '../../domain/flow/policy.ts';
import { type PolicyTest, policyTestsSchema } from '../../domain/flow/policy-tests.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import { someAdministrator } from '../access/administrators.ts';
import { defaultExperienceId } from '../../vocabulary/sign-in-experience.ts';
import { json } from '../sql/json.ts';

/** The policy of a row, with the defaults of what it leaves out. */
export const policyOf = ({ policy }: { policy: unknown }): SignInPolicy => readPolicy(policy);

/** The present policy of the pages. */
export const readPresentPolicy = async (tx: Pick<Transaction, 'signInExperience'>): Promise<SignInPolicy> =>
  policyOf(await tx.signInExperience.findUniqueOrThrow({ where: { id: defaultExperienceId } }));

/** The present policy and branding of the pages. */
export async function readExperience({ signInExperience }: Pick<Prisma | Transaction, 'signInExperience'>) {
  const row = await signInExperience.findUniqueOrThrow({ where: { id: defaultExperienceId } });
  return { policy: policyOf(row), branding: brandingOf(row) };
}

export const policyTestsOf = ({ tests }: { tests: unknown }): PolicyTest[] => policyTestsSchema.parse(tests);

/** Stores the policy of the pages. */
export async function storePolicy(tx: Pick<Transaction, 'signInExperience'>, policy: SignInPolicy): Promise<void> {
  await tx.signInExperience.update({ where: { id: defaultExperienceId }, data: { policy: json(policy) } });
}

/** True if a person can sign in with one of these ways: any active administrator of the platform, if there are any. */
export async function canSignIn(tx: Transaction, ways: readonly FirstWay[]): Promise<boolean> {
  const has = (way: FirstWay) => Sql.sql`${ways.includes(way)}::boolean`;
  const hasPasskey = Sql.sql`EXISTS (SELECT FROM factors WHERE user_id = users.id AND kind = 'passkey')`;
  const can = Sql.sql`(${has('password')} AND password_hash IS NOT NULL
    OR ${has('email-code')} AND email IS NOT NULL OR ${has('phone-code')} AND phone IS NOT NULL OR ${has('passkey')} AND ${hasPasskey})`;
  return (await someAdministrator(tx, can)) ?? ways.some((way) => way !== 'passkey');
}
