import { providerPresetOf } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { OAuth2Settings, OidcSettings } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { omitUndefined } from '../events/changes.ts';
import { conflict, type FieldProblem, invalidInput } from '../failure.ts';
import type { ProtocolSettings, ProviderRecord } from './provider.ts';
import type { ProviderSecretChanges, ProviderSecrets } from './secrets.ts';

/** Identities that end with their identity provider; one with more can only be disabled. */
export const maxUnlinked = 100;

/** The facts of an identity provider that the rules are about. */
type RuledProvider = ProtocolSettings &
  Pick<ProviderRecord, 'preset' | 'claims' | 'addressTrust' | 'domains' | 'isRequired'>;

const invalid = (path: string[], message: string): FieldProblem => ({ path, code: 'INVALID_VALUE', message });
const required = (path: string[], message: string): FieldProblem => ({ path, code: 'REQUIRED', message });

function requireNone(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw invalidInput(problems, first.message);
}

/** The name of the secret that a provider needs; undefined if it needs none. */
function secretNameOf({ protocol, settings }: ProtocolSettings): keyof ProviderSecrets | undefined {
  if (protocol === 'saml') return settings.signsRequests ? 'privateKey' : undefined;
  return settings.authentication === 'apple_client_secret' ? 'privateKey' : 'clientSecret';
}

/** Throws BAD_USER_INPUT if settings and given secrets contradict each other or the preset. */
export function requireValidProvider(
  provider: RuledProvider,
  secrets: ProviderSecrets,
  changes: ProviderSecretChanges,
): void {
  const ofSecrets = provider.protocol === 'saml' ? ofSamlSecrets(changes) : secretProblems(provider, secrets);
  requireNone([...settingsProblems(provider), ...ofSecrets, ...trustProblems(provider), ...domainProblems(provider)]);
}

function settingsProblems(provider: RuledProvider): FieldProblem[] {
  if (provider.protocol === 'saml') return [];
  const ofApple = provider.preset === 'apple';
  const isApples = provider.settings.authentication === 'apple_client_secret';
  const problems =
    provider.protocol === 'oidc'
      ? oidcProblems(provider.settings, ofApple)
      : oauth2Problems(provider.settings, provider.preset === 'github');
  if (isApples === ofApple) return problems;
  const message = ofApple ? 'Must be apple_client_secret: Apple takes no other.' : 'Only Apple uses this.';
  return [...problems, invalid([provider.protocol, 'authentication'], message)];
}

function oidcProblems({ scopes, apple }: OidcSettings, ofApple: boolean): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!scopes.includes('openid')) problems.push(invalid(['oidc', 'scopes'], 'Must contain openid.'));
  if (ofApple && apple === null) problems.push(required(['oidc', 'apple'], 'Required for Apple.'));
  if (!ofApple && apple !== null) problems.push(invalid(['oidc', 'apple'], 'Only Apple uses this.'));
  return problems;
}

const oauth2Problems = ({ emailsEndpoint }: OAuth2Settings, ofGithub: boolean): FieldProblem[] =>
  emailsEndpoint === null || ofGithub
    ? []
    : [invalid(['oauth2', 'emailsEndpoint'], 'Only GitHub has such a list of addresses: use the preset github.')];

function secretProblems(provider: RuledProvider, secrets: ProviderSecrets): FieldProblem[] {
  const used = secretNameOf(provider);
  const { label } = providerPresetOf(provider.preset);
  return (['clientSecret', 'privateKey'] as const)
    .filter((name) => name !== used && secrets[name] !== undefined)
    .map((name) => invalid(['secrets', name], `Not used by ${label}: it needs ${used}.`));
}

/** The platform makes the only secret itself. */
const ofSamlSecrets = (changes: ProviderSecretChanges): FieldProblem[] =>
  Object.keys(omitUndefined(changes ?? {})).map((name) =>
    invalid(['secrets', name], 'Not used by SAML 2.0: the platform makes the key for requests itself.'),
  );

/** Attributes of SAML mean what administrators say. */
const trustProblems = ({ protocol, addressTrust, claims }: RuledProvider): FieldProblem[] =>
  protocol === 'saml' && addressTrust === 'claim' && claims.emailVerified === null
    ? [invalid(['addressTrust'], 'Needs the attribute in claims.emailVerified; or trust its domains instead.')]
    : [];

function domainProblems({ domains, addressTrust, isRequired }: RuledProvider): FieldProblem[] {
  if (domains.length) return [];
  const problems: FieldProblem[] = [];
  if (addressTrust === 'domains')
    problems.push(required(['domains'], 'Required if the addresses of these domains count as verified.'));
  if (isRequired) problems.push(required(['domains'], 'Required if their people can only sign in with it.'));
  return problems;
}

/** CONFLICT at `path` without the secret: no one could sign in. */
export function requireSecret(provider: ProtocolSettings, secrets: ProviderSecrets, path: string): void {
  const name = secretNameOf(provider);
  if (name === undefined || secrets[name] !== undefined) return;
  throw conflict(
    provider.protocol === 'saml'
      ? 'The key that signs its requests is lost: set saml.signsRequests to true again for a new one.'
      : `It needs its secret ${name}: set it first.`,
    path,
  );
}

/**
 * Throws BAD_USER_INPUT if the address changes to which the secret is sent, and the secret is not in the same input.
 * Otherwise a caller could read it by sending it to its own server.
 */
export function requireSecretsOfDestination(
  before: ProtocolSettings,
  after: ProtocolSettings,
  { secrets, changes }: { secrets: ProviderSecrets; changes: ProviderSecretChanges },
): void {
  if (destinationOf(before) === destinationOf(after)) return;
  const again = (['clientSecret', 'privateKey'] as const).filter(
    (name) => secrets[name] !== undefined && changes?.[name] === undefined,
  );
  requireNone(again.map((name) => required(['secrets', name], 'Required again, because the destination changes.')));
}

/** No secret is sent to a provider by SAML. */
function destinationOf({ protocol, settings }: ProtocolSettings): string | undefined {
  if (protocol === 'saml') return undefined;
  return protocol === 'oidc' ? settings.issuer : settings.tokenEndpoint;
}

/** The settings that decide who the subjects of a provider are. */
const identifying = {
  oidc: ['tenant', 'issuer', 'clientId', 'apple.teamId'],
  oauth2: ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint', 'emailsEndpoint', 'clientId', 'subjectClaim'],
  saml: ['entityId', 'subjectAttribute'],
} as const;

/** The first of them among the names of what has changed; undefined if there is none. */
export const identifyingAmong = (
  protocol: ProtocolSettings['protocol'],
  changed: readonly string[],
): string | undefined => identifying[protocol].find((name) => changed.includes(`${protocol}.${name}`));

/** CONFLICT at a setting that cannot change while there are identities: the subjects would be other people. */
export const whoseSubjects = (protocol: ProtocolSettings['protocol'], name: string) =>
  conflict(
    'Cannot change while users have identities of this provider: the same subjects could be other people. Create another identity provider.',
    protocol,
    ...name.split('.'),
  );
