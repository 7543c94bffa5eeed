import { decide, type FlowEffect, type FlowInputs } from '../../domain/flow/decide.ts';
import { limitKey, limitKeyPurpose } from '../../domain/flow/secrets.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { Failure } from '../../domain/failure.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { factsOf, type FlowUser, lockFlow, type OpenFlow } from '../../store/flows/flows.ts';
import type { z } from 'zod';
import type { verificationInput } from './inputs.ts';
import { limitedOf } from './limited.ts';

export interface Answered {
  flowId: string;
  version: number;
  /** The right answer that makes the flow ready; null if it is stored already. */
  verification: z.output<typeof verificationInput> | null;
  /** What was entered with it. */
  inputs?: FlowInputs;
}

export interface ReadyFlow {
  policy: SignInPolicy;
  flow: OpenFlow;
  account: FlowUser | undefined;
  inputs: FlowInputs;
  /** What is stored of the answer. */
  settled: { verification?: OpenFlow['verifications'][number]; resets?: Uint8Array; endsChallenges: true };
}

/**
 * Locks a flow and asks `decide` whether it is ready for the effect: nothing is done that the person has not been
 * authenticated for. CONFLICT if the flow has changed since it was answered.
 */
export async function readyFlow(
  { tx, now, secretBox }: { tx: Transaction; now: Date; secretBox: SecretBox },
  { flowId, version, verification, inputs: added }: Answered,
  effect: FlowEffect,
): Promise<ReadyFlow> {
  const pending = verification
    ? { kind: verification.kind, subject: verification.subject, verifiedAt: now }
    : undefined;
  const found = await lockFlow(tx, secretBox, { flowId, version, pending, now });
  if (!found) throw flowChanged();
  const { policy, flow } = found;
  const inputs = { ...flow.inputs, ...added };
  const facts = factsOf({ ...flow, inputs });
  const decision = decide(policy, { ...facts, awaitsCode: undefined });
  if (!('ready' in decision) || decision.ready !== effect) throw flowChanged();
  const key =
    verification && limitKey(secretBox.derive(limitKeyPurpose), verification.kind, limitedOf(verification.limited));
  const settled = {
    ...(pending && { verification: pending }),
    ...(key && { resets: key }),
    endsChallenges: true as const,
  };
  return { policy, flow, account: flow.account, inputs, settled };
}

export const flowChanged = (): Failure => new Failure('CONFLICT', 'The flow has changed since it was answered.');
