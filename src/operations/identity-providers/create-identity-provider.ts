import { z } from 'zod';
import { newSettings, sortedDomains, updatedClaims } from '../../domain/identity-providers/provider.ts';
import { ofPresets, ofProtocol } from '../../domain/identity-providers/preset-facts.ts';
import { requireValidProvider } from '../../domain/identity-providers/provider-rules.ts';
import { signingChange } from '../../domain/identity-providers/saml.ts';
import { createSamlSettings } from '../../domain/identity-providers/saml-inputs.ts';
import { providerSecrets, updatedSecrets } from '../../domain/identity-providers/secrets.ts';
import {
  claimNamesInput,
  createOAuth2Settings,
  createOidcSettings,
  providerSettings,
} from '../../domain/identity-providers/settings.ts';
import { newIdSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { nextReading } from '../../store/identity-providers/metadata.ts';
import { addProvider, readProvider, replaceDomains, sealSecrets } from '../../store/identity-providers/providers.ts';
import { identityProviderOf } from '../../store/records/shapes.ts';
import { json } from '../../store/sql/json.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { providerPresetOf } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { examples } from '../../vocabulary/shape-parts.ts';
import { prepareSaml } from './prepare-saml.ts';

export const createIdentityProvider = defineOperation({
  name: 'createIdentityProvider',
  summary:
    'Create an identity provider, with whose accounts people sign in. It has no effect until it is enabled. CONFLICT if a domain belongs to another one, or if another one has the id, or had it.',
  words: { title: 'Create identity provider', button: 'Create identity provider', danger: null },
  permission: 'identity-providers:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/identity-providers' },
  input: z.strictObject({
    id: newIdSchema('identityProvider')
      .nullish()
      .describe('Its id, if its redirect URI is registered before it is created. By default, the platform makes one.')
      .register(examples, { example: null }),
    preset: providerSettings.preset,
    name: providerSettings.name.nullish().describe('Name, which people see. Default: that of the preset.'),
    oidc: createOidcSettings
      .nullish()
      .describe('Settings of OpenID Connect. Required with a preset of this protocol.')
      .register(fieldFacts, { ...ofProtocol('oidc'), isRequired: true, description: '' }),
    oauth2: createOAuth2Settings
      .nullish()
      .describe('Settings of OAuth 2.0. Required with a preset of this protocol.')
      .register(fieldFacts, { ...ofProtocol('oauth2'), isRequired: true, description: '' }),
    saml: createSamlSettings
      .nullish()
      .describe('Settings of SAML 2.0. Required with a preset of this protocol. A dry run does not read the metadata.')
      .register(fieldFacts, { ...ofProtocol('saml'), isRequired: true, description: '' }),
    secrets: providerSecrets
      .nullish()
      .describe('Secrets. They are stored encrypted and never returned.')
      .register(fieldFacts, { ...ofPresets(() => true), isRequired: true, description: '' }),
    claims: claimNamesInput.nullish().describe('The claims that are read, if they are not those of the preset.'),
    addressTrust: providerSettings.addressTrust
      .nullish()
      .describe('When its email addresses count as verified. Default: that of the preset.'),
    linking: providerSettings.linking.default('ask'),
    createsAccounts: providerSettings.createsAccounts.default(true),
    level2Values: providerSettings.level2Values.default([]),
    domains: providerSettings.domains.default([]),
    isRequired: providerSettings.isRequired.default(false),
    isShown: providerSettings.isShown.default(true),
  }),
  output: { identityProvider: entity('IdentityProvider', 'The new identity provider.') },
  always: ['IdentityProvider.Created'],
  async prepare({ secretBox, now, ...services }, input) {
    const { preset, domains, isRequired } = input;
    const defaults = providerPresetOf(preset);
    const prepared = await prepareSaml(services, input.saml);
    const chosen = newSettings(preset, input, prepared);
    const addressTrust = input.addressTrust ?? defaults.addressTrust;
    const claims = updatedClaims(defaults.claims, input.claims);
    const ofInput = updatedSecrets({}, input.secrets);
    requireValidProvider({ ...chosen, preset, claims, addressTrust, domains, isRequired }, ofInput, input.secrets);
    const { protocol, settings } = chosen;
    const secrets = protocol === 'saml' ? (signingChange(settings, {}, prepared.key)?.secrets ?? {}) : ofInput;
    const { linking, createsAccounts, level2Values, isShown } = input;
    return {
      name: input.name ?? defaults.label,
      preset,
      protocol,
      settings: json(settings),
      metadataDueAt: protocol === 'saml' && settings.metadataUrl !== null ? nextReading(now) : null,
      claims: json(claims),
      addressTrust,
      linking,
      createsAccounts,
      level2Values,
      isRequired,
      isShown,
      ...sealSecrets(secretBox, secrets),
    };
  },
  async run({ tx, ids, emit }, { id: givenId, domains }, data) {
    const id = givenId ?? ids.next('identityProvider');
    await addProvider(tx, { id, ...data });
    await replaceDomains(tx, id, sortedDomains(domains));
    const identityProvider = await readProvider(tx, id);
    emit('IdentityProvider.Created', id, { identityProvider: identityProviderOf(identityProvider) });
    return { identityProvider };
  },
});
