import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import {
  invitationEnd,
  requireAccepter,
  requireInvited,
  requirePending,
  requireRenewable,
  requireNotAccepted,
  statusAt,
} from '../../../src/domain/people/invitation.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const later = new Date(now.getTime() + 1);
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const refusal = (work: () => void): [string, unknown] | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.code, error.problems[0]?.path];
  }
};

describe('an invitation', () => {
  it('expires exactly at expiresAt while it is pending, and never after it was answered', () => {
    expect(statusAt({ status: 'Pending', expiresAt: later }, now)).toBe('Pending');
    expect(statusAt({ status: 'Pending', expiresAt: now }, now)).toBe('Expired');
    for (const status of ['Accepted', 'Revoked', 'Expired'] as const) {
      expect(statusAt({ status, expiresAt: now }, now)).toBe(status);
    }
  });

  it('expires after 7 days by default, at most after a year', () => {
    expect(invitationEnd(undefined, now)).toEqual(days(7));
    expect(invitationEnd(null, now)).toEqual(days(7));
    expect(invitationEnd('2026-12-01T01:00:00+01:00', now)).toEqual(new Date('2026-12-01T00:00:00.000Z'));
    expect(invitationEnd(days(365).toISOString(), now)).toEqual(days(365));
    for (const bad of [now, days(-1), new Date(days(365).getTime() + 1)]) {
      expect(refusal(() => invitationEnd(bad.toISOString(), now))).toEqual(['BAD_USER_INPUT', ['expiresAt']]);
    }
  });

  it('can be accepted only while it is pending', () => {
    const check = (status: 'Pending' | 'Accepted' | 'Expired' | 'Revoked', expiresAt = later) =>
      refusal(() => requirePending({ status, expiresAt }, now));
    expect(check('Pending')).toBeUndefined();
    for (const refused of [check('Pending', now), check('Accepted'), check('Expired'), check('Revoked')]) {
      expect(refused).toEqual(['CONFLICT', ['organizationInvitationId']]);
    }
  });

  it('can be revoked until it is accepted, and renewed until it is accepted or revoked', () => {
    const outcomes = (['Pending', 'Expired', 'Revoked', 'Accepted'] as const).map((status) => [
      refusal(() => requireNotAccepted({ status, expiresAt: later })) === undefined,
      refusal(() => requireRenewable({ status, expiresAt: later })) === undefined,
    ]);
    expect(outcomes).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ]);
  });

  it('is for its email address, and therefore not for a user without one', () => {
    const invitation = { inviteeEmail: 'ada@example.com' };
    expect(refusal(() => requireInvited(invitation, { email: 'ada@example.com' }))).toBeUndefined();
    for (const email of ['grace@example.com', null, '']) {
      expect(refusal(() => requireInvited(invitation, { email }))).toEqual(['BAD_USER_INPUT', ['acceptedUserId']]);
    }
  });

  it('has an accepting user if and only if it is accepted', () => {
    expect(refusal(() => requireAccepter('Accepted', 'user_1'))).toBeUndefined();
    expect(refusal(() => requireAccepter('Revoked', null))).toBeUndefined();
    expect(refusal(() => requireAccepter('Accepted', null))).toEqual(['BAD_USER_INPUT', ['acceptedUserId']]);
    expect(refusal(() => requireAccepter('Revoked', 'user_1'))).toEqual(['BAD_USER_INPUT', ['acceptedUserId']]);
  });
});
