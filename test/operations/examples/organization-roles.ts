import { example, type Example, type Examples, scopes } from './example.ts';

export const organizationRoles: Examples = {
  createOrganizationRole: (w) => {
    const organizationRole = { name: `Guest ${w.n}`, description: 'Looks.' };
    const added = scopes({ addedOrganizationScopeIds: [w.organizationScope], addedScopeIds: [w.scope] });
    const input = { ...organizationRole, organizationScopeIds: [w.organizationScope], scopeIds: [w.scope] };
    return example(
      [
        ['OrganizationRole.Created', null, { organizationRole }],
        ['OrganizationRole.Scopes.Updated', null, added],
      ],
      input,
      'TAKEN',
    );
  },
  updateOrganizationRole: (w) => {
    const organizationRole = { name: `Friend ${w.n}`, description: 'Helps.' };
    const data = { organizationRole, changed: ['name', 'description'] };
    return example(
      [['OrganizationRole.Data.Updated', w.organizationRole, data]],
      { organizationRoleId: w.organizationRole, ...organizationRole },
      'nothing',
    );
  },
  deleteOrganizationRole: (w) => {
    const data = {
      organizationRole: { id: w.organizationRole },
      members: [
        { organizationId: w.organization, userId: w.user, applicationId: null },
        { organizationId: w.organization, userId: null, applicationId: w.service },
      ],
      organizationInvitationIds: [w.invitation],
      domains: [{ organizationId: w.organization, domain: w.domain }],
    };
    return example(
      [['OrganizationRole.Deleted', w.organizationRole, data]],
      { organizationRoleId: w.organizationRole },
      'NOT_FOUND',
    );
  },
  addOrganizationRoleScopes: (w) => {
    const data = scopes({ addedOrganizationScopeIds: [w.otherOrganizationScope] });
    const input = {
      organizationRoleId: w.organizationRole,
      organizationScopeIds: [w.organizationScope, w.otherOrganizationScope],
    };
    return example([['OrganizationRole.Scopes.Updated', w.organizationRole, data]], input, 'nothing');
  },
  replaceOrganizationRoleScopes: (w) => {
    const delta = {
      addedOrganizationScopeIds: [w.otherOrganizationScope],
      removedOrganizationScopeIds: [w.organizationScope],
    };
    const input = { organizationRoleId: w.organizationRole, organizationScopeIds: [w.otherOrganizationScope] };
    return example([['OrganizationRole.Scopes.Updated', w.organizationRole, scopes(delta)]], input, 'nothing');
  },
  removeOrganizationRoleScope: (w) => {
    const data = scopes({ removedOrganizationScopeIds: [w.organizationScope] });
    const input = { organizationRoleId: w.organizationRole, organizationScopeId: w.organizationScope };
    return example([['OrganizationRole.Scopes.Updated', w.organizationRole, data]], input, 'NOT_FOUND');
  },
  addOrganizationRoleApiScopes: (w) => {
    const data = scopes({ addedScopeIds: [w.otherScope] });
    const input = { organizationRoleId: w.organizationRole, scopeIds: [w.otherScope, w.scope] };
    return example([['OrganizationRole.Scopes.Updated', w.organizationRole, data]], input, 'nothing');
  },
  replaceOrganizationRoleApiScopes: (w) => {
    const delta = { addedScopeIds: [w.otherScope], removedScopeIds: [w.scope] };
    const input = { organizationRoleId: w.organizationRole, scopeIds: [w.otherScope] };
    return example([['OrganizationRole.Scopes.Updated', w.organizationRole, scopes(delta)]], input, 'nothing');
  },
  removeOrganizationRoleApiScope: (w) => {
    const data = scopes({ removedScopeIds: [w.scope] });
    return example(
      [['OrganizationRole.Scopes.Updated', w.organizationRole, data]],
      { organizationRoleId: w.organizationRole, scopeId: w.scope },
      'NOT_FOUND',
    );
  },
  createOrganizationScope: ({ n }) => {
    const organizationScope = { name: `bill:${n}`, description: 'Bills.' };
    return example([['OrganizationScope.Created', null, { organizationScope }]], organizationScope, 'TAKEN');
  },
  updateOrganizationScope: (w) => {
    const organizationScope = { description: 'Invites people.' };
    const data = { organizationScope, changed: ['description'] };
    return example(
      [['OrganizationScope.Data.Updated', w.organizationScope, data]],
      { organizationScopeId: w.organizationScope, ...organizationScope },
      'nothing',
    );
  },
  deleteOrganizationScope: (w) => {
    const data = { organizationScope: { id: w.organizationScope } };
    const events: Example['events'] = [
      [
        'OrganizationRole.Scopes.Updated',
        w.organizationRole,
        scopes({ removedOrganizationScopeIds: [w.organizationScope] }),
      ],
      ['OrganizationScope.Deleted', w.organizationScope, data],
    ];
    return example(events, { organizationScopeId: w.organizationScope }, 'NOT_FOUND');
  },
};
