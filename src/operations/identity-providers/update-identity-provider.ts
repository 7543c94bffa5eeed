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
import { type PreparedSaml, signingChange } from '../../domain/identity-providers/saml.ts';
import { type ChangedSamlSettings, updateSamlSettings } from '../../domain/identity-providers/saml-inputs.ts';
import {
  type ProviderSecretChanges,
  type ProviderSecrets,
  providerSecrets,
  updatedSecrets,
} from '../../domain/identity-providers/secrets.ts';
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
import { nextReading } from '../../store/identity-providers/metadata.ts';
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
import { prepareSaml } from './prepare-saml.ts';

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
    saml: updateSamlSettings
      .nullish()
      .describe('Settings to change, if the protocol is `saml`. A dry run does not read the metadata.')
      .register(fieldFacts, { ...ofProtocol('saml'), description: '' }),
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
  prepare: async ({ secretBox, ...services }, { saml }) => ({ secretBox, saml: await prepareSaml(services, saml) }),
  async run({ tx, now, emit, unchanged }, { identityProviderId: id, ...input }, { secretBox, saml }) {
    const before = await lockProvider(tx, id);
    // Undefined if their key is lost: then they have to be given again.
    const stored = openSecrets(secretBox, before);
    const { after, newSecrets } = changesOf(before, input, { stored, saml });
    const changed = [...changedSettings(before, after), ...(newSecrets ? ['secrets'] : [])];
    if (!changed.length) return unchanged({ identityProvider: id });
    await requireSameSubjects(tx, before, { changed, saml: input.saml });
    if (changed.includes('domains')) await replaceDomains(tx, id, after.domains);
    const isRead = saml.metadata !== null;
    const identityProvider = await tx.identityProvider.update({
      where: { id },
      data: {
        ...columnsOf(after),
        metadataDueAt: metadataDueAt(after, isRead ? nextReading(now) : before.metadataDueAt),
        ...(newSecrets && sealSecrets(secretBox, newSecrets)),
      },
      include: withProviderDomains,
    });
    emit('IdentityProvider.Data.Updated', id, {
      identityProvider: identityProviderOf(identityProvider),
      ...changeOf(inEvents(before), changed),
    });
    return { identityProvider };
  },
});

type Changes = Parameters<typeof updatedProvider>[1] & { secrets?: ProviderSecretChanges };

interface Prepared {
  stored: ProviderSecrets | undefined;
  saml: PreparedSaml;
}

/** The provider after the changes, and its secrets if they change. Throws if both contradict each other. */
function changesOf(before: StoredProvider, { secrets: changes, ...values }: Changes, { stored, saml }: Prepared) {
  const secrets = updatedSecrets(stored ?? {}, changes);
  const after = updatedProvider(before, values, saml);
  requireSecretsOfDestination(before, after, { secrets, changes });
  requireValidProvider(after, secrets, changes);
  if (before.isEnabled && changes) requireSecret(after, secrets, 'secrets');
  const areNew = Boolean(changes) && !isDeepStrictEqual(secrets, stored);
  if (after.protocol !== 'saml') return { after, newSecrets: areNew ? secrets : undefined };
  const { settings } = after;
  const signing = signingChange(settings, stored, saml.key);
  const signed = {
    ...after,
    settings: { ...settings, ...(signing && { signingCertificate: signing.signingCertificate }) },
  };
  return { after: signed, newSecrets: signing?.secrets };
}

/** Null without an address to read. */
const metadataDueAt = ({ protocol, settings }: StoredProvider, time: Date | null): Date | null =>
  protocol === 'saml' && settings.metadataUrl !== null ? time : null;

/** The columns of what can change. What failed before may succeed with other settings. */
function columnsOf({ settings, claims, ...provider }: StoredProvider) {
  const { name, addressTrust, linking, createsAccounts, level2Values, isRequired, isShown } = provider;
  const values = { name, addressTrust, linking, createsAccounts, level2Values, isRequired, isShown };
  return { ...values, settings: json(settings), claims: json(claims), lastError: null };
}

/** CONFLICT at a changed setting that decides who the subjects are, if there are identities. */
async function requireSameSubjects(
  tx: Transaction,
  { id, protocol }: StoredProvider,
  { changed, saml }: { changed: readonly string[]; saml: ChangedSamlSettings | null | undefined },
) {
  const name = identifyingAmong(protocol, changed);
  if (name === undefined || !(await findHolders(tx, id, 1)).length) return;
  const source = (['metadataUrl', 'metadata'] as const).find((field) => name === 'entityId' && saml?.[field] != null);
  throw whoseSubjects(protocol, source ?? name);
}
