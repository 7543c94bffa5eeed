import type { VerifiedAddressRule } from '../../vocabulary/identity-providers/identity-providers.ts';
import { providerPresetOf } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { IdentityRules, UpstreamIdentity } from './upstream-identity.ts';

type Claims = UpstreamIdentity['claims'];

interface Statement {
  /** The claim that states that the address is verified. */
  claim: unknown;
  /** The primary entry of a list of addresses. */
  primary: Claims | undefined;
}

/** A text is not true: some services let people choose it. Only Apple writes it, and SAML, which has nothing else. */
const rules: Record<VerifiedAddressRule, (statement: Statement) => boolean> = {
  'claim-true': ({ claim }) => claim === true,
  'claim-true-or-text': ({ claim }) => claim === true || claim === 'true',
  'xms-edov': ({ claim }) => claim === true,
  'primary-of-emails': ({ primary }) => primary?.['verified'] === true,
};

/** True if a provider states that the address is verified, in the way of its preset. */
export function isVerifiedBy(
  { preset, claims: names }: Pick<IdentityRules, 'preset' | 'claims'>,
  claims: Claims,
  primary: Claims | undefined,
): boolean {
  const claim = names.emailVerified === null ? undefined : claims[names.emailVerified];
  return rules[providerPresetOf(preset).verifiedAddress]({ claim, primary });
}
