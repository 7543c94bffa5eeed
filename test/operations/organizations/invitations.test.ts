import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/failure.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { createOrganizationInvitation } from '../../../src/operations/invitations/create-organization-invitation.ts';
import { resendOrganizationInvitation } from '../../../src/operations/invitations/resend-organization-invitation.ts';
import { setOrganizationInvitationStatus } from '../../../src/operations/invitations/set-organization-invitation-status.ts';
import { deleteUser } from '../../../src/operations/users/delete-user.ts';
import { updateUser } from '../../../src/operations/users/update-user.ts';
import { refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { makeRecords, type Records } from '../../support/records.ts';

const kernel = perFile(startKernel);

const accept = (w: Records, acceptedUserId = w.other) =>
  kernel.run(setOrganizationInvitationStatus, {
    organizationInvitationId: w.invitation,
    status: 'Accepted',
    acceptedUserId,
  });
const revoke = (w: Records) =>
  kernel.run(setOrganizationInvitationStatus, { organizationInvitationId: w.invitation, status: 'Revoked' });
const resend = (w: Records) => kernel.run(resendOrganizationInvitation, { organizationInvitationId: w.invitation });
const invite = (w: Records, inviteeEmail: string, actor?: Actor) =>
  kernel.run(createOrganizationInvitation, { organizationId: w.organization, inviteeEmail }, actor);
const storedOf = (id: string) => kernel.database.prisma.organizationInvitation.findUniqueOrThrow({ where: { id } });
const rolesOf = async (w: Records, userId: string) => {
  const where = { organizationId: w.organization, userId };
  const roles = await kernel.database.prisma.organizationUserRole.findMany({ where });
  return roles.map(({ organizationRoleId }) => organizationRoleId).sort();
};
const types = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);

