import { timingSafeEqual } from 'node:crypto';
import { statusAt } from '../../domain/people/invitation.ts';
import { tokenHash, tokenParts, type TokenStatus, tokenStatus } from '../../domain/people/one-time-token.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { SignInPurpose } from '../../vocabulary/flows.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { lockFlowsOfLink, useChallengeLink } from '../flows/challenges.ts';
import { useToken } from './tokens.ts';

/** The target of a link, as its page shows it. */
export interface Link {
  id: string;
  kind: 'sign-in' | 'invitation' | 'code';
  /** The choice of the person. */
  purpose: SignInPurpose;
  /** The flow that requested it, with a code; null for another link. */
  flowId: string | null;
  /** The application in which the person continues; null for any. */
  applicationId: string | null;
  status: TokenStatus | 'accepted';
  /** The address that the link is for; null if it is for a user without one. */
  address: string | null;
  /** The user that it signs in; null if it is for an address. */
  userId: string | null;
  /** Name of the person on the page. */
  personName: string;
  /** Whether it was sent to the address, which it verifies. */
  isMailed: boolean;
  organizationName: string | null;
  inviterName: string | null;
}

interface StoredLink {
  link: Link;
  /** SHA-256 of the secret. */
  secretHash: Uint8Array;
}

type Reader = Pick<Prisma, 'oneTimeToken' | 'challenge'>;
const named = { select: { name: true } } as const;

const find = ({ oneTimeToken }: Reader, id: string) =>
  oneTimeToken.findUnique({
    where: { id },
    omit: { secretHash: false },
    include: {
      user: { select: { email: true, username: true, name: true, sessionEpoch: true } },
      invitation: { include: { organization: named, inviter: named } },
    },
  });
type TokenRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The link with this id, whose secret is not compared yet. */
export async function readLink(prisma: Reader, id: string, now: Date): Promise<StoredLink | undefined> {
  if (isOfChallenge(id)) return readChallengeLink(prisma, id, now);
  const token = await find(prisma, id);
  if (!token) return undefined;
  const { user, invitation, userId, email, secretHash } = token;
  const address = invitation?.inviteeEmail ?? email ?? user?.email ?? null;
  const link: Link = {
    id,
    kind: invitation ? 'invitation' : 'sign-in',
    purpose: 'sign-in',
    flowId: null,
    applicationId: null,
    status: statusOf(token, now),
    address,
    userId,
    personName: address ?? user?.username ?? user?.name ?? '',
    isMailed: email !== null,
    organizationName: invitation?.organization.name ?? null,
    inviterName: invitation?.inviter?.name ?? null,
  };
  return { link, secretHash };
}

const isOfChallenge = (id: string): boolean => id.startsWith(`${kinds.challenge.idPrefix}_`);

/** The link in a message with a code, which does the same in the browser that opens it. */
async function readChallengeLink(prisma: Reader, id: string, now: Date): Promise<StoredLink | undefined> {
  const flow = { select: { purpose: true, applicationId: true } };
  const challenge = await prisma.challenge.findUnique({ where: { id }, include: { flow } });
  if (!challenge?.linkHash) return undefined;
  const { recipient, expiresAt, consumedAt, linkHash } = challenge;
  const link: Link = {
    id,
    kind: 'code',
    purpose: challenge.flow.purpose as SignInPurpose,
    flowId: challenge.flowId,
    applicationId: challenge.flow.applicationId,
    status: tokenStatus({ expiresAt, usedAt: consumedAt, revokedAt: null }, now),
    address: recipient,
    userId: null,
    personName: recipient,
    isMailed: true,
    organizationName: null,
    inviterName: null,
  };
  return { link, secretHash: linkHash };
}

/** Locks the flows that change when a link is used in one of them. */
export const lockFlowsOf = async (tx: Pick<Transaction, '$executeRaw' | '$queryRaw'>, id: string, flowId: string) =>
  isOfChallenge(id) ? lockFlowsOfLink(tx, flowId, id) : undefined;

/** Uses a link. False if it was used or has ended meanwhile. */
export const useLink = (tx: Pick<Transaction, '$executeRaw' | '$queryRaw'>, id: string, now: Date): Promise<boolean> =>
  isOfChallenge(id) ? useChallengeLink(tx, id, now) : useToken(tx, id, now);

/** The link with this text; undefined if there is none, or its secret is wrong. */
export async function findLink(prisma: Reader, text: string, now: Date): Promise<Link | undefined> {
  const { id, secret } = tokenParts(text) ?? {};
  if (id === undefined || secret === undefined) return undefined;
  const stored = await readLink(prisma, id, now);
  return stored && timingSafeEqual(tokenHash(secret), stored.secretHash) ? stored.link : undefined;
}

/** The status of the invitation if there is one, which explains more than that of its token. */
function statusOf(token: TokenRow, now: Date): Link['status'] {
  const { user, invitation, userSessionEpoch, email } = token;
  const status = invitation ? statusAt(invitation, now) : 'Pending';
  if (status === 'Accepted') return 'accepted';
  if (status === 'Revoked') return 'revoked';
  if (status === 'Expired') return 'expired';
  // The user has another password or address since, was suspended, or signed out everywhere.
  const hasEnded =
    user !== null && (user.sessionEpoch !== userSessionEpoch || (email !== null && email !== user.email));
  return hasEnded && !token.usedAt ? 'revoked' : tokenStatus(token, now);
}
