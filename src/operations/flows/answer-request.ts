import { Failure } from '../../domain/failure.ts';
import type { Verification } from '../../domain/flow/facts.ts';
import { acrOf, amrOf, authenticatedAt } from '../../domain/flow/level.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { answerInteraction } from '../../store/sessions/oidc-records.ts';
import type { Level, VerificationKind } from '../../vocabulary/flows.ts';
import type { InteractionInput } from './inputs.ts';

/** The person who has signed in, and the methods. */
interface SignedIn {
  userId: string;
  /** The user's session epoch at the sign-in. */
  sessionEpoch: number;
  proven: readonly VerificationKind[];
  level: Level;
  verified: readonly Verification[];
}

/**
 * Lets the authorization request of a flow go on with the person: with the commit of the effect, so an answer that is
 * sent twice leads where the first one led. NOT_FOUND if the request has ended or expired.
 */
export async function answerRequest(
  { tx, now }: { tx: Transaction; now: Date },
  { key, browser, amr }: InteractionInput,
  { userId, sessionEpoch, proven, level, verified }: SignedIn,
): Promise<void> {
  const since = authenticatedAt(verified) ?? now;
  const login = { accountId: userId, amr: amrOf(proven, level, amr), acr: acrOf(proven, level), since };
  if (!(await answerInteraction(tx, { key, browser, sessionEpoch, login }, now)))
    throw new Failure('NOT_FOUND', 'The authorization request has ended.');
}
