import { X509Certificate } from 'node:crypto';
import type { SamlSettings } from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';

export interface SigningCertificate {
  pem: string;
  expiresAt: Date;
}

/** Reads a certificate, PEM or DER. Throws `Invalid` if it is none. */
export function readCertificate(source: string | Buffer): SigningCertificate {
  try {
    const certificate = new X509Certificate(source);
    return { pem: certificate.toString(), expiresAt: certificate.validToDate };
  } catch {
    throw new Invalid('A certificate cannot be read.');
  }
}

/** Responses are verified with the key, whatever the validity: that is how providers announce a change. */
export function checkCertificates({ certificates }: SamlSettings, now: Date): string {
  const ends = certificates.map((certificate) => readCertificate(certificate).expiresAt.getTime());
  if (ends.every((end) => end < now.getTime())) throw new Invalid('All certificates of the provider have expired.');
  const last = new Date(Math.max(...ends)).toISOString().slice(0, 10);
  return `Certificates: ${ends.length}, valid until ${last}.`;
}
