interface PermissionDefinition {
  /** A token that is only to read is issued with the permissions to read. */
  access: 'read' | 'write';
  description: string;
}

const reads = (description: string): PermissionDefinition => ({ access: 'read', description });
const changes = (description: string): PermissionDefinition => ({ access: 'write', description });

/**
 * Permissions of the Management API. Each is a scope of the built-in API resource, which the first start creates, so
 * administrators are ordinary users and applications with roles.
 */
export const permissions = {
  'users:read': reads(
    'Read users and their profiles, factors, devices and sessions, their sign-in attempts, and the messages that were sent; never codes.',
  ),
  'users:write': changes('Create, change, suspend and delete users; set passwords; assign roles to users.'),
  'users:impersonate': changes(
    'Act as other users in applications that may impersonate, but not as one who holds a permission of the Management API that the administrator lacks.',
  ),
  'roles:read': reads('Read roles and their scopes.'),
  'roles:write': changes('Create, change and delete roles; add and remove their scopes.'),
  'resources:read': reads('Read API resources and their scopes.'),
  'resources:write': changes('Create, change and delete API resources and their scopes.'),
  'applications:read': reads('Read applications, and names and prefixes of their secrets.'),
  'applications:write': changes(
    'Create, change, suspend and delete applications; manage their secrets, roles and the token exchange switch.',
  ),
  'organizations:read': reads('Read organizations, their members, invitations and domains.'),
  'organizations:write': changes(
    'Create, change and delete organizations; manage their members, the roles of members, invitations and domains.',
  ),
  'organization-roles:read': reads('Read organization roles and organization scopes.'),
  'organization-roles:write': changes('Create, change and delete organization roles and organization scopes.'),
  'events:read': reads('Read the event log.'),
  'exchanges:read': reads('Read the ledger of token exchanges: who acted for whom.'),
  'revocations:read': reads(
    'Follow what ended: ids of sessions, grants, keys, people and applications whose tokens are no longer accepted.',
  ),
  'webhooks:read': reads('Read webhooks and their deliveries, including responses of endpoints; never their secrets.'),
  'webhooks:write': changes(
    'Create, change, disable and delete webhooks, and redeliver events. Holders can have every event sent to any URL.',
  ),
  'signing-keys:read': reads('Read signing keys and their state in the rotation; never private keys.'),
  'signing-keys:write': changes('Rotate signing keys, and withdraw leaked ones.'),
  'sign-in:read': reads('Read the sign-in experience: its policy and tests.'),
  'sign-in:write': changes(
    'Change the sign-in experience. Holders decide how everyone signs in, whether a second factor is required, and who can create an account.',
  ),
  'connectors:read': reads('Read connectors and their settings; never their secrets.'),
  'connectors:write': changes(
    'Create, change, test, enable and delete connectors. Holders can have every email and SMS, including codes, sent to any server.',
  ),
  'identity-providers:read': reads('Read identity providers and their settings; never their secrets.'),
  'identity-providers:write': changes(
    'Create, change, test, enable and delete identity providers, and the organizations that their people join. Holders can sign in as anyone.',
  ),
} as const satisfies Record<string, PermissionDefinition>;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as Permission[];
/** The permissions to read. */
export const readPermissions = permissionNames.filter((name) => permissions[name].access === 'read');
/** The description of each permission, by its name. */
export const permissionDescriptions = Object.fromEntries(
  permissionNames.map((name) => [name, permissions[name].description]),
) as Record<Permission, string>;

const knownPermissions: ReadonlySet<string> = new Set(permissionNames);

/** Whether a scope of the Management API is one of its permissions. */
export const isPermission = (scope: string): scope is Permission => knownPermissions.has(scope);

/**
 * Permissions that can be held in a single organization through an organization role: they only cover records that
 * belong to one organization, or are the same for all. Other permissions of an organization role have no effect.
 */
const organizationPermissions: ReadonlySet<string> = new Set<Permission>([
  'users:read',
  'applications:read',
  'organizations:read',
  'organizations:write',
  'organization-roles:read',
  'events:read',
  'exchanges:read',
]);

/**
 * Whether a scope of the Management API is a permission that has an effect in the organization, or everywhere (null).
 */
export const isPermissionIn = (organizationId: string | null, scope: string): scope is Permission =>
  organizationId === null ? isPermission(scope) : organizationPermissions.has(scope);
