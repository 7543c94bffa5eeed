import { endless } from '../../domain/attempt-limits.ts';
import { isFailure } from '../../domain/failure.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { chargeAttempt } from '../../operations/flows/charge-attempt.ts';
import type { LimitedInput } from '../../operations/flows/inputs.ts';
import { settleFailure } from '../../operations/flows/settle-failure.ts';
import type { FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import { type AnswerResult, type AnswerContext, showPresent } from './context.ts';
import { type RightAnswer, acceptAnswer } from './finish.ts';
import type { PlainProblem, Problem, Shown } from './page.ts';
import { flowOf, originOf, sourceOf, type VisitedFlow } from './visit.ts';

interface Attempt {
  step: FlowStep;
  /** Whose attempts are limited; null for a passkey, which cannot be guessed. */
  limited: LimitedInput | null;
  /** The challenge that is answered. */
  challengeId?: string;
  /** What is shown if the answer is wrong. */
  problem: PlainProblem['name'];
  shown?: Shown;
  /**
   * Compares the answer, for a challenge with the hash of the right one. Returns why it is refused. If the account is
   * locked, which must not be shown, it is refused in any case, after the time of a comparison.
   */
  compare(secretHash: Uint8Array | null, isLocked: boolean): Promise<RightAnswer | RefusalReason>;
}

/**
 * Counts an attempt, then compares it, then settles it: so limits hold however many are made at the same time. An
 * attempt that was counted has a result in any case.
 */
export async function makeAttempt(
  context: AnswerContext,
  visited: VisitedFlow,
  attempt: Attempt,
): Promise<AnswerResult> {
  const { services, visit } = context;
  const { step, limited, challengeId = null } = attempt;
  const { id: flowId } = visited.flow;
  const [visitor, origin] = [personOnPages(flowId, null), originOf(visit)];
  const charge = { flowId, flow: flowOf(visited.flow), step, limited, challengeId };
  const { output } = await services.execute(chargeAttempt, visitor, charge, origin);
  if (output.outcome === 'over') return 'over';
  const { until: waitUntil } = output;
  if (output.outcome === 'network-limited' && waitUntil)
    return show(context, attempt, { name: 'network-limited', until: waitUntil });
  if (waitUntil) return show(context, attempt, lockedProblem(waitUntil));
  if (output.outcome === 'expired') return show(context, attempt, { name: 'code-expired' });

  const settle = async (reason: RefusalReason) => {
    const failure = { flowId, step, limited, reason, source: await sourceOf(visit) };
    return services.execute(settleFailure, visitor, failure, origin);
  };
  const isLocked = output.outcome === 'locked-otherwise';
  const compared = await attempt.compare(output.secretHash, isLocked).catch(async (error: unknown) => {
    // The client closed the connection.
    await settle('not-compared');
    throw error;
  });
  const wrong = isLocked ? 'account-locked' : compared;
  const reason = typeof wrong === 'string' ? wrong : await tryToAccept(context, visited, wrong);
  if (typeof reason !== 'string' || reason === 'over') return reason;
  const failed = await settle(reason);
  const until = failed.output.lockedUntil;
  return show(context, attempt, until ? lockedProblem(until) : { name: attempt.problem });
}

/** Accepts a right answer, or returns why it is refused: the account has changed, or the code was used meanwhile. */
async function tryToAccept(
  context: AnswerContext,
  visited: VisitedFlow,
  answer: RightAnswer,
): Promise<AnswerResult | RefusalReason> {
  try {
    return await acceptAnswer(context, visited, answer);
  } catch (error) {
    if (!isFailure(error, 'FORBIDDEN')) throw error;
    return answer.verification?.use ? 'code-used' : 'account-changed';
  }
}

const show = (context: AnswerContext, { shown }: Attempt, problem: Problem): Promise<AnswerResult> =>
  showPresent(context, { ...shown, problem });

const lockedProblem = (until: Date): Problem =>
  until >= endless ? { name: 'locked-for-good' } : { name: 'locked', until };
