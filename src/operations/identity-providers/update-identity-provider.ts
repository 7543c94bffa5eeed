import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { ofProtocol } from '../../domain/identity-providers/preset-facts.ts';
import { changedSettings, inEvents, updatedProvider } from '../../domain/identity-providers/provider.ts';
import {
  identifyingAmong,
  requireSecret,
  requireSecretsOfDestination,
  requireValidProvider,
  whoseSubjects,
} from '../../domain/identity-providers/provider-rules.ts';
import { providerSecrets, updatedSecrets } from '../../domain/identity-providers/secrets.ts';
import {
  claimNamesInput,
  providerSettings,
  updateOAuth2Settings,
  updateOidcSettings,
} from '../../domain/identity-providers/settings.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { withProviderDomains } from '../../store/identity-providers/parts.ts';
import { findHolders } from '../../store/identity-providers/identities.ts';
import {
  lockProvider,
  openSecrets,
  replaceDomains,
  sealSecrets,
  type StoredProvider,
} from '../../store/identity-providers/providers.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';
import { json } from '../../store/sql/json.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';

export const updateIdentityProvider = defineOperation({
  name: 'updateIdentityProvider',
  summary:
    'Update an identity provider. Omitted settings and secrets keep their values. If the destination changes (the issuer, or the token endpoint), the secret must be given again. CONFLICT if a domain belongs to another one, or if what identifies people would change while users have identities of it.',
  words: {
    title: 'Edit {identityProviderId}',
    button: 'Save changes',
    note: 'With a new issuer or token endpoint, its secret must be typed again.',
    danger: null,
  },
  permission: 'identity-providers:write',
  recentSignIn: true,
  record: 'identityProviderId',
  route: { method: 'PATCH', path: '/identity-providers/:identityProviderId' },
  input: z.strictObject({
    identityProviderId: idSchema('identityProvider').describe('The identity provider to update.'),
    name: providerSettings.name.optional(),
    oidc: updateOidcSettings
      .nullish()
      .describe('Settings to change, if the protocol is `oidc`.')
      .register(fieldFacts, { ...ofProtocol('oidc'), description: '' }),
    oauth2: updateOAuth2Settings
      .nullish()
      .describe('Settings to change, if the protocol is `oauth2`.')
      .register(fieldFacts, { ...ofProtocol('oauth2'), description: '' }),
    secrets: providerSecrets.nullish().describe('Secrets to set, or to remove with null. They are never returned.'),
    claims: claimNamesInput
      .nullish()
      .describe('Names of claims to change.')
      .register(fieldFacts, { description: 'A claim without a name is not read.' }),
    addressTrust: providerSettings.addressTrust.optional(),
    linking: providerSettings.linking.optional(),
    createsAccounts: providerSettings.createsAccounts.optional(),
    level2Values: providerSettings.level2Values.optional(),
    domains: providerSettings.domains.optional(),
    isRequired: providerSettings.isRequired.optional(),
    isShown: providerSettings.isShown.optional(),
  }),
  output: { identityProvider: entity('IdentityProvider', 'The updated identity provider.') },
  always: ['IdentityProvider.Data.Updated'],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, emit, unchanged }, { identityProviderId: id, secrets: secretChanges, ...values }, secretBox) {
    const before = await lockProvider(tx, id);
    // Undefined if their key is lost: then they have to be given again.
    const stored = openSecrets(secretBox, before);
    const secrets = updatedSecrets(stored ?? {}, secretChanges);
    const after = updatedProvider(before, values);
    requireSecretsOfDestination(before, after, { secrets, changes: secretChanges });
    requireValidProvider(after, secrets);
    if (before.isEnabled && secretChanges) requireSecret(after, secrets, 'secrets');
    const areSecretsNew = Boolean(secretChanges) && !isDeepStrictEqual(secrets, stored);
    const changed = [...changedSettings(before, after), ...(areSecretsNew ? ['secrets'] : [])];
    if (!changed.length) return unchanged({ identityProvider: id });
    await requireSameSubjects(tx, before, changed);
    if (changed.includes('domains')) await replaceDomains(tx, id, after.domains);
    const identityProvider = await tx.identityProvider.update({
      where: { id },
      data: { ...columnsOf(after), ...(areSecretsNew && sealSecrets(secretBox, secrets)) },
      include: withProviderDomains,
    });
    emit('IdentityProvider.Data.Updated', id, {
      identityProvider: identityProviderOf(identityProvider),
      ...changeOf(inEvents(before), changed),
    });
    return { identityProvider };
  },
});

/** The columns of what can change. What failed before may succeed with other settings. */
function columnsOf({ settings, claims, ...provider }: StoredProvider) {
  const { name, addressTrust, linking, createsAccounts, level2Values, isRequired, isShown } = provider;
  const values = { name, addressTrust, linking, createsAccounts, level2Values, isRequired, isShown };
  return { ...values, settings: json(settings), claims: json(claims), lastError: null };
}

/** CONFLICT at a changed setting that decides who the subjects are, if there are identities. */
async function requireSameSubjects(tx: Transaction, { id, protocol }: StoredProvider, changed: readonly string[]) {
  const name = identifyingAmong(protocol, changed);
  if (name !== undefined && (await findHolders(tx, id, 1)).length) throw whoseSubjects(protocol, name);
}
