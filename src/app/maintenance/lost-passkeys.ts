import { countPasskeysOfOtherHosts } from '../../store/factors/passkeys.ts';
import type { Services } from '../services.ts';

/** A passkey belongs to the host for which it was made (WebAuthn Level 3 §5.1.2): PUBLIC_URL may name another now. */
export async function warnOfLostPasskeys({ config, database, logger }: Services): Promise<void> {
  const host = new URL(config.publicUrl).hostname;
  const passkeys = await countPasskeysOfOtherHosts(database.prisma, host);
  if (passkeys)
    logger.warn({ passkeys, host }, 'PUBLIC_URL: passkeys were made for another host, and cannot be used at this one');
}
