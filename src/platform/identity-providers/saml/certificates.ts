import { X509Certificate } from 'node:crypto';
import type { SamlCertificate } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import type { SamlConnection } from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';

/** Bits of an RSA key (NIST SP 800-131A). */
const shortestKey = 2048;

interface ReadCertificate extends SamlCertificate {
  /** Whether signatures with its key are accepted. */
  isUsable: boolean;
}

/** Reads a certificate, PEM or DER. Throws `Invalid` if it is none. */
export function readCertificate(source: string | Buffer): ReadCertificate {
  try {
    const certificate = new X509Certificate(source);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    return {
      pem: certificate.toString(),
      expiresAt: certificate.validToDate.toISOString(),
      isUsable: asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= shortestKey,
    };
  } catch {
    throw new Invalid('A certificate cannot be read.');
  }
}

/** Each is tried, and a response is read again for each: a provider has one, and two while it replaces it. */
export const mostCertificates = 5;

/** The certificates with keys whose signatures are accepted, each once. Throws `Invalid` for none, and for too many. */
export function usableOf(certificates: readonly ReadCertificate[]): SamlCertificate[] {
  const usable = certificates.filter(({ isUsable }) => isUsable);
  if (usable.length === 0)
    throw new Invalid(`There is no certificate for signatures with an RSA key of ${shortestKey} bits or more.`);
  const distinct = [...new Map(usable.map(({ pem, expiresAt }) => [pem, { pem, expiresAt }])).values()];
  if (distinct.length > mostCertificates) throw new Invalid(`There are more than ${mostCertificates} certificates.`);
  return distinct;
}

/** Responses are verified with the key, whatever the validity: that is how providers announce a change. */
export function checkCertificates(
  { certificates }: Pick<SamlConnection['settings'], 'certificates'>,
  now: Date,
): string {
  const ends = certificates.map((certificate) => Date.parse(readCertificate(certificate).expiresAt));
  if (ends.every((end) => end < now.getTime())) throw new Invalid('All certificates of the provider have expired.');
  const last = new Date(Math.max(...ends)).toISOString().slice(0, 10);
  return `Certificates: ${ends.length}, valid until ${last}.`;
}
