import { example, type Example, type Examples, membership } from './example.ts';

export const invitations: Examples = {
  createOrganizationInvitation: (w) => {
    const given = { organizationId: w.organization, organizationRoleIds: [w.organizationRole], inviterId: w.user };
    const expiresAt = '2027-01-01T00:00:00.000Z';
    const organizationInvitation = { ...given, inviteeEmail: `new_${w.n}@example.com`, status: 'Pending', expiresAt };
    return example(
      [['OrganizationInvitation.Created', null, { organizationInvitation }]],
      { ...given, inviteeEmail: `NEW_${w.n}@Example.com`, expiresAt: '2027-01-01T01:00:00+01:00' },
      'CONFLICT',
    );
  },
  resendOrganizationInvitation: (w) => {
    const expiresAt = '2027-02-01T00:00:00.000Z';
    const data = { organizationInvitation: { id: w.invitation, expiresAt }, changed: ['expiresAt'] };
    return example(
      [['OrganizationInvitation.Updated', w.invitation, data]],
      { organizationInvitationId: w.invitation, expiresAt },
      'the same events',
    );
  },
  setOrganizationInvitationStatus: (w) => {
    const member = { organizationId: w.organization, userId: w.other, applicationId: null };
    const roles = { addedOrganizationRoleIds: [w.organizationRole], removedOrganizationRoleIds: [] };
    const organizationInvitation = { status: 'Accepted', acceptedUserId: w.other };
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, membership(w.organization, { addedUserIds: [w.other] })],
      ['Organization.MemberRoles.Updated', w.organization, { ...member, ...roles }],
      [
        'OrganizationInvitation.Updated',
        w.invitation,
        { organizationInvitation, changed: ['status', 'acceptedUserId'] },
      ],
    ];
    const input = { organizationInvitationId: w.invitation, status: 'Accepted', acceptedUserId: w.other };
    return example(events, input, 'CONFLICT');
  },
  deleteOrganizationInvitation: (w) => {
    const data = { organizationInvitation: { id: w.invitation, status: 'Pending' } };
    return example(
      [['OrganizationInvitation.Deleted', w.invitation, data]],
      { organizationInvitationId: w.invitation },
      'NOT_FOUND',
    );
  },
};
