import { z } from 'zod';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { type SamlMetadata, samlSettingsShape } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { asIdOf } from '../../vocabulary/ids.ts';
import { describedLike } from '../../vocabulary/shape-parts.ts';
import { badUserInput } from '../failure.ts';
import { samlUrlSchema } from './provider-url.ts';
import { attributeName, line } from './setting-texts.ts';

/** Characters of a metadata document. */
const longestMetadata = 131_072;

const { shape: ofSaml } = samlSettingsShape;

/** SAML Core §8.3.6. */
const entityId = line(1024);

const saml = {
  metadataUrl: samlUrlSchema.describe(
    'Address of the metadata of the provider, from which the other values come. It is read at once, and then once a day.',
  ),
  metadata: z
    .string()
    .min(1, 'Must not be empty.')
    .max(longestMetadata)
    .register(fieldFacts, { widget: 'lines' })
    .describe('Metadata of the provider (XML), if it has no address.'),
  entityId: describedLike(ofSaml.entityId, asIdOf(entityId)),
  singleSignOnUrl: describedLike(ofSaml.singleSignOnUrl, samlUrlSchema),
  certificatesPem: z
    .string()
    .trim()
    .min(1, 'Must have a certificate: nothing is accepted without a signature.')
    .max(65_536)
    .register(fieldFacts, { widget: 'lines' })
    .describe('Certificates of the keys with which the provider signs (RSA, 2048 bits or more), in PEM.'),
  signsRequests: z
    .boolean()
    .describe(
      'Whether requests are signed. The key is made for it; its certificate is in the metadata of the platform.',
    ),
  subjectAttribute: describedLike(ofSaml.subjectAttribute, attributeName),
};

export const createSamlSettings = z
  .strictObject({
    metadataUrl: saml.metadataUrl.nullish(),
    metadata: saml.metadata.nullish(),
    entityId: saml.entityId.nullish(),
    singleSignOnUrl: saml.singleSignOnUrl.nullish(),
    certificatesPem: saml.certificatesPem.nullish(),
    signsRequests: saml.signsRequests.nullish(),
    subjectAttribute: saml.subjectAttribute.nullish(),
  })
  .meta({
    id: 'CreateSamlSettingsInput',
    description:
      'Settings of SAML 2.0, for a new identity provider: `metadataUrl`, `metadata`, or the three single values of the provider. Omitted: `signsRequests` is what the metadata wants.',
  });

export const updateSamlSettings = z
  .strictObject({
    metadataUrl: saml.metadataUrl
      .nullish()
      .describe('Address of the metadata, which is read at once, also if it is the same. Null ends the daily reading.'),
    metadata: saml.metadata.nullish(),
    entityId: saml.entityId.optional(),
    singleSignOnUrl: saml.singleSignOnUrl.optional(),
    certificatesPem: saml.certificatesPem.optional(),
    signsRequests: saml.signsRequests.optional(),
    subjectAttribute: saml.subjectAttribute.nullish(),
  })
  .meta({ id: 'UpdateSamlSettingsInput', description: 'New values of settings. Omitted settings keep their values.' });

export type NewSamlSettings = z.output<typeof createSamlSettings>;
export type ChangedSamlSettings = z.output<typeof updateSamlSettings>;

/** Settings that metadata states, and that can be given instead. */
export const singleValues = ['entityId', 'singleSignOnUrl', 'certificatesPem'] as const;

/** Throws BAD_USER_INPUT if an input has metadata twice, or values that are in the metadata. */
export function requireOneSource(input: NewSamlSettings | ChangedSamlSettings): void {
  if (input.metadataUrl != null && input.metadata != null)
    throw badUserInput('Must be omitted: it is read at metadataUrl.', 'saml', 'metadata');
  if (input.metadataUrl == null && input.metadata == null) return;
  const single = singleValues.find((name) => input[name] != null);
  if (single !== undefined) throw badUserInput('Must be omitted: it is in the metadata.', 'saml', single);
}

/** Throws BAD_USER_INPUT at the field of the metadata for values that are not those of a provider. */
export function requireValidMetadata({ entityId: entity, singleSignOnUrl }: SamlMetadata, field: string): void {
  if (!entityId.safeParse(entity).success)
    throw badUserInput('The entityID of the metadata must have 1 to 1024 characters.', 'saml', field);
  const [issue] = samlUrlSchema.safeParse(singleSignOnUrl).error?.issues ?? [];
  if (issue) throw badUserInput(`Address for single sign-on in the metadata: ${issue.message}`, 'saml', field);
}
