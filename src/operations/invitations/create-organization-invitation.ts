import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { emailSchema } from '../../domain/people/identifiers.ts';
import { invitationEnd } from '../../domain/people/invitation.ts';
import { idSchema, idsSchema, recordId } from '../../domain/text.ts';
import { timeSchema } from '../../domain/times.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { prepareInvitationLink, sendInvitation } from '../../store/one-time-tokens/invitation-links.ts';
import { requireNoPendingInvitation, withRoles } from '../../store/records/invitations.ts';
import { lockKeyShare, lock } from '../../store/row-locks/row-locks.ts';
import { organizationInvitationOf } from '../../store/records/shapes.ts';
import { languageSchema } from '../../vocabulary/languages.ts';
import { invitationLinkOutput } from './link-output.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const createOrganizationInvitation = defineOperation({
  name: 'createOrganizationInvitation',
  summary:
    'Invite a person to an organization, with the organization roles they get on joining, and send them a link by email.',
  words: { title: 'Invite a person to {organizationId}', button: 'Send invitation', danger: null },
  permission: 'organizations:write',
  organization: 'organizationId',
  route: { method: 'POST', path: '/organization-invitations' },
  queuesMessages: true,
  input: z.strictObject({
    organizationId: recordId('organization'),
    inviteeEmail: emailSchema.describe('Email address of the person, who does not need an account yet.'),
    organizationRoleIds: idsSchema('organizationRole')
      .default([])
      .describe('The organization roles that the person gets on joining.'),
    expiresAt: field(timeSchema.nullish(), 'When it expires, within a year; if omitted, 7 days from now.', null),
    inviterId: idSchema('user').nullish().describe('The user who invites; if omitted, the calling user.'),
    language: languageSchema.default('en').describe('Language of the mail.'),
  }),
  output: { organizationInvitation: entity('OrganizationInvitation', 'The new invitation.'), ...invitationLinkOutput },
  always: ['OrganizationInvitation.Created'],
  prepare: prepareInvitationLink,
  async run(context, { organizationRoleIds, expiresAt, inviterId, language, ...data }, prepared) {
    const { tx, actor, ids, now, emit } = context;
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
    const isConfined = !actor.permissions.has('organizations:write');
    const outcome = await sendInvitation(tx, prepared, { invitation, language, now, path: 'inviteeEmail', isConfined });
    return { organizationInvitation: invitation.id, ...outcome };
  },
});

/** An application that names no inviter invites without one. Organization administrators can only name themselves. */
async function inviter({ tx, actor }: Pick<RunContext<never>, 'tx' | 'actor'>, named: string | null | undefined) {
  const id = named ?? (actor.kind === 'user' ? actor.id : null);
  const mayName = actor.permissions.has('organizations:write') || id === actor.id;
  const user = id && mayName && (await tx.user.findUnique({ where: { id }, select: { id: true } }));
  if (named && !user) throw notFound('user', 'inviterId');
  return user ? user.id : null;
}
