import { badUserInput } from '../../domain/failure.ts';
import type { PreparedSaml } from '../../domain/identity-providers/saml.ts';
import {
  type ChangedSamlSettings,
  type NewSamlSettings,
  requireOneSource,
  requireValidMetadata,
} from '../../domain/identity-providers/saml-inputs.ts';
import type { PrepareServices } from '../../kernel/prepare-services.ts';
import type { ProviderProblem } from '../../platform/identity-providers/identity-provider.ts';
import type { SamlCertificate, SamlMetadata } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';

type Services = Pick<PrepareServices, 'saml' | 'newKeyPair' | 'publicUrl'>;
type Input = NewSamlSettings | ChangedSamlSettings;

/**
 * Reads the metadata and the certificates that settings of SAML name, and makes a key if requests are to be signed. A
 * provider that has one keeps it.
 */
export async function prepareSaml(services: Services, input: Input | null | undefined): Promise<PreparedSaml> {
  if (!input) return { metadata: null, certificates: null, key: null };
  requireOneSource(input);
  const metadata = await readMetadata(services, input);
  const certificates = await readCertificates(services, input);
  const needsKey = input.signsRequests ?? metadata?.wantsSignedRequests ?? false;
  return { metadata, certificates, key: needsKey ? await newKey(services) : null };
}

async function readMetadata({ saml }: Services, { metadataUrl, metadata }: Input): Promise<SamlMetadata | null> {
  const field = metadataUrl == null ? 'metadata' : 'metadataUrl';
  const document = metadata == null ? null : saml.readMetadata(metadata);
  const read = await (metadataUrl == null ? document : saml.readMetadataAt(metadataUrl));
  if (!read) return null;
  const { metadata: provider } = orRefuse(read, field);
  requireValidMetadata(provider, field);
  return provider;
}

async function readCertificates({ saml }: Services, { certificatesPem }: Input): Promise<SamlCertificate[] | null> {
  if (certificatesPem == null) return null;
  return orRefuse(await saml.readCertificates(certificatesPem), 'certificatesPem').certificates;
}

const newKey = async ({ saml, newKeyPair, publicUrl }: Services) =>
  saml.certify(await newKeyPair('RS256'), new URL(publicUrl).hostname);

function orRefuse<Result extends object>(read: Result | ProviderProblem, field: string): Result {
  if ('problem' in read) throw badUserInput(read.message, 'saml', field);
  return read;
}
