import { day } from '../../domain/durations.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import { queueMessage, sealMessage } from './queue.ts';

/** Where a request came from, as far as it is known. */
interface RequestSource {
  /** IP address. */
  address: string | null;
  /** Name of the browser. */
  device: string | null;
  /** BCP 47 tag of the language of the pages. */
  language: string;
}

/** Queues the mail that an account was locked, if its address is verified: others must not learn of the account. */
export async function queueLockNotice(
  tx: Pick<Transaction, '$executeRaw'>,
  secretBox: Pick<SecretBox, 'seal'>,
  user: Pick<Row<'user'>, 'email' | 'emailVerifiedAt' | 'profile'>,
  { id, now, source }: { id: string; now: Date; source: RequestSource },
): Promise<void> {
  const { email: recipient, emailVerifiedAt } = user;
  if (recipient === null || emailVerifiedAt === null) return;
  const [place, device] = [source.address ?? undefined, source.device ?? undefined];
  const notice = { template: 'account-locked' as const, parameters: { time: now.toISOString(), place, device } };
  const expiresAt = new Date(now.getTime() + day);
  const language = localeOf(user.profile) ?? source.language;
  await queueMessage(tx, {
    ...sealMessage(secretBox, { ...notice, channel: 'email', recipient, language, expiresAt }),
    id,
    now,
  });
}

/** The language of the account: the request may be that of an attacker. */
const localeOf = (profile: unknown): string | undefined => (profile as { locale?: string } | null)?.locale;
