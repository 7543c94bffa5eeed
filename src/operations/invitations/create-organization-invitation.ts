import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { emailSchema } from '../../domain/identifiers.ts';
import { invitationEnd } from '../../domain/invitation.ts';
import { idSchema, idsSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { requireNoPendingInvitation, withRoles } from '../../store/records/invitations.ts';
import { lockKeyShare, lock } from '../../store/records/locks.ts';
import { organizationInvitationOf } from '../../store/records/shapes.ts';

export const createOrganizationInvitation = defineOperation({
  name: 'createOrganizationInvitation',
  summary: 'Invite a person to an organization, to hold organization roles there from the start.',
  permission: 'organizations:write',
  organization: 'organizationId',
  route: { method: 'POST', path: '/organization-invitations' },
  input: z.strictObject({
    organizationId: idSchema.describe('The organization to join.'),
    inviteeEmail: emailSchema.describe('Email address of the person, who may not have an account yet.'),
    organizationRoleIds: idsSchema.default([]).describe('The organization roles that the person will hold.'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('When it ends, within a year; 7 days from now when left out.'),
    inviterId: idSchema.nullish().describe('The user who invites: the one who calls, when left out.'),
  }),
  output: { organizationInvitation: entity('OrganizationInvitation', 'The new invitation.') },
  always: ['OrganizationInvitation.Created'],
  async run(context, { organizationRoleIds, expiresAt, inviterId, ...data }) {
    const { tx, ids, now, emit } = context;
    const { organizationId } = data;
    await lock(tx, 'organization', organizationId, 'organizationId');
    await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
    await assertMayGrant(context, { organizationRoleIds, organizationId });
    await requireNoPendingInvitation(tx, data, now, 'inviteeEmail');
    const roleIds = [...new Set(organizationRoleIds)];
    const invitation = await tx.organizationInvitation.create({
      data: {
        ...data,
        id: ids.next('organizationInvitation'),
        inviterId: await inviter(context, inviterId),
        expiresAt: invitationEnd(expiresAt, now),
        roles: { createMany: { data: roleIds.map((organizationRoleId) => ({ organizationRoleId })) } },
      },
      include: withRoles,
    });
    const shown = organizationInvitationOf(invitation, now);
    emit('OrganizationInvitation.Created', invitation.id, { organizationInvitation: shown }, organizationId);
    return { organizationInvitation: invitation.id };
  },
});

/** Applications call too, and invite in nobody's name. Administrators of single organizations invite in their own. */
async function inviter({ tx, actor }: Pick<RunContext<never>, 'tx' | 'actor'>, named: string | null | undefined) {
  const id = named ?? (actor.kind === 'user' ? actor.id : null);
  const mayName = actor.permissions.has('organizations:write') || id === actor.id;
  const user = id && mayName && (await tx.user.findUnique({ where: { id }, select: { id: true } }));
  if (named && !user) throw notFound('user', 'inviterId');
  return user ? user.id : null;
}
