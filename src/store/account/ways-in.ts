// SQL: whether a user is an administrator.
import { type PersonalWays, type WayInProblem, wayInProblem } from '../../domain/account/ways-in.ts';
import { conflict } from '../../domain/failure.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import type { FactorKind } from '../../vocabulary/account/factors.ts';
import { isAdministrator } from '../access/administrators.ts';
import { enabledProvidersOf } from '../identity-providers/identities.ts';
import { readPresentPolicy } from '../flows/policies.ts';
import { type Means, readMeans } from '../flows/remaining-ways.ts';
import { withPassword } from '../sessions/sessions.ts';

const sentences: Record<WayInProblem, string> = {
  'last-way': 'You could not sign in any more: add another way first.',
  'last-address': 'You have no other verified address: add one first, or two other ways to sign in.',
  'required-factor': 'The sign-in policy requires a second factor: add another one first.',
};

/** A change that takes something away from an account. */
interface Removal {
  /** The row is locked: of several changes at once, each finds what the others have left. */
  user: Row<'user'>;
  /** The means without connectors (store/flows/remaining-ways.ts). */
  without: Means;
  change(before: PersonalWays): PersonalWays;
}

/** CONFLICT if the person could not sign in after the change, or less surely than the policy requires. */
export async function requireWaysIn(tx: Transaction, { user, without, change }: Removal): Promise<void> {
  const policy = await readPresentPolicy(tx);
  const { email, sms, passkey } = await readMeans(tx, without);
  const before = await personalWays(tx, user);
  const means = { canSend: { email, phone: sms }, canUsePasskeys: passkey };
  const problem = wayInProblem(policy, means, { before, after: change(before) });
  if (problem) throw conflict(sentences[problem]).because(problem);
}

async function personalWays(tx: Transaction, user: Row<'user'>): Promise<PersonalWays> {
  const { id: userId, email, emailVerifiedAt, phone, phoneVerifiedAt, username } = user;
  const factors = await tx.factor.findMany({ where: { userId, usedAt: null }, select: { kind: true } });
  const [is] = await tx.$queryRaw<{ administrator: boolean }[]>`
    SELECT ${isAdministrator(Sql.sql`${userId}::text`)} AS administrator`;
  return {
    isVerified: {
      email: email !== null && emailVerifiedAt !== null,
      phone: phone !== null && phoneVerifiedAt !== null,
    },
    hasUsername: username !== null,
    hasPassword: (await withPassword(tx, [userId])).has(userId),
    factors: factors.map(({ kind }) => kind as FactorKind),
    identityProviders: await enabledProvidersOf(tx, userId),
    isAdministrator: is?.administrator ?? false,
  };
}
