import { markup } from '../../../http/markup.ts';
import { readAccountOrganizations } from '../../../store/account/account.ts';
import { readAccountInvitations } from '../../../store/account/invitations.ts';
import { act, type DrawPage, type View } from '../view.ts';
import { listed, type Row, rows, section } from './parts.ts';

/** Invitations, if there are any, and memberships with their roles. */
export const organizationsPage: DrawPage = async (view) => {
  const { member, services, now } = view;
  const { prisma } = services.database;
  const words = member.texts.account;
  const [organizations, invitations] = await Promise.all([
    readAccountOrganizations(prisma, member.account.id),
    readAccountInvitations(prisma, member.account.id, now),
  ]);
  const pending = invitations.map((invitation) => invitationRow(view, invitation));
  return markup`${pending.length ? section(words.invitations, rows(pending, '')) : ''}${section(
    words.memberships,
    rows(
      organizations.map((organization) => membershipRow(view, organization)),
      words.noMemberships,
    ),
  )}`;
};

const rolesText = ({ member: { texts } }: View, roles: readonly string[]): string =>
  roles.length ? texts.account.roles(listed(roles, texts)) : texts.account.noRoles;

type Organization = Awaited<ReturnType<typeof readAccountOrganizations>>[number];

function membershipRow(view: View, { id, name, roles, joinedAt }: Organization): Row {
  const words = view.member.texts.account;
  return {
    title: name,
    details: [rolesText(view, roles), words.joinedOn(view.times.text(joinedAt))],
    acts: [act(view, 'leave-organization', words.leave, { id, name })],
  };
}

type Invitation = Awaited<ReturnType<typeof readAccountInvitations>>[number];

function invitationRow(view: View, { id, organizationName: name, roles, expiresAt }: Invitation): Row {
  const words = view.member.texts.account;
  return {
    title: name,
    details: [rolesText(view, roles), words.expiresOn(view.times.text(expiresAt))],
    acts: [
      act(view, 'accept-invitation', words.accept, { id, name }),
      act(view, 'decline-invitation', words.decline, { id, name }),
    ],
  };
}
