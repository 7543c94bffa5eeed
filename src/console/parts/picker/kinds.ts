/** A kind of record that a form can choose: the list that is searched. */
export interface PickerKind {
  /** Field of Query. */
  list: string;
  permission: string;
  /** Whether holding it in one organization is enough to find some. */
  isPossibleInOrganization?: boolean;
}

const kinds: Readonly<Record<string, PickerKind>> = {
  user: { list: 'users', permission: 'users:read', isPossibleInOrganization: true },
  application: { list: 'applications', permission: 'applications:read', isPossibleInOrganization: true },
  organization: { list: 'organizations', permission: 'organizations:read', isPossibleInOrganization: true },
  role: { list: 'roles', permission: 'roles:read' },
  apiResource: { list: 'apiResources', permission: 'resources:read' },
  scope: { list: 'scopes', permission: 'resources:read' },
  organizationRole: {
    list: 'organizationRoles',
    permission: 'organization-roles:read',
    isPossibleInOrganization: true,
  },
  organizationScope: {
    list: 'organizationScopes',
    permission: 'organization-roles:read',
    isPossibleInOrganization: true,
  },
  connector: { list: 'connectors', permission: 'connectors:read' },
  webhook: { list: 'webhooks', permission: 'webhooks:read' },
};

/** The kind that a field such as "roleIds" or "userId" names. */
export function kindOfField(name: string): PickerKind | null {
  const kind = /^(.*)Ids?$/.exec(name)?.[1] ?? '';
  return kinds[kind] ?? kinds[kind.charAt(0).toLowerCase() + kind.slice(1)] ?? null;
}
