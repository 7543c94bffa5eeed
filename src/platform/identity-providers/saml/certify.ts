// Used by the library's dependency injection.
import 'reflect-metadata';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { JWK } from 'jose';
import type { SamlKey } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { readCertificate } from './certificates.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
/** Years of validity: providers keep the certificate, and some refuse one that has expired. */
const years = 10;
/** Milliseconds by which the clock of a provider may be behind. */
const earlier = 3_600_000;

const importKey = (key: KeyObject, usage: KeyUsage): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', key.export({ format: 'jwk' }), algorithm, true, [usage]);

/** Makes a certificate of the name of a host for an RSA key. It is self-signed: providers trust the key itself. */
export async function certify(jwk: JWK, name: string, now: Date): Promise<SamlKey> {
  const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + years);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore: new Date(now.getTime() - earlier),
    notAfter,
    signingAlgorithm: algorithm,
    // An empty list of extensions is not valid (RFC 5280 §4.1).
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    ],
    keys: {
      privateKey: await importKey(privateKey, 'sign'),
      publicKey: await importKey(createPublicKey(privateKey), 'verify'),
    },
  });
  const { pem, expiresAt } = readCertificate(Buffer.from(certificate.rawData));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certificate: { pem, expiresAt },
  };
}
