// SQL: a flow that is stored before its first answer.
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { FirstAnswer } from './progress.ts';

/** A flow that changes an account, in a session of its user. */
interface AccountFlow extends FirstAnswer {
  userId: string;
  sessionId: string;
  /** Encrypted. */
  inputs: Uint8Array;
}

/** Stores a new flow of an account. */
export async function addAccountFlow(
  tx: Pick<Transaction, '$executeRaw'>,
  flow: AccountFlow,
  now: Date,
): Promise<void> {
  const { id, purpose, applicationId, reference, encryptedAddress, device, userId, sessionId, inputs } = flow;
  await tx.$executeRaw`
    INSERT INTO flows (id, purpose, application_id, reference, encrypted_address, device, user_id, session_uid, inputs,
      created_at, touched_at)
    VALUES (${id}, ${purpose}, ${applicationId}, ${reference}, ${encryptedAddress}, ${device}, ${userId}, ${sessionId},
      ${inputs}, ${now}, ${now})`;
}

/** The flow of an account with this id, whatever its state, that was begun in this session. */
export const findAccountFlow = (
  { signInAttempt }: Pick<Prisma, 'signInAttempt'>,
  { flowId, userId, sessionId }: { flowId: string; userId: string; sessionId: string },
) => signInAttempt.findFirst({ where: { id: flowId, userId, sessionUid: sessionId } });
