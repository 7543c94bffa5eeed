import type { SigningAlgorithm as Algorithm } from '../../vocabulary/signing-algorithms.ts';
import { textEnum } from '../schema/enums.ts';

export type { Algorithm };

export const SigningAlgorithm = textEnum<Algorithm>('SigningAlgorithm', 'How tokens are signed (RFC 7518 §3.1).', {
  RS256: 'RSASSA-PKCS1-v1_5 with SHA-256, a key of 2048 bits: supported by every client library.',
  ES256: 'ECDSA with P-256 and SHA-256: shorter signatures that cost less to compute.',
});
