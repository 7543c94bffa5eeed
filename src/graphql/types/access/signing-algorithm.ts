import type { SigningAlgorithm } from '../../../vocabulary/signing-algorithms.ts';
import { textEnum } from '../../schema/enums.ts';

textEnum<SigningAlgorithm>('SigningAlgorithm', 'Signing algorithm of tokens (RFC 7518 §3.1).', {
  RS256: 'RSASSA-PKCS1-v1_5 with SHA-256 and a 2048-bit key. Supported by every client library.',
  ES256: 'ECDSA with P-256 and SHA-256. Signatures are shorter and faster to create.',
});
