import type { Execute } from '../../kernel/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { IdentityProviders, KeptRequest } from '../../platform/identity-providers/identity-provider.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { connectionOf } from '../../store/identity-providers/connection.ts';
import type { StoredProvider } from '../../store/identity-providers/providers.ts';
import { providerReturnPath } from '../../vocabulary/identity-providers/identity-provider-presets.ts';

export interface UpstreamServices {
  database: Pick<Database, 'prisma' | 'pool'>;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
  execute: Execute;
  identityProviders: IdentityProviders;
  recordProviderFailure(identityProviderId: string, error: string): Promise<void>;
  config: { publicUrl: string; issuer: string };
}

/** The state that a flow keeps while its person is at an identity provider. */
export interface KeptSignIn {
  /** The request that the response is compared with. */
  request: KeptRequest;
  providerVersion: number;
  /** The page on which the flow goes on. */
  returnPath: string;
}

/** The response with which a browser has come back, for the challenge or trial that its `state` names. */
export interface Returned {
  /** Of the challenge, or of the trial. */
  id: string;
  /** The secret of `state`. */
  secret: string;
  identityProviderId: string;
  state: string;
  response: URLSearchParams;
}

/** A response that was taken: the page that goes on, and the secret of the browser that has come back. */
export interface Continuation {
  path: string;
  /** Undefined for a second response, which changes nothing. */
  secret: string | undefined;
}

/** The address to which an identity provider sends people back. */
export const returnUrl = ({ publicUrl }: UpstreamServices['config'], providerId: string): string =>
  publicUrl + providerReturnPath(providerId);

/** The connection to a provider, and the address to which it sends people back. */
export const connectTo = ({ secretBox, config }: UpstreamServices, provider: StoredProvider) => ({
  connection: connectionOf(secretBox, provider, config.publicUrl),
  redirectUri: returnUrl(config, provider.id),
});
