import type { OAuth2Settings, OidcSettings } from '../../vocabulary/identity-provider-shapes.ts';

/** The protocol of an identity provider with its settings. */
export type ProtocolSettings =
  | { protocol: 'oidc'; settings: OidcSettings }
  | { protocol: 'oauth2'; settings: OAuth2Settings };

/** The secrets of an identity provider; those that are not set have no member. */
export interface ProviderSecrets {
  clientSecret?: string;
  /** Of Apple: a key in the form of PKCS #8. */
  privateKey?: string;
}
