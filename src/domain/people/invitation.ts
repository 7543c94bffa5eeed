import { day } from '../durations.ts';
import type { OrganizationInvitationStatus } from '../../vocabulary/records/organization-shapes.ts';
import { badUserInput, invalidField, conflict } from '../failure.ts';

/** Default lifetime of an invitation in milliseconds. */
const lifetime = 7 * day;
/** Maximum lifetime. */
const maxLifetime = 365 * day;

/** The state on which the status of an invitation depends. */
interface InvitationState {
  status: OrganizationInvitationStatus;
  expiresAt: Date;
}

/** The status of an invitation at `now`. Expiry is computed, not stored. */
export const statusAt = ({ status, expiresAt }: InvitationState, now: Date): OrganizationInvitationStatus =>
  status === 'Pending' && expiresAt <= now ? 'Expired' : status;

/** When an invitation that is created or renewed at `now` expires. Must be within a year. */
export function invitationEnd(expiry: string | null | undefined, now: Date): Date {
  if (!expiry) return new Date(now.getTime() + lifetime);
  const end = new Date(expiry);
  if (end <= now) throw badUserInput('Must be in the future.', 'expiresAt');
  if (end.getTime() > now.getTime() + maxLifetime) throw badUserInput('Must be within one year.', 'expiresAt');
  return end;
}

/** Refuses to accept an invitation that is not pending. */
export function requirePending(invitation: InvitationState, now: Date): void {
  const status = statusAt(invitation, now);
  if (status !== 'Pending') throw conflict(refusals[status], 'organizationInvitationId');
}

/** Refuses to renew or revoke an accepted invitation. */
export function requireNotAccepted({ status }: InvitationState): void {
  if (status === 'Accepted') throw conflict(refusals.Accepted, 'organizationInvitationId');
}

/** Refuses to renew an accepted or revoked invitation. */
export function requireRenewable(invitation: InvitationState): void {
  requireNotAccepted(invitation);
  if (invitation.status === 'Revoked') throw conflict(refusals.Revoked, 'organizationInvitationId');
}

const refusals = {
  Accepted: 'This invitation has been accepted.',
  Expired: 'This invitation has expired. Resend it first.',
  Revoked: 'This invitation has been revoked.',
} as const;

/** Refuses a user whose email address is not the invited one. */
export function requireInvited(invitation: { inviteeEmail: string }, user: { email: string | null }): void {
  if (user.email === invitation.inviteeEmail) return;
  throw badUserInput('The email address of this user is not the invited one.', 'acceptedUserId');
}

/** Requires the accepting user if the invitation is accepted, and refuses one otherwise. */
export function requireAccepter(status: OrganizationInvitationStatus, userId: string | null | undefined): void {
  if (status === 'Accepted' && !userId)
    throw invalidField({
      path: ['acceptedUserId'],
      code: 'REQUIRED',
      message: 'Required when the invitation is accepted.',
    });
  if (status !== 'Accepted' && userId)
    throw badUserInput('Must be omitted when the invitation is revoked.', 'acceptedUserId');
}
