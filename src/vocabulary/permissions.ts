/**
 * What our own API requires of its callers. Each is a scope of the built-in Management API resource, made on the first
 * start, so that administrators are ordinary users and applications whose roles hold them.
 */
export const permissions = {
  'users:read': 'See users and their profiles.',
  'users:write': 'Create, change, suspend and delete users; set passwords; assign roles to users.',
  'roles:read': 'See roles and the scopes they hold.',
  'roles:write': 'Create, change and delete roles; add scopes to them and remove scopes from them.',
  'resources:read': 'See API resources and their scopes.',
  'resources:write': 'Create, change and delete API resources and their scopes.',
  'applications:read': 'See applications and what their secrets are called.',
  'applications:write':
    'Create, change, suspend and delete applications; manage their secrets, roles and the token exchange switch.',
  'organizations:read': 'See organizations and who belongs to them.',
  'organizations:write':
    'Create, change and delete organizations; manage their members and the roles of their members.',
  'organization-roles:read': 'See organization roles and organization scopes.',
  'organization-roles:write': 'Create, change and delete organization roles and organization scopes.',
  'events:read': 'Read the event log.',
  'webhooks:read': 'See webhooks, what was delivered to them and what they answered; never their secrets.',
  'webhooks:write':
    'Create, change, disable and delete webhooks, and send events again: who may do this can have every event sent anywhere.',
  'signing-keys:read': 'See the signing keys and their place in the rotation (never the private part).',
  'signing-keys:write': 'Rotate the signing keys, and withdraw one that has leaked.',
} as const satisfies Record<string, string>;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as Permission[];

/** Whether a scope of the Management API is one of its permissions. */
export const isPermission = (scope: string): scope is Permission => Object.hasOwn(permissions, scope);

/**
 * Those that can be held in a single organization, through an organization role: what they open there belongs to the organization, or is
 * the same for all of them. Any other that an organization role holds counts for nothing.
 */
const organizationPermissions: ReadonlySet<string> = new Set<Permission>([
  'users:read',
  'applications:read',
  'organizations:read',
  'organizations:write',
  'organization-roles:read',
  'events:read',
]);

/** Whether a scope of the Management API is a permission that counts where it is held: in that organization, or everywhere (null). */
export const isPermissionIn = (organizationId: string | null, scope: string): scope is Permission =>
  organizationId === null ? isPermission(scope) : organizationPermissions.has(scope);
