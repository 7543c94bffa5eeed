import { personOnPages } from '../../kernel/actor.ts';
import { completeSignIn } from '../../operations/flows/complete-sign-in.ts';
import { completeSignUp } from '../../operations/flows/complete-sign-up.ts';
import type { FlowStep, VerificationKind } from '../../vocabulary/flows.ts';
import type { Answered, AnswerContext } from './context.ts';
import { originOf } from './visit.ts';

export interface Ready {
  effect: 'completeSignIn' | 'completeSignUp';
  answered: {
    flowId: string;
    version: number;
    step: FlowStep;
    verification: {
      kind: VerificationKind;
      subject: string;
      limited: { userId: string | null; deviceId: string | null; identifier: string };
    } | null;
  };
  /** What was entered for a new account. */
  inputs?: { username?: string; passwordHash?: string; name?: string; terms?: string };
  userId: string | null;
  /** RFC 8176 */
  amr: string[];
}

/** Runs the effect of a flow that is ready, which signs the person in. Throws CONFLICT if the flow has changed. */
export async function finish(
  { services, visit }: AnswerContext,
  { effect, answered, inputs = {}, userId, amr }: Ready,
): Promise<Answered> {
  const actor = personOnPages(answered.flowId, userId);
  const { deviceHash } = visit;
  const { output } =
    effect === 'completeSignIn'
      ? await services.execute(completeSignIn, actor, { ...answered, compared: null, deviceHash }, originOf(visit))
      : await services.execute(completeSignUp, actor, { ...answered, inputs, deviceHash }, originOf(visit));
  return { signedIn: { userId: output.user, endings: output.endings, amr } };
}