describe('an invitation', () => {
  it('is pending for 7 days, in the name of the user who created it, if any', async () => {
    const w = await makeRecords(kernel);
    const permissions = new Set(['organizations:write'] as const);
    const as = (kind: 'user' | 'application', id: string): Actor => ({
      kind,
      id,
      permissions,
      organizations: new Map(),
      applicationIds: [],
    });
    const { output } = await invite(w, 'first@example.com', as('user', w.user));
    expect(await storedOf(output.organizationInvitation)).toMatchObject({
      inviterId: w.user,
      status: 'Pending',
      expiresAt: new Date(kernel.now().getTime() + 7 * 86_400_000),
    });
    const { output: second } = await invite(w, 'second@example.com', as('application', w.service));
    expect((await storedOf(second.organizationInvitation)).inviterId).toBeNull();
  });

  it('is refused while the same address, in any spelling, has a pending one to the same organization', async () => {
    const w = await makeRecords(kernel);
    await invite(w, 'grace@example.com');
    expect(await refusalOf(invite(w, ' GRACE@example.com '))).toMatchObject({
      code: 'CONFLICT',
      paths: ['inviteeEmail'],
    });
    await invite(await makeRecords(kernel), 'grace@example.com');
  });

  it('is created once by two concurrent calls', async () => {
    const w = await makeRecords(kernel);
    const both = await Promise.allSettled([invite(w, 'race@example.com'), invite(w, 'race@example.com')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('replaces one that expired, was revoked or accepted', async () => {
    const w = await makeRecords(kernel);
    const { output: expired } = await invite(w, 'slow@example.com');
    await using later = await advanced(7 * 86_400);
    await invite(w, 'slow@example.com');
    expect((await storedOf(expired.organizationInvitation)).status).toBe('Expired');
    const resendExpired = kernel.run(resendOrganizationInvitation, {
      organizationInvitationId: expired.organizationInvitation,
    });
    expect(await refusalOf(resendExpired)).toMatchObject({ code: 'CONFLICT', paths: ['organizationInvitationId'] });
    later.back();
    await accept(w);
    await invite(w, `other_${w.n}@example.com`);
    const second = await makeRecords(kernel);
    await revoke(second);
    await invite(second, `other_${second.n}@example.com`);
  });
});

/** Moves the kernel's clock forward until it is disposed of. */
async function advanced(seconds: number) {
  let ahead = seconds;
  kernel.advance(seconds);
  const back = () => {
    kernel.advance(-ahead);
    ahead = 0;
  };
  return { back, [Symbol.asyncDispose]: async () => back() };
}

describe('accepting an invitation', () => {
  it('makes the user a member with its roles', async () => {
    const w = await makeRecords(kernel);
    await accept(w);
    expect(await rolesOf(w, w.other)).toEqual([w.organizationRole]);
    expect(await storedOf(w.invitation)).toMatchObject({ status: 'Accepted', acceptedUserId: w.other, version: 2 });
  });

  it('succeeds once in two concurrent calls', async () => {
    const w = await makeRecords(kernel);
    const both = await Promise.allSettled([accept(w), accept(w), accept(w)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const refused = both.filter((result) => result.status === 'rejected').map(({ reason }) => reason as Failure);
    for (const { code, message } of refused) {
      expect([code, message]).toEqual(['CONFLICT', 'This invitation has been accepted.']);
    }
    const joined = await kernel.database.prisma.event.count({
      where: { type: 'Organization.Membership.Updated', organizationId: w.organization },
    });
    expect(joined).toBe(1);
  });

  it('adds the roles of an existing member, without a membership event', async () => {
    const w = await makeRecords(kernel);
    const { prisma } = kernel.database;
    await prisma.organizationUser.create({ data: { organizationId: w.organization, userId: w.other } });
    const organizationRoleId = w.otherOrganizationRole;
    await prisma.organizationUserRole.create({
      data: { organizationId: w.organization, userId: w.other, organizationRoleId },
    });
    expect(types(await accept(w))).toEqual(['Organization.MemberRoles.Updated', 'OrganizationInvitation.Updated']);
    expect(await rolesOf(w, w.other)).toEqual([w.organizationRole, w.otherOrganizationRole].sort());
  });

  it('emits no role event for an invitation without roles', async () => {
    const w = await makeRecords(kernel);
    await kernel.database.prisma.organizationInvitationRole.deleteMany({
      where: { organizationInvitationId: w.invitation },
    });
    expect(types(await accept(w))).toEqual(['Organization.Membership.Updated', 'OrganizationInvitation.Updated']);
  });

  it.each([
    ['revoked', (w: Records) => revoke(w), 'This invitation has been revoked.'],
    ['accepted', (w: Records) => accept(w), 'This invitation has been accepted.'],
  ])('is refused if it was %s', async (_state, prepare, message) => {
    const w = await makeRecords(kernel);
    await prepare(w);
    expect(await refusalOf(accept(w))).toEqual({ code: 'CONFLICT', paths: ['organizationInvitationId'], message });
  });

  it('is refused if it has expired, until it is renewed', async () => {
    const w = await makeRecords(kernel);
    await using _later = await advanced(86_400);
    const refusal = await refusalOf(accept(w));
    expect(refusal).toMatchObject({ code: 'CONFLICT', message: 'This invitation has expired. Resend it first.' });
    expect(await rolesOf(w, w.other)).toEqual([]);
    const { events } = await resend(w);
    expect(events[0]?.data).toMatchObject({
      organizationInvitation: { status: 'Pending' },
      changed: ['status', 'expiresAt'],
    });
    await accept(w);
  });

  it('is refused to a user with another address, even if it changed a moment ago', async () => {
    const w = await makeRecords(kernel);
    const foreign = { code: 'BAD_USER_INPUT', paths: ['acceptedUserId'] };
    expect(await refusalOf(accept(w, w.user))).toMatchObject(foreign);
    await kernel.run(updateUser, { userId: w.other, email: `moved_${w.n}@example.com` });
    expect(await refusalOf(accept(w))).toMatchObject(foreign);
    await kernel.run(updateUser, { userId: w.other, email: null });
    expect(await refusalOf(accept(w))).toMatchObject(foreign);
    expect((await storedOf(w.invitation)).status).toBe('Pending');
  });

  it('requires the id of the user who accepts', async () => {
    const w = await makeRecords(kernel);
    const unknown = kernel.run(setOrganizationInvitationStatus, {
      organizationInvitationId: w.invitation,
      status: 'Accepted',
    });
    expect(await refusalOf(unknown)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['acceptedUserId'] });
  });
});

describe('revoking an invitation', () => {
  it('can be repeated without effect', async () => {
    const w = await makeRecords(kernel);
    expect(types(await revoke(w))).toEqual(['OrganizationInvitation.Updated']);
    expect(types(await revoke(w))).toEqual([]);
    expect(await refusalOf(resend(w))).toMatchObject({ code: 'CONFLICT', paths: ['organizationInvitationId'] });
  });

  it('is refused after it was accepted: the member remains', async () => {
    const w = await makeRecords(kernel);
    await accept(w);
    expect(await refusalOf(revoke(w))).toMatchObject({ code: 'CONFLICT', paths: ['organizationInvitationId'] });
  });
});

describe('an administrator of one organization', () => {
  const administrator = (organizationId: string): Actor => ({
    kind: 'user',
    id: null,
    permissions: new Set(),
    organizations: new Map([[organizationId, new Set(['organizations:write'] as const)]]),
    applicationIds: [],
  });

  it('can invite to it, and manage its invitations only', async () => {
    const w = await makeRecords(kernel);
    const elsewhere = await makeRecords(kernel);
    const actor = administrator(w.organization);
    await invite(w, 'mine@example.com', actor);
    await kernel.run(resendOrganizationInvitation, { organizationInvitationId: w.invitation }, actor);
    const foreign = [
      () => invite(elsewhere, 'theirs@example.com', actor),
      () => kernel.run(resendOrganizationInvitation, { organizationInvitationId: elsewhere.invitation }, actor),
      () =>
        kernel.run(resendOrganizationInvitation, { organizationInvitationId: 'inv_00000000000000000000000000' }, actor),
    ];
    for (const attempt of foreign) expect(await refusalOf(attempt())).toMatchObject({ code: 'FORBIDDEN' });
  });
});

it('an invitation remains after its creator and the user who accepted it are deleted', async () => {
  const w = await makeRecords(kernel);
  await accept(w);
  await kernel.run(deleteUser, { userId: w.user });
  await kernel.run(deleteUser, { userId: w.other });
  expect(await storedOf(w.invitation)).toMatchObject({ status: 'Accepted', inviterId: null, acceptedUserId: null });
});
