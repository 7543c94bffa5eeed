import { type IdKind, isId } from '../platform/ids.ts';
import type { Permission } from '../vocabulary/permissions.ts';

/** The kinds of record that have an id: the GraphQL type of each, and the permission that seeing it needs. */
const nodes = {
  user: { type: 'User', permission: 'users:read' },
  role: { type: 'Role', permission: 'roles:read' },
  resource: { type: 'ApiResource', permission: 'resources:read' },
  scope: { type: 'Scope', permission: 'resources:read' },
  application: { type: 'Application', permission: 'applications:read' },
  applicationSecret: { type: 'ApplicationSecret', permission: 'applications:read' },
  organization: { type: 'Organization', permission: 'organizations:read' },
  organizationRole: { type: 'OrganizationRole', permission: 'organization-roles:read' },
  organizationScope: { type: 'OrganizationScope', permission: 'organization-roles:read' },
  invitation: { type: 'OrganizationInvitation', permission: 'organizations:read' },
  event: { type: 'Event', permission: 'events:read' },
  signingKey: { type: 'SigningKey', permission: 'signing-keys:read' },
} as const satisfies Partial<Record<IdKind, { type: string; permission: Permission }>>;

export type NodeKind = keyof typeof nodes;
export type NodeType = (typeof nodes)[NodeKind]['type'];
const kinds = Object.keys(nodes) as NodeKind[];

/** The kind of record that an identifier is for, told by its shape; undefined when it is for none. */
export const kindOf = (id: string): NodeKind | undefined => kinds.find((kind) => isId(kind, id));

/** The type of the record that an identifier is for; undefined when it is for none. */
export function typeOf(id: string): NodeType | undefined {
  const kind = kindOf(id);
  return kind && nodes[kind].type;
}

/** What seeing the record needs; undefined for an identifier of no kind. */
export function permissionFor(id: string): Permission | undefined {
  const kind = kindOf(id);
  return kind && nodes[kind].permission;
}

/**
 * The identifier to look a record up by: itself, or one that no record has when it is not of that kind, so that every unknown
 * id is answered the same way, and nothing but a well-formed one reaches the database.
 */
export const idOf = (kind: NodeKind, id: string): string => (isId(kind, id) ? id : '');
