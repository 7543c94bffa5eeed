import type {
  SamlCertificate,
  SamlKey,
  SamlMetadata,
  SamlSettings,
} from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { badUserInput, invalidField } from '../failure.ts';
import { type ChangedSamlSettings, type NewSamlSettings, singleValues } from './saml-inputs.ts';
import type { ProviderSecrets } from './secrets.ts';

/** Metadata and keys that were read and made for the settings before the transaction. */
export interface PreparedSaml {
  /** Null: none was given; or it is at an address, which a dry run does not read. */
  metadata: SamlMetadata | null;
  /** Of those that were given one by one. */
  certificates: SamlCertificate[] | null;
  /** Null if requests need none. */
  key: SamlKey | null;
}

/** The settings of a new identity provider. */
export function newSamlSettings(input: NewSamlSettings, { metadata, certificates, key }: PreparedSaml): SamlSettings {
  const metadataUrl = input.metadataUrl ?? null;
  const signsRequests = input.signsRequests ?? metadata?.wantsSignedRequests ?? false;
  const { subjectAttribute = null } = input;
  const chosen = {
    signsRequests,
    signingCertificate: signsRequests ? (key?.certificate ?? null) : null,
    subjectAttribute,
  };
  if (metadata) return { metadataUrl, ...statedBy(metadata), ...chosen };
  // A dry run: what the metadata states is not known.
  if (metadataUrl !== null)
    return { metadataUrl, entityId: metadataUrl, singleSignOnUrl: metadataUrl, certificates: [], ...chosen };
  const missing = singleValues.filter((name) => input[name] == null);
  if (missing.length === singleValues.length)
    throw required('metadataUrl', 'Give the address of the metadata, the metadata, or the values that it has.');
  const [name] = missing;
  if (name !== undefined) throw required(name, 'Required without metadata.');
  const { entityId: entity = '', singleSignOnUrl = '' } = input;
  return {
    metadataUrl,
    entityId: entity ?? '',
    singleSignOnUrl: singleSignOnUrl ?? '',
    certificates: certificates ?? [],
    ...chosen,
  };
}

const statedBy = ({ entityId: entity, singleSignOnUrl, certificates }: SamlMetadata) => ({
  entityId: entity,
  singleSignOnUrl,
  certificates,
});

/** The settings after an update. What wants signed requests gets them, unless the update has another value. */
export function updatedSamlSettings(
  before: SamlSettings,
  input: ChangedSamlSettings,
  { metadata, certificates }: PreparedSaml,
): SamlSettings {
  const { metadataUrl: url = before.metadataUrl, subjectAttribute = before.subjectAttribute } = input;
  const metadataUrl = input.metadata == null ? url : null;
  const single = singleValues.find((name) => input[name] !== undefined);
  if (metadataUrl !== null && single !== undefined)
    throw badUserInput('Comes from the metadata: set metadataUrl to null to change it by hand.', 'saml', single);
  const { entityId: entity = before.entityId, singleSignOnUrl = before.singleSignOnUrl } = input;
  return {
    ...before,
    metadataUrl,
    entityId: entity,
    singleSignOnUrl,
    certificates: certificates ?? before.certificates,
    ...(metadata && statedBy(metadata)),
    signsRequests: input.signsRequests ?? (before.signsRequests || metadata?.wantsSignedRequests === true),
    subjectAttribute,
  };
}

/** The secrets and settings that change with whether requests are signed; undefined if nothing does. */
export function signingChange(
  { signsRequests, signingCertificate }: SamlSettings,
  secrets: ProviderSecrets | undefined,
  key: SamlKey | null,
): { signingCertificate: SamlCertificate | null; secrets: ProviderSecrets } | undefined {
  if (!signsRequests) return signingCertificate ? { signingCertificate: null, secrets: {} } : undefined;
  if (secrets?.privateKey !== undefined || !key) return undefined;
  return { signingCertificate: key.certificate, secrets: { privateKey: key.privateKey } };
}

/**
 * The settings with the present metadata; undefined if it is of another entity, whose people would be others. Only what
 * providers announce by metadata changes.
 */
export const refreshedSamlSettings = (before: SamlSettings, metadata: SamlMetadata): SamlSettings | undefined =>
  metadata.entityId === before.entityId ? { ...before, ...statedBy(metadata) } : undefined;

const required = (name: string, message: string) => invalidField({ path: ['saml', name], code: 'REQUIRED', message });
