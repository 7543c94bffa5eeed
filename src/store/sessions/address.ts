import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';

/** Reads an IP address that is stored encrypted; null if there is none, or if its key is lost. */
export type OpenAddress = (encrypted: Uint8Array | null) => string | null;

export const createOpenAddress =
  (secretBox: Pick<SecretBox, 'open'>): OpenAddress =>
  (encrypted) =>
    (encrypted && tryOpen(secretBox, encrypted)?.toString()) ?? null;
