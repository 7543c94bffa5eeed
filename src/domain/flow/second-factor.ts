import type { FactorKind } from '../../vocabulary/account/factors.ts';
import type { Decision, FlowAccount, FlowFacts } from './facts.ts';
import { levelOf } from './level.ts';
import { type SignInPolicy, takes } from './policy.ts';

type Passkeys = Pick<FlowFacts, 'canUsePasskeys'>;

/** Second factors that can be used and set up, the preferred one first. Where no passkey can be, an app replaces it. */
const usableWays = ({ second: { ways } }: SignInPolicy, { canUsePasskeys }: Passkeys): readonly FactorKind[] =>
  canUsePasskeys ? ways : [...new Set(ways.map((way) => (way === 'passkey' ? 'totp' : way)))];

/**
 * True if an account has a second factor that the policy takes, also a passkey that cannot be used here: it is not
 * skipped. Backup codes only stand in for another one.
 */
export const hasSecondFactor = (
  policy: SignInPolicy,
  flow: Passkeys,
  { factors }: Pick<FlowAccount, 'factors'>,
): boolean =>
  [...policy.second.ways, ...usableWays(policy, flow)].some((way) => way !== 'backup-code' && factors.includes(way));

/**
 * True if a sign-in must be by a passkey alone: the application asks for it, and the account has one. People without a
 * passkey sign in at level 2, and the claim `acr` shows it.
 */
export const needsPasskey = (
  policy: SignInPolicy,
  { requestedLevel, canUsePasskeys, purpose, account }: FlowFacts,
): boolean =>
  requestedLevel === 'phr' &&
  canUsePasskeys &&
  purpose === 'sign-in' &&
  takes(policy, 'passkey') &&
  (account?.factors.includes('passkey') ?? false);

/** The step of the second factor; undefined if none is required, or it is proven. */
export function secondStep(policy: SignInPolicy, flow: FlowFacts, account: FlowAccount): Decision | undefined {
  const { verifications, inputs } = flow;
  // Another flow may have added one to the account meanwhile.
  if (inputs.newFactor && !hasSecondFactor(policy, flow, account)) return enrollStep(policy, flow);
  const kinds = verifications.map(({ kind }) => kind);
  if (needsPasskey(policy, flow) && !kinds.includes('passkey')) return { step: 'passkey' };
  if (levelOf(kinds) === 2 || !isRequired(policy, flow, account)) return undefined;
  if (!hasSecondFactor(policy, flow, account)) return proveAgain(policy, flow, account) ?? enrollStep(policy, flow);
  const [step, ...ways] = usableWays(policy, flow).filter((way) => account.factors.includes(way));
  return step ? { step, ways } : { refused: 'passkey-unusable' };
}

function isRequired(policy: SignInPolicy, flow: FlowFacts, account: FlowAccount): boolean {
  if (flow.requestedLevel !== 1) return true;
  const { required } = policy.second;
  const isOwed =
    required === 'always' ||
    (required === 'for-administrators' && account.isAdministrator) ||
    (required !== 'never' && hasSecondFactor(policy, flow, account));
  return isOwed && !(account.isDeviceTrusted && policy.second.trustedDeviceDays > 0);
}

/** A stolen session must not be enough to set up a factor: the person has to sign in again before (ASVS 7.5.1). */
function proveAgain(policy: SignInPolicy, { verifications }: FlowFacts, account: FlowAccount): Decision | undefined {
  if (verifications.some(({ kind }) => kind !== 'session')) return undefined;
  return { step: account.hasPassword && takes(policy, 'password') ? 'password' : 'identify' };
}

/** The step that sets up a second factor, then the one that shows new backup codes; undefined after both. */
export function enrollStep(policy: SignInPolicy, flow: FlowFacts): Decision | undefined {
  const second = usableWays(policy, flow);
  if (!flow.inputs.newFactor) {
    // An app needs no support by the browser, so it is offered first.
    const steps = [
      ...(second.includes('totp') ? (['enrol-totp'] as const) : []),
      ...(second.includes('passkey') ? (['enrol-passkey'] as const) : []),
    ];
    const [step = 'enrol-totp', ...ways] = steps;
    return { step, ways };
  }
  return codesStep(policy, flow);
}

/** The step that shows new backup codes, until the person has kept them: there are none yet. */
export function codesStep({ second }: SignInPolicy, { inputs, account }: FlowFacts): Decision | undefined {
  const needsCodes = second.ways.includes('backup-code') && !account?.factors.includes('backup-code');
  return needsCodes && !inputs.hasBackupCodes ? { step: 'backup-codes' } : undefined;
}
