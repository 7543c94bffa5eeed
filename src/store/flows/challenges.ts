// SQL: locks, and one statement that decides whether a try or link counts, and counts it.
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { VerificationKind } from '../../vocabulary/flows.ts';

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

interface NewChallenge {
  id: string;
  flowId: string;
  kind: VerificationKind;
  recipient: string;
  secretHash: Uint8Array;
  /** SHA-256 of the secret in the link that does the same as the code; null without a link. */
  linkHash: Uint8Array | null;
  /** The request that the return from an identity provider is compared with, encrypted. Omitted for codes. */
  sealed?: Uint8Array;
  triesLeft: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a challenge of a flow whose row is locked. It ends the earlier ones. */
export async function addChallenge(tx: Writer, challenge: NewChallenge): Promise<void> {
  const {
    id,
    flowId,
    kind,
    recipient,
    secretHash,
    linkHash,
    sealed = null,
    triesLeft,
    createdAt,
    expiresAt,
  } = challenge;
  await tx.$executeRaw`
    WITH ended AS (
      UPDATE challenges SET consumed_at = ${createdAt} WHERE flow_id = ${flowId} AND consumed_at IS NULL
    )
    INSERT INTO challenges (id, flow_id, kind, recipient, secret_hash, link_hash, sealed, tries_left, created_at, expires_at)
    VALUES (${id}, ${flowId}, ${kind}, ${recipient}, ${secretHash}, ${linkHash}, ${sealed}, ${triesLeft}, ${createdAt}, ${expiresAt})`;
}

/**
 * Locks a flow and takes one try of its challenge, before it is compared. Undefined if the flow or the challenge has
 * ended, or the challenge has expired or has none left.
 */
export async function takeTry(
  tx: Writer,
  { flowId, challengeId }: { flowId: string; challengeId: string },
  now: Date,
): Promise<Uint8Array | undefined> {
  const [challenge] = await tx.$queryRaw<{ secretHash: Uint8Array }[]>`
    WITH flow AS (UPDATE flows SET touched_at = ${now} WHERE id = ${flowId} AND state = 'open' RETURNING id)
    UPDATE challenges SET tries_left = tries_left - 1 FROM flow
    WHERE challenges.id = ${challengeId} AND flow_id = flow.id AND tries_left > 0 AND consumed_at IS NULL
      AND expires_at > ${now}
    RETURNING secret_hash AS "secretHash"`;
  return challenge?.secretHash;
}

/** Locks a flow in which the link of a challenge is opened, and the one that it belongs to. */
export async function lockFlowsOfLink(tx: Writer, flowId: string, challengeId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT id FROM flows WHERE id = ${flowId} OR id = (SELECT flow_id FROM challenges WHERE id = ${challengeId})
    ORDER BY id FOR UPDATE`;
}

/**
 * Uses the link of a challenge, in any flow. False if it was used, or its code was entered: of both, one wins. The flow
 * that it belongs to, which is locked, changes, so that an answer in progress there has no effect.
 */
export async function useChallengeLink(tx: Writer, challengeId: string, now: Date): Promise<boolean> {
  const used = await tx.$executeRaw`
    WITH used AS (
      UPDATE challenges SET consumed_at = ${now}
      WHERE id = ${challengeId} AND consumed_at IS NULL AND expires_at > ${now} RETURNING flow_id
    )
    UPDATE flows SET version = version + 1 FROM used WHERE flows.id = used.flow_id`;
  return used > 0;
}

/** Keeps what has returned from an identity provider, unless the flow has begun again meanwhile. */
export async function keepAnswer(
  tx: Writer,
  { challengeId, answer }: { challengeId: string; answer: Uint8Array },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE challenges SET answer = ${answer} WHERE id = ${challengeId} AND consumed_at IS NULL`;
}

/** The challenge that a response of an identity provider names, whether or not it can still be answered. */
export const findReturn = ({ challenge }: Pick<Prisma, 'challenge'>, id: string) =>
  challenge.findUnique({
    where: { id, kind: 'identity' },
    select: { id: true, flowId: true, recipient: true, secretHash: true, sealed: true },
  });
