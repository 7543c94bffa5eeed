import { timingSafeEqual } from 'node:crypto';
import { statusAt } from '../../domain/invitation.ts';
import { tokenHash, tokenParts, type TokenStatus, tokenStatus } from '../../domain/one-time-token.ts';
import type { Prisma } from '../../platform/database/database.ts';

/** What a link leads to, as its page shows it. */
export interface Link {
  id: string;
  kind: 'sign-in' | 'invitation';
  status: TokenStatus | 'accepted';
  /** The address that the link is for; null if it is for a user without one. */
  address: string | null;
  /** The user whom it signs in; null if it is for an address. */
  userId: string | null;
  /** How the page calls the person. */
  personName: string;
  /** Whether it was sent to the address, which it verifies. */
  isMailed: boolean;
  organizationName: string | null;
  inviterName: string | null;
}

export interface StoredLink {
  link: Link;
  /** SHA-256 of the secret. */
  secretHash: Uint8Array;
}

type Reader = Pick<Prisma, 'oneTimeToken'>;
const named = { select: { name: true } } as const;

const find = ({ oneTimeToken }: Reader, id: string) =>
  oneTimeToken.findUnique({
    where: { id },
    omit: { secretHash: false },
    include: {
      user: { select: { email: true, username: true, name: true, endings: true } },
      invitation: { include: { organization: named, inviter: named } },
    },
  });
type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The link with this id, whose secret is not compared yet. */
export async function readLink(prisma: Reader, id: string, now: Date): Promise<StoredLink | undefined> {
  const token = await find(prisma, id);
  if (!token) return undefined;
  const { user, invitation, userId, email, secretHash } = token;
  const address = invitation?.inviteeEmail ?? email ?? user?.email ?? null;
  const link: Link = {
    id,
    kind: invitation ? 'invitation' : 'sign-in',
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

/** The link with this text; undefined if there is none, or its secret is wrong. */
export async function findLink(prisma: Reader, text: string, now: Date): Promise<Link | undefined> {
  const { id, secret } = tokenParts(text) ?? {};
  if (id === undefined || secret === undefined) return undefined;
  const stored = await readLink(prisma, id, now);
  return stored && timingSafeEqual(tokenHash(secret), stored.secretHash) ? stored.link : undefined;
}

/** That of the invitation explains more than that of its token. */
function statusOf(token: Found, now: Date): Link['status'] {
  const { user, invitation, userEndings, email } = token;
  const status = invitation ? statusAt(invitation, now) : 'Pending';
  if (status === 'Accepted') return 'accepted';
  if (status === 'Revoked') return 'revoked';
  if (status === 'Expired') return 'expired';
  // The user has another password or address since, was suspended, or signed out everywhere.
  const hasEnded = user !== null && (user.endings !== userEndings || (email !== null && email !== user.email));
  return hasEnded && !token.usedAt ? 'revoked' : tokenStatus(token, now);
}
