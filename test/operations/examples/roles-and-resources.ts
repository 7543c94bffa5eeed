import type { Records } from '../../support/records.ts';
import { example, type Example, type Examples, scopes } from './example.ts';

/** The events of the roles that lose the scope. */
const losing = (w: Records): Example['events'] => [
  ['Role.Scopes.Updated', w.role, { role: { id: w.role }, addedScopeIds: [], removedScopeIds: [w.scope] }],
  ['OrganizationRole.Scopes.Updated', w.organizationRole, scopes({ removedScopeIds: [w.scope] })],
];

export const rolesAndResources: Examples = {
  createRole: (w) => {
    const role = { name: `Reader ${w.n}`, description: 'Reads.', isDefault: false };
    const added = { addedScopeIds: [w.scope, w.otherScope].sort(), removedScopeIds: [] };
    return example(
      [
        ['Role.Created', null, { role }],
        ['Role.Scopes.Updated', null, added],
      ],
      { ...role, scopeIds: [w.scope], scopes: [{ resource: w.resource, name: 'orders:write' }] },
      'TAKEN',
    );
  },
  updateRole: (w) => {
    const role = { name: `Writer ${w.n}`, description: 'Writes.', isDefault: false };
    return example(
      [['Role.Data.Updated', w.role, { role, changed: ['name', 'description'] }]],
      { roleId: w.role, ...role },
      'nothing',
    );
  },
  deleteRole: (w) => {
    const data = { role: { id: w.role }, userIds: [w.user], applicationIds: [w.application] };
    return example([['Role.Deleted', w.role, data]], { roleId: w.role }, 'NOT_FOUND');
  },
  addRoleScopes: (w) => {
    const data = { addedScopeIds: [w.otherScope], removedScopeIds: [] };
    return example(
      [['Role.Scopes.Updated', w.role, data]],
      { roleId: w.role, scopeIds: [w.otherScope, w.scope] },
      'nothing',
    );
  },
  replaceRoleScopes: (w) => {
    const data = { addedScopeIds: [w.otherScope], removedScopeIds: [w.scope] };
    return example([['Role.Scopes.Updated', w.role, data]], { roleId: w.role, scopeIds: [w.otherScope] }, 'nothing');
  },
  removeRoleScope: (w) => {
    const data = { addedScopeIds: [], removedScopeIds: [w.scope] };
    return example([['Role.Scopes.Updated', w.role, data]], { roleId: w.role, scopeId: w.scope }, 'NOT_FOUND');
  },
  createApiResource: ({ n }) => {
    const resource = { name: 'Invoices', indicator: `urn:invoices:${n}` };
    const data = {
      apiResource: { ...resource, accessTokenTtl: 3600, accessTokenSigningAlg: 'ES256', isBuiltIn: false },
    };
    const scopes = [
      { name: 'invoices:read', description: 'Reads.' },
      { name: 'invoices:write', description: '' },
    ];
    const created = scopes.map((scope): Example['events'][number] => ['Scope.Created', null, { scope }]);
    return example([['ApiResource.Created', null, data], ...created], { ...resource, scopes }, 'TAKEN');
  },
  updateApiResource: (w) => {
    const resource = { name: 'Purchases', accessTokenTtl: 60, accessTokenSigningAlg: 'RS256' };
    const data = { apiResource: resource, changed: ['name', 'accessTokenTtl', 'accessTokenSigningAlg'] };
    return example(
      [['ApiResource.Data.Updated', w.resource, data]],
      { apiResourceId: w.resource, ...resource },
      'nothing',
    );
  },
  deleteApiResource: (w) => {
    const data = { apiResource: { id: w.resource }, deletedScopeIds: [w.scope, w.otherScope].sort() };
    const events: Example['events'] = [
      ...losing(w),
      ['Scope.Deleted', w.scope, { scope: { id: w.scope } }],
      ['Scope.Deleted', w.otherScope, { scope: { id: w.otherScope } }],
      ['ApiResource.Deleted', w.resource, data],
    ];
    return example(events, { apiResourceId: w.resource }, 'NOT_FOUND');
  },
  createScope: (w) => {
    const scope = { apiResourceId: w.resource, name: 'orders:delete', description: 'Deletes.' };
    return example([['Scope.Created', null, { scope }]], scope, 'TAKEN');
  },
  updateScope: (w) => {
    const input = { apiResourceId: w.resource, scopeId: w.scope, description: 'Reads.' };
    const data = { scope: { description: 'Reads.', name: 'orders:read' }, changed: ['description'] };
    return example([['Scope.Data.Updated', w.scope, data]], input, 'nothing');
  },
  deleteScope: (w) => {
    const input = { apiResourceId: w.resource, scopeId: w.scope };
    const data = { scope: { id: w.scope, apiResourceId: w.resource } };
    return example([...losing(w), ['Scope.Deleted', w.scope, data]], input, 'NOT_FOUND');
  },
  retireSigningKey: (w) => {
    const events: Example['events'] = [
      ['SigningKey.Retired', w.signingKey, { signingKey: { id: w.signingKey, algorithm: 'ES256' } }],
      ['SigningKey.Rotated', null, { signingKey: { algorithm: 'ES256', publishedUntil: null } }],
    ];
    return example(events, { signingKeyId: w.signingKey }, 'NOT_FOUND');
  },
  rotateSigningKeys: () => {
    const rotated = (algorithm: string): Example['events'][number] => [
      'SigningKey.Rotated',
      null,
      { signingKey: { algorithm, publishedUntil: null } },
    ];
    return example([rotated('RS256'), rotated('ES256')], { delaySeconds: 0 }, 'the same events');
  },
};
