import { decide } from '../../domain/flow/decide.ts';
import type { FlowEffect, FlowInputs, Verification } from '../../domain/flow/facts.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { Failure } from '../../domain/failure.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { useFactor } from '../../store/factors/use-factor.ts';
import { lockFlow } from '../../store/flows/flows.ts';
import type { Account, Flow, FlowRequest } from '../../store/flows/flow.ts';
import { lockFlowsOf, useLink } from '../../store/one-time-tokens/links.ts';
import { replaceHash } from '../../store/records/users.ts';
import type { AttemptLimit } from '../../store/flows/attempt-limits.ts';
import type { VerificationInput } from './inputs.ts';
import { attemptLimitOf } from './limit-keys.ts';

interface Context {
  tx: Transaction;
  now: Date;
  secretBox: SecretBox;
}

interface FlowAnswer {
  flowId: string;
  version: number;
  request: FlowRequest;
  /** The proof in the answer; null if it is stored already. */
  verification: VerificationInput | null;
  /** The inputs that came with it. */
  inputs?: FlowInputs;
}

interface SettledFlow {
  policy: SignInPolicy;
  flow: Flow;
  account: Account | undefined;
  /** The stored inputs, and those of the answer. */
  inputs: FlowInputs;
  /** The stored part of the answer. */
  settled: { verifications: readonly Verification[]; resets: AttemptLimit | null; endsChallenges: true };
}

/** Locks a flow. CONFLICT if it has changed since it was answered, FORBIDDEN if the account has. */
export async function settleAnswer(
  { tx, now, secretBox }: Context,
  { flowId, version, request, verification, inputs }: FlowAnswer,
): Promise<SettledFlow> {
  const { sessionEpoch = null, limited, use } = verification ?? {};
  const pending = verification ? verificationsOf(verification, now) : [];
  if (use?.kind === 'link') await lockFlowsOf(tx, use.tokenId, flowId);
  const current = await lockFlow(tx, secretBox, { flowId, version, request, pending, now });
  if (!current) throw flowChanged();
  const { policy, flow } = current;
  if (sessionEpoch !== null && sessionEpoch !== flow.account?.sessionEpoch) throw accountChanged();
  const resets = limited && attemptLimitOf(secretBox, limited);
  return {
    policy,
    flow,
    account: flow.account,
    inputs: { ...flow.inputs, ...inputs },
    settled: { verifications: pending, resets: resets ?? null, endsChallenges: true },
  };
}

/** The verifications by an answer. An identity provider may vouch for an address besides. */
export const verificationsOf = (
  {
    kind,
    subject,
    sessionEpoch,
    vouchedEmail,
  }: Pick<VerificationInput, 'kind' | 'subject' | 'sessionEpoch' | 'vouchedEmail'>,
  verifiedAt: Date,
): Verification[] => [
  { kind, subject, sessionEpoch, verifiedAt },
  ...(vouchedEmail ? [{ kind: 'vouched-email' as const, subject: vouchedEmail, sessionEpoch: null, verifiedAt }] : []),
];

/** Uses up what was answered, after the user is locked. FORBIDDEN if it was used before. */
export async function useAnswer(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { verification }: Pick<FlowAnswer, 'verification'>,
): Promise<void> {
  const { subject, use, rehash } = verification ?? {};
  if (rehash && subject !== undefined) await replaceHash(tx, subject, rehash);
  if (use && !(await (use.kind === 'link' ? useLink(tx, use.tokenId, now) : useFactor(tx, use, now)))) throw codeUsed();
}

/**
 * Locks a flow and asks `decide` whether it is ready for the effect: nothing is done that the person has not been
 * authenticated for. CONFLICT if the flow has changed since it was answered.
 */
export async function readyFlow(context: Context, answered: FlowAnswer, effect: FlowEffect): Promise<SettledFlow> {
  const settled = await settleAnswer(context, answered);
  const { policy, flow, inputs } = settled;
  const decision = decide(policy, { ...flow, inputs, challenge: undefined });
  if (!('ready' in decision) || decision.ready !== effect) throw flowChanged();
  return settled;
}

export const flowChanged = (): Failure => new Failure('CONFLICT', 'The flow has changed since it was answered.');

/** While the answer was compared, the user was suspended, signed out everywhere, or given a new password. */
export const accountChanged = (): Failure => new Failure('FORBIDDEN', 'This user cannot sign in.');

/** Of several uses of a code at the same time, one wins. */
const codeUsed = (): Failure => new Failure('FORBIDDEN', 'The code was used before.');
