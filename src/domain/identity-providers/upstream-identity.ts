import type { AddressTrust } from '../../vocabulary/identity-providers/identity-providers.ts';
import type { ClaimNames, ProviderPresetName } from '../../vocabulary/identity-providers/identity-provider-presets.ts';

/** The statements of an identity provider about a person. */
export interface UpstreamIdentity {
  /** Identifier of the person there. */
  subject: string;
  /** As received. */
  claims: Readonly<Record<string, unknown>>;
  /** Null if the provider does not state it. */
  authenticatedAt: Date | null;
  acr: string | null;
  amr: readonly string[];
}

/** The rules by which an identity is read. */
export interface IdentityRules {
  preset: ProviderPresetName;
  claims: ClaimNames;
  addressTrust: AddressTrust;
  /** Of Microsoft: the tenant in the issuer. */
  tenant: string | null;
  domains: readonly string[];
  level2Values: readonly string[];
}
