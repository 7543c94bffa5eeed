import { decide } from '../../domain/flow/decide.ts';
import type { FlowEffect } from '../../domain/flow/facts.ts';
import { completeSignIn } from '../../operations/flows/complete-sign-in.ts';
import { completeSignUp } from '../../operations/flows/complete-sign-up.ts';
import type { EnteredInput, LimitedInput, VerificationInput } from '../../operations/flows/inputs.ts';
import { linkAddress } from '../../operations/flows/link-address.ts';
import { linkFactor } from '../../operations/flows/link-factor.ts';
import { linkIdentity } from '../../operations/flows/provider/link-identity.ts';
import { verificationsOf } from '../../operations/flows/ready-flow.ts';
import { recordInputs } from '../../operations/flows/record-inputs.ts';
import { recordVerification } from '../../operations/flows/record-verification.ts';
import type { Account } from '../../store/flows/flow.ts';
import { recordKey } from '../../store/sessions/oidc-records.ts';
import type { FlowStep } from '../../vocabulary/flows.ts';
import { type Answer, type AnswerResult, showNext, showStep } from './answer.ts';
import { lastWayOf } from './last-way.ts';
import { providerIdOf } from './provider-way.ts';
import { callerIn, isStandalone, originOf, versionOf, type Visit } from './visit.ts';

/** A right answer, and its effect on the flow. */
export interface Proof {
  step: FlowStep;
  /** The verification that it leads to. */
  verification?: VerificationInput;
  /** The account that it leads to, if the flow has none. Of an address that is added: the one that has it. */
  account?: Account | undefined;
  /** The limit of an attempt that proves nothing. */
  limited?: LimitedInput;
  /** Inputs that were entered with it. */
  inputs?: EnteredInput;
  trustsDevice?: boolean;
}

/**
 * Accepts a right answer: the flow is ready with it, and its effect signs the person in, or it goes on with another
 * step. Throws CONFLICT if the flow has changed, FORBIDDEN if the account has, or a code was used meanwhile.
 */
export async function acceptAnswer(answer: Answer, proof: Proof): Promise<AnswerResult> {
  const effect = effectOf(answer, proof);
  if (effect) return complete(answer, { ...proof, effect });
  const { services, visit } = answer;
  const { flow } = answer.step;
  const { step, verification, limited = null, inputs = null } = proof;
  const [actor, origin] = [callerIn(visit, flow.id), originOf(visit)];
  const answered = { ...versionOf(flow, visit), step };
  if (verification) {
    const { output } = await services.execute(recordVerification, actor, { ...answered, verification, inputs }, origin);
    return showNext(answer, output.flow);
  }
  if (!inputs) return showStep(answer);
  const { output } = await services.execute(recordInputs, actor, { ...answered, inputs, limited }, origin);
  return showNext(answer, output.flow);
}

/** The effect that signs the person in, if the flow is ready for it with this answer. */
function effectOf(
  { services, step: { policy, flow } }: Answer,
  { verification, account, inputs }: Proof,
): Exclude<FlowEffect, 'completeReset'> | undefined {
  const added = verification ? verificationsOf(verification, services.clock.now()) : [];
  const decision = decide(policy, {
    ...flow,
    challenge: undefined,
    account: flow.account ?? account,
    holderId: account?.userId ?? flow.holderId,
    inputs: { ...flow.inputs, ...inputs },
    verifications: [...flow.verifications, ...added],
  });
  return 'ready' in decision && decision.ready !== 'completeReset' ? decision.ready : undefined;
}

/** Runs the effect of a flow that is ready. */
export async function complete(
  answer: Answer,
  proof: Proof & { effect: Exclude<FlowEffect, 'completeReset'> },
): Promise<AnswerResult> {
  const { services, visit } = answer;
  const { flow } = answer.step;
  const { step, effect, verification = null, inputs = {}, trustsDevice = false } = proof;
  const userId = flow.account?.userId ?? proof.account?.userId ?? null;
  const [actor, origin] = [callerIn(visit, flow.id, userId), originOf(visit)];
  const last = { ...versionOf(flow, visit), step, verification };
  if (effect === 'linkFactor') {
    await services.execute(linkFactor, actor, { ...last, inputs }, origin);
    return { purpose: flow.purpose };
  }
  if (effect === 'linkAddress' || effect === 'linkIdentity') {
    await (effect === 'linkAddress'
      ? services.execute(linkAddress, actor, last, origin)
      : services.execute(linkIdentity, actor, { ...last, inputs }, origin));
    return { purpose: flow.purpose };
  }
  const device = { secretHash: visit.newDeviceHash, label: await visit.describeDevice() };
  const answered = { ...last, inputs, device };
  const interaction = interactionOf(visit);
  const verifications = [...flow.verifications, ...(verification ? [verification] : [])];
  const way = lastWayOf(verifications, { ...flow.inputs, ...inputs }.identity?.providerId);
  if (effect === 'completeSignIn') {
    if (interaction === null) throw new Error('a flow without an application ended as a sign-in');
    const signIn = { ...answered, trustsDevice, language: visit.language, interaction };
    const { output } = await services.execute(completeSignIn, actor, signIn, origin);
    return { userId: output.user, replacedDevice: output.replacedDevice, way };
  }
  const signUp = { ...answered, device: isStandalone(visit) ? null : device, interaction, network: visit.network };
  const { output } = await services.execute(completeSignUp, actor, signUp, origin);
  const { limitedUntil: until } = output;
  if (until) return showStep(answer, { problem: { name: 'network-limited', until } });
  if (interaction === null) return { purpose: 'sign-up' };
  // The code of a sign-up is no choice of a way, but a provider is.
  return { userId: output.user, replacedDevice: null, way: way && providerIdOf(way) ? way : undefined };
}

/** The authorization request that goes on; null without one. */
const interactionOf = ({ uid, browser, amr }: Visit) =>
  browser === null ? null : { key: recordKey(uid), browser, amr: [...amr] };
