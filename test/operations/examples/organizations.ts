import { example, type Example, type Examples, membership } from './example.ts';

export const organizations: Examples = {
  createOrganization: () => {
    const organization = { name: 'Initech', description: 'Paper.', customData: { plan: 'paid' } };
    return example([['Organization.Created', null, { organization }]], organization, 'the same events');
  },
  updateOrganization: (w) => {
    const plain = { name: 'Acme 2', description: 'Anvils.' };
    const organization = { ...plain, customData: { seats: 5 } };
    const data = { organization, changed: ['name', 'description', 'customData'] };
    const input = { organizationId: w.organization, ...plain, customData: { plan: null, seats: 5 } };
    return example([['Organization.Data.Updated', w.organization, data]], input, 'nothing');
  },
  deleteOrganization: (w) => {
    const left = membership(w.organization, { removedUserIds: [w.user], removedApplicationIds: [w.service] });
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, left],
      ['OrganizationInvitation.Deleted', w.invitation, { organizationInvitation: { id: w.invitation } }],
      ['Organization.Deleted', w.organization, { organization: { id: w.organization } }],
    ];
    return example(events, { organizationId: w.organization }, 'NOT_FOUND');
  },
  addOrganizationMembers: (w) => {
    const data = membership(w.organization, { addedUserIds: [w.other] });
    const member = { organizationId: w.organization, userId: w.other, applicationId: null };
    const roles = { addedOrganizationRoleIds: [w.organizationRole], removedOrganizationRoleIds: [] };
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, data],
      ['Organization.MemberRoles.Updated', w.organization, { ...member, ...roles }],
    ];
    const input = {
      organizationId: w.organization,
      userIds: [w.user, w.other],
      organizationRoleIds: [w.organizationRole],
    };
    return example(events, input, 'nothing');
  },
  replaceOrganizationMembers: (w) => {
    const data = membership(w.organization, { addedUserIds: [w.other], removedUserIds: [w.user] });
    return example(
      [['Organization.Membership.Updated', w.organization, data]],
      { organizationId: w.organization, userIds: [w.other] },
      'nothing',
    );
  },
  setOrganizationMember: (w) => {
    const member = { organizationId: w.organization, userId: w.other, applicationId: null };
    const roles = { addedOrganizationRoleIds: [w.organizationRole], removedOrganizationRoleIds: [] };
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, membership(w.organization, { addedUserIds: [w.other] })],
      ['Organization.MemberRoles.Updated', w.organization, { ...member, ...roles }],
    ];
    const input = { organizationId: w.organization, userId: w.other, organizationRoleIds: [w.organizationRole] };
    return example(events, input, 'nothing');
  },
  removeOrganizationMember: (w) => {
    const data = membership(w.organization, { removedUserIds: [w.user] });
    return example(
      [['Organization.Membership.Updated', w.organization, data]],
      { organizationId: w.organization, userId: w.user },
      'NOT_FOUND',
    );
  },
  setOrganizationMemberRoles: (w) => {
    const member = { organizationId: w.organization, userId: w.user, applicationId: null };
    const delta = {
      addedOrganizationRoleIds: [w.otherOrganizationRole],
      removedOrganizationRoleIds: [w.organizationRole],
    };
    const input = { organizationId: w.organization, userId: w.user, organizationRoleIds: [w.otherOrganizationRole] };
    return example([['Organization.MemberRoles.Updated', w.organization, { ...member, ...delta }]], input, 'nothing');
  },
  addOrganizationApplications: (w) => {
    const data = membership(w.organization, { addedApplicationIds: [w.application] });
    const member = { organizationId: w.organization, userId: null, applicationId: w.application };
    const roles = { addedOrganizationRoleIds: [w.organizationRole], removedOrganizationRoleIds: [] };
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, data],
      ['Organization.MemberRoles.Updated', w.organization, { ...member, ...roles }],
    ];
    const input = {
      organizationId: w.organization,
      applicationIds: [w.application, w.service],
      organizationRoleIds: [w.organizationRole],
    };
    return example(events, input, 'nothing');
  },
  replaceOrganizationApplications: (w) => {
    const data = membership(w.organization, { removedApplicationIds: [w.service] });
    return example(
      [['Organization.Membership.Updated', w.organization, data]],
      { organizationId: w.organization, applicationIds: [] },
      'nothing',
    );
  },
  removeOrganizationApplication: (w) => {
    const data = membership(w.organization, { removedApplicationIds: [w.service] });
    const input = { organizationId: w.organization, applicationId: w.service };
    return example([['Organization.Membership.Updated', w.organization, data]], input, 'NOT_FOUND');
  },
  setOrganizationApplicationRoles: (w) => {
    const member = { organizationId: w.organization, userId: null, applicationId: w.service };
    const delta = { addedOrganizationRoleIds: [w.otherOrganizationRole], removedOrganizationRoleIds: [] };
    const organizationRoleIds = [w.organizationRole, w.otherOrganizationRole];
    const input = { organizationId: w.organization, applicationId: w.service, organizationRoleIds };
    return example([['Organization.MemberRoles.Updated', w.organization, { ...member, ...delta }]], input, 'nothing');
  },
  setOrganizationDomain: (w) => {
    const given = { organizationId: w.organization, organizationRoleIds: [w.organizationRole] };
    const addedDomains = [{ ...given, domain: URL.parse(`http://bücher-${w.n}.example`)?.hostname }];
    return example(
      [['Organization.Domains.Updated', w.organization, { addedDomains, removedDomains: [] }]],
      { ...given, domain: `Bücher-${w.n}.Example` },
      'nothing',
    );
  },
  removeOrganizationDomain: (w) => {
    const removedDomains = [
      { organizationId: w.organization, domain: w.domain, organizationRoleIds: [w.organizationRole] },
    ];
    return example(
      [['Organization.Domains.Updated', w.organization, { addedDomains: [], removedDomains }]],
      { organizationId: w.organization, domain: w.domain },
      'NOT_FOUND',
    );
  },
};
