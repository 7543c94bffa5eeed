import type { LinkPurpose } from '../../vocabulary/flows.ts';
import type { Decision, FlowAccount, FlowFacts, NewFactor } from './facts.ts';
import { type AddressKind, type SignInPolicy, takes } from './policy.ts';
import { identityIn } from './identity.ts';
import { codesStep } from './second-factor.ts';
import { suspensionOf } from './suspension.ts';

/**
 * The next step of a person who adds an address, a factor or an identity to their account: that of the session in which
 * they began, not that which has the address.
 */
export function linkStep(policy: SignInPolicy, flow: FlowFacts, purpose: LinkPurpose): Decision {
  const { account, verifications } = flow;
  const isOwn = verifications.some(({ kind, subject }) => kind === 'session' && subject === account?.userId);
  if (!account || !isOwn) return { refused: 'session-ended' };
  const suspension = suspensionOf(account);
  if (suspension) return suspension;
  if (purpose === 'link-factor') return linkFactor(policy, flow);
  if (purpose === 'link-identity') return linkIdentity(flow, account);
  return linkAddress(flow, { kind: purpose === 'link-email' ? 'email' : 'phone', account });
}

/** A proof from before the account's sessions were ended, or its password was changed, does not count. */
function linkAddress(
  { verifications, challenge, holderId }: FlowFacts,
  { kind, account }: { kind: AddressKind; account: FlowAccount },
): Decision {
  if (challenge) return { step: 'code' };
  const isProven = verifications.some((one) => one.kind === kind && one.sessionEpoch === account.sessionEpoch);
  if (!isProven) return { step: 'identify' };
  return holderId === undefined || holderId === account.userId
    ? { ready: 'linkAddress' }
    : { refused: 'address-in-use' };
}

/** Whether a factor of this kind is of use: as a second one, or to sign in with. */
export const takesFactor = (policy: SignInPolicy, kind: NewFactor['kind']): boolean =>
  policy.second.ways.includes(kind) || (kind === 'passkey' && takes(policy, kind));

function linkFactor(policy: SignInPolicy, flow: FlowFacts): Decision {
  const { factor, newFactor } = flow.inputs;
  if (newFactor) return codesStep(policy, flow) ?? { ready: 'linkFactor' };
  return { step: factor?.kind === 'passkey' ? 'enrol-passkey' : 'enrol-totp' };
}

/** As of an address: what another account has is not taken from it. */
function linkIdentity(flow: FlowFacts, { userId, sessionEpoch }: FlowAccount): Decision {
  const { challenge, verifications, holderId } = flow;
  const identity = identityIn(flow);
  const isProven = verifications.some((one) => one.subject === identity?.subject && one.sessionEpoch === sessionEpoch);
  if (challenge || !identity || !isProven) return { step: 'upstream' };
  if (!identity.provider) return { refused: 'provider-disabled' };
  return holderId === undefined || holderId === userId
    ? { ready: 'linkIdentity' }
    : { refused: 'identity-linked-elsewhere' };
}
