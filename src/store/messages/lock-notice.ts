import { day } from '../../domain/durations.ts';
import { noticeLanguage } from '../../domain/people/notice-language.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import { queueMessage, sealMessage } from './queue.ts';

/** The origin of a request, as far as it is known. */
export interface RequestSource {
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
  const notice = { template: 'account-locked' as const, channel: 'email' as const, recipient };
  await queueMessage(tx, { ...sealMessage(secretBox, { ...notice, ...noticeOf(user, source, now) }), id, now });
}

/** The facts about a request in a notice. */
export function noticeOf(user: Pick<Row<'user'>, 'profile'> | null, source: RequestSource, now: Date) {
  const [place, device] = [source.address ?? undefined, source.device ?? undefined];
  return {
    parameters: { time: now.toISOString(), place, device },
    language: noticeLanguage(user, source.language),
    expiresAt: new Date(now.getTime() + day),
  };
}
