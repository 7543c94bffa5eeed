import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';

/** The secret that a code of a factor is compared with. Undefined if its key is lost: then no code of it is right. */
export const openSecret = (
  secretBox: Pick<SecretBox, 'open'>,
  { encryptedSecret }: { encryptedSecret: Uint8Array },
): Buffer | undefined => tryOpen(secretBox, encryptedSecret);
