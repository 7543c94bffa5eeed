import type { FlowInputs } from '../../domain/flow/facts.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Account } from '../../store/flows/flow.ts';
import { queuePasswordNotice } from '../../store/messages/password-notice.ts';
import { detachInteraction } from '../../store/sessions/oidc-records.ts';
import { replacePassword } from '../../store/records/users.ts';
import { endUser } from '../../store/sessions/session-epochs.ts';
import { accountChanged } from './ready-flow.ts';

interface Context {
  tx: Transaction;
  ids: Pick<Ids, 'next'>;
  now: Date;
  secretBox: SecretBox;
}

interface Entered extends Pick<FlowInputs, 'passwordHash'> {
  language: string;
  /** Key of the record of the authorization request, which goes on. */
  interaction: string;
}

/**
 * Sets the new password that an administrator has required. Returns whether there is one, and the session epoch
 * since: it ends the sessions of the account.
 */
export async function setRequiredPassword(
  { tx, ids, now, secretBox }: Context,
  account: Account,
  { passwordHash: hash, language, interaction }: Entered,
): Promise<{ isSet: boolean; sessionEpoch: number }> {
  const { userId, sessionEpoch, mustResetPassword } = account;
  if (!mustResetPassword || hash === undefined) return { isSet: false, sessionEpoch };
  if (!(await replacePassword(tx, userId, { hash, sessionEpoch }))) throw accountChanged();
  await detachInteraction(tx, { key: interaction, userId });
  const ending = await endUser(tx, userId);
  await queuePasswordNotice(tx, secretBox, { id: ids.next('message'), user: account, language, now });
  return { isSet: true, sessionEpoch: ending.sessionEpoch };
}
