/**
 * The protocol library. Loading it writes a warning on the console for every Node.js that does not call itself "LTS",
 * which ours may not: the console belongs to our own log, so the warning is suppressed.
 */
/* oxlint-disable no-console */
const { warn } = console;
console.warn = () => {};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});
/* oxlint-enable no-console */

export const { Provider, errors, interactionPolicy } = library;
export type {
  AccessToken,
  Account,
  AccountClaims,
  Adapter,
  AdapterPayload,
  Client,
  ClientCredentials,
  ClientMetadata,
  Configuration,
  ErrorOut,
  Interaction,
  KoaContextWithOIDC,
  RefreshToken,
  ResourceServer,
} from 'oidc-provider';
export type Provider = InstanceType<typeof Provider>;
