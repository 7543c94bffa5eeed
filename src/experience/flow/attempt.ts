import { endless } from '../../domain/people/attempt-limits.ts';
import { isFailure } from '../../domain/failure.ts';
import { chargeAttempt } from '../../operations/flows/charge-attempt.ts';
import type { LimitedInput } from '../../operations/flows/inputs.ts';
import { settleFailure } from '../../operations/flows/settle-failure.ts';
import type { FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import { type Answer, type AnswerResult, showAgain, showNext, showStep } from './answer.ts';
import { acceptAnswer, type Proof } from './finish.ts';
import type { Page, PlainProblem, Problem } from './page.ts';
import { callerIn, flowOf, originOf, sourceOf } from './visit.ts';

interface Attempt {
  step: FlowStep;
  /** The account and network whose attempts are limited; null for a passkey, which cannot be guessed. */
  limited: LimitedInput | null;
  /** The challenge that is answered. */
  challengeId?: string;
  /** The problem that is shown if the answer is wrong. */
  problem: PlainProblem['name'];
  shown?: Partial<Page>;
  /**
   * Compares the answer, for a challenge with the hash of the right one. Returns why it is refused. If the account is
   * locked, which must not be shown, it is refused in any case, after the time of a comparison.
   */
  compare(secretHash: Uint8Array | null, isLocked: boolean): Promise<Proof | RefusalReason>;
}

/**
 * Counts an attempt, then compares it, then settles it: so limits hold however many are made at the same time. An
 * attempt that was counted has a result in any case.
 */
export async function makeAttempt(answer: Answer, attempt: Attempt): Promise<AnswerResult> {
  const { services, visit } = answer;
  const { step, limited, challengeId = null, shown } = attempt;
  const { flow } = answer.step;
  const [visitor, origin] = [callerIn(visit, flow.id), originOf(visit)];
  const charge = { flowId: flow.id, flow: await flowOf(services, flow, visit), step, limited, challengeId };
  const { output } = await services.execute(chargeAttempt, visitor, charge, origin);
  const { outcome, until: waitUntil } = output;
  if (outcome === 'over') return 'over';
  if (waitUntil) {
    const isOfNetwork = outcome === 'network-limited';
    const problem = isOfNetwork ? { name: outcome, until: waitUntil } : lockedProblem(waitUntil, limited);
    return showStep(answer, { ...shown, problem });
  }
  // Or another answer has ended it meanwhile.
  if (outcome === 'expired') return showAgain(answer, { ...shown, problem: { name: 'code-expired' } });

  const settle = async (reason: RefusalReason) => {
    const failure = { flowId: flow.id, step, limited, reason, source: await sourceOf(visit) };
    const settled = await services.execute(settleFailure, visitor, failure, origin);
    const { lockedUntil, version } = settled.output;
    const problem = lockedUntil ? lockedProblem(lockedUntil, limited) : { name: attempt.problem };
    return { version, hasLocked: lockedUntil !== null, refused: { ...shown, problem } };
  };
  const isLocked = outcome === 'locked-otherwise';
  const compared = await attempt.compare(output.secretHash, isLocked).catch(async (error: unknown) => {
    // The client closed the connection.
    await settle('not-compared');
    throw error;
  });
  const proof = isLocked ? 'account-locked' : compared;
  if (typeof proof !== 'string') {
    const result = await tryToAccept(answer, proof);
    return typeof result !== 'string' || result === 'over' ? result : showAgain(answer, (await settle(result)).refused);
  }
  const { version, hasLocked, refused } = await settle(proof);
  // The flow of a person who guesses second factors begins again.
  const isSame = version === flow.version + 1 && !(hasLocked && limited?.kind === 'second-factor');
  return isSame ? showNext(answer, { ...flow, version }, refused) : showAgain(answer, refused);
}

/** Accepts a proof, or returns why it is refused: the account has changed, or the code was used meanwhile. */
async function tryToAccept(answer: Answer, proof: Proof): Promise<AnswerResult | RefusalReason> {
  try {
    return await acceptAnswer(answer, proof);
  } catch (error) {
    if (!isFailure(error, 'FORBIDDEN')) throw error;
    return proof.verification?.use ? 'code-used' : 'account-changed';
  }
}

const lockedProblem = (until: Date, limited: LimitedInput | null): Problem => ({
  ...(until >= endless ? { name: 'locked-for-good' } : { name: 'locked', until }),
  ...(limited && { attempts: limited.kind }),
});
