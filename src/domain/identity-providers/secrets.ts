import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { examples } from '../../vocabulary/shape-parts.ts';
import { omitUndefined } from '../events/changes.ts';
import { isStorable, unstorable } from '../text.ts';
import { ofPresets } from './preset-facts.ts';

/** The secrets of an identity provider; those that are not set have no member. */
export interface ProviderSecrets {
  clientSecret?: string;
  /** Of Apple: the content of its file. Of SAML: the key that signs requests, which the platform has made. */
  privateKey?: string;
}

/** A private key of Apple: P-256, for ES256. */
function isAppleKey(pem: string): boolean {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return false;
  }
  return key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

export const providerSecrets = z
  .strictObject({
    clientSecret: z
      .string()
      .min(1, 'Must not be empty.')
      .max(1024)
      .regex(/^\P{Cc}*$/u, 'Must be a single line.')
      .refine(isStorable, unstorable)
      .register(fieldFacts, {
        widget: 'password',
        description: '',
        ...ofPresets((preset) => preset.protocol !== 'saml' && preset.authentication !== 'apple_client_secret'),
      })
      .nullish()
      .describe('Client secret. Null removes it.'),
    privateKey: z
      .string()
      .max(4096)
      .refine(isAppleKey, 'Must be the content of the file (.p8) with a private key, `-----BEGIN PRIVATE KEY-----`.')
      .register(fieldFacts, {
        widget: 'lines',
        description: 'The content of its file (.p8), which begins with -----BEGIN PRIVATE KEY-----.',
        ...ofPresets((preset) => preset.protocol !== 'saml' && preset.authentication === 'apple_client_secret'),
      })
      .nullish()
      .describe('Private key, for the preset `apple`. Null removes it.'),
  })
  .meta({ id: 'IdentityProviderSecretsInput', description: 'Secrets. They are stored encrypted and never returned.' })
  .register(fieldFacts, { isSecret: true })
  .register(examples, { example: { clientSecret: 'the-client-secret' } });
export type ProviderSecretChanges = z.output<typeof providerSecrets> | null | undefined;

/** The secrets after a change: omitted ones keep their values, null removes one. */
export function updatedSecrets(before: ProviderSecrets, changes: ProviderSecretChanges): ProviderSecrets {
  const merged = { ...before, ...omitUndefined(changes ?? {}) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
