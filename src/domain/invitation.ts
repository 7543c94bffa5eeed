import { day } from './durations.ts';
import type { OrganizationInvitationStatus } from '../vocabulary/resources.ts';
import { badUserInput, conflict } from './failure.ts';

/** Milliseconds that an invitation waits for an answer, unless it says otherwise. */
const lifetime = 7 * day;
/** … and at most. */
const longest = 365 * day;

/** What decides where an invitation stands. */
export interface Standing {
  status: OrganizationInvitationStatus;
  expiresAt: Date;
}

/** Where an invitation stands at `now`: one that waits too long has expired, without anybody writing it down. */
export const statusAt = ({ status, expiresAt }: Standing, now: Date): OrganizationInvitationStatus =>
  status === 'Pending' && expiresAt <= now ? 'Expired' : status;

/** When an invitation ends that is made or renewed at `now`. BAD_USER_INPUT at "expiresAt" unless that is within a year. */
export function invitationEnd(wanted: string | null | undefined, now: Date): Date {
  if (!wanted) return new Date(now.getTime() + lifetime);
  const end = new Date(wanted);
  if (end <= now) throw badUserInput('This time has passed.', 'expiresAt');
  if (end.getTime() > now.getTime() + longest) throw badUserInput('An invitation lasts a year at most.', 'expiresAt');
  return end;
}

/** Refuses to accept an invitation that does not wait for an answer, with CONFLICT at "organizationInvitationId". */
export function requirePending(invitation: Standing, now: Date): void {
  const status = statusAt(invitation, now);
  if (status !== 'Pending') throw conflict(refusals[status], 'organizationInvitationId');
}

/** Refuses to renew or revoke what was answered already: a member stays one, and nobody is invited again by accident. */
export function requireUnanswered({ status }: Standing): void {
  if (status === 'Accepted') throw conflict(refusals.Accepted, 'organizationInvitationId');
}

/** Refuses to renew what was answered or taken back. */
export function requireRenewable(invitation: Standing): void {
  requireUnanswered(invitation);
  if (invitation.status === 'Revoked') throw conflict(refusals.Revoked, 'organizationInvitationId');
}

const refusals = {
  Accepted: 'This invitation has been accepted.',
  Expired: 'This invitation has expired: resend it first.',
  Revoked: 'This invitation has been revoked.',
} as const;

/** An invitation is for the person who was invited: BAD_USER_INPUT at "acceptedUserId" for a user with another email. */
export function requireInvited(invitation: { inviteeEmail: string }, user: { email: string | null }): void {
  if (user.email === invitation.inviteeEmail) return;
  throw badUserInput('This user has another email address than the one that was invited.', 'acceptedUserId');
}

/** Whether the user who accepts was named exactly when an invitation is accepted. BAD_USER_INPUT at "acceptedUserId" otherwise. */
export function requireAccepter(status: OrganizationInvitationStatus, userId: string | null | undefined): void {
  if (status === 'Accepted' && !userId) throw badUserInput('Name the user who accepts.', 'acceptedUserId');
  if (status !== 'Accepted' && userId)
    throw badUserInput('Nobody accepts an invitation that is revoked.', 'acceptedUserId');
}
