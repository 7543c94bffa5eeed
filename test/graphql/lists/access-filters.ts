import type { Filled } from '../inputs/fill.ts';

export type Matches = 'second' | 'third' | 'others' | 'none' | 'all';
/** A value for each field of a filter, and which of the four records match. */
export type Cases = Record<string, readonly [unknown, Matches]>;

interface There {
  /** The second record of a kind. */
  id: (kind: keyof Filled) => () => unknown;
  there: () => Filled;
  /** The second API resource: the second application serves it. */
  resource: () => string;
  created: Cases;
}

/** The filters of roles, API resources, scopes and applications. */
export const accessFilters = ({ id, there, resource, created }: There): Record<string, Cases> => ({
  roles: {
    isDefault: [true, 'second'],
    scopeId: [id('scopes'), 'second'],
    userId: [id('users'), 'second'],
    applicationId: [id('applications'), 'second'],
    notOfUserId: [id('users'), 'others'],
    notOfApplicationId: [id('applications'), 'others'],
  },
  apiResources: {
    indicator: ['urn:api:second', 'second'],
    applicationId: [id('applications'), 'second'],
    isBuiltIn: [true, 'second'],
  },
  scopes: {
    name: ['orders:read', 'second'],
    apiResourceId: [() => there().resource, 'all'],
    roleId: [id('roles'), 'second'],
    organizationRoleId: [id('organizationRoles'), 'second'],
    notInRoleId: [id('roles'), 'others'],
    notInOrganizationRoleId: [id('organizationRoles'), 'others'],
  },
  applications: {
    type: ['NATIVE', 'second'],
    kind: ['AGENT', 'third'],
    ownerId: [id('users'), 'third'],
    targetsRestricted: [true, 'third'],
    isThirdParty: [false, 'others'],
    tokenExchangeAllowed: [true, 'third'],
    managementApiAllowed: [true, 'third'],
    impersonationAllowed: [true, 'third'],
    accountApiAllowed: [true, 'third'],
    isSuspended: [true, 'second'],
    roleId: [id('roles'), 'second'],
    organizationId: [id('organizations'), 'second'],
    servedResourceId: [resource, 'second'],
    targetResourceId: [() => there().resource, 'third'],
    ...created,
  },
});
