import { type IdKind, isId } from '../../platform/ids/ids.ts';
import type { Actor } from '../../kernel/actor.ts';
import { apiResources } from '../../reads/api-resources.ts';
import { applicationSecrets } from '../../reads/application-secrets.ts';
import { applications } from '../../reads/applications.ts';
import { events } from '../../reads/events.ts';
import { type List, visibleTo } from '../../reads/list.ts';
import { organizationInvitations } from '../../reads/organization-invitations.ts';
import { organizationRoles, organizationScopes } from '../../reads/organization-roles.ts';
import { organizations } from '../../reads/organizations.ts';
import { roles } from '../../reads/roles.ts';
import { scopes } from '../../reads/scopes.ts';
import { signingKeys } from '../../reads/signing-keys.ts';
import { users } from '../../reads/users.ts';
import { webhookDeliveries } from '../../reads/webhook-deliveries.ts';
import { webhooks } from '../../reads/webhooks.ts';
import type { Permission } from '../../vocabulary/permissions.ts';

/** The kinds of record that have an id: the GraphQL type of each, and who may see them. */
const nodes = {
  user: { type: 'User', list: users },
  role: { type: 'Role', list: roles },
  resource: { type: 'ApiResource', list: apiResources },
  scope: { type: 'Scope', list: scopes },
  application: { type: 'Application', list: applications },
  applicationSecret: { type: 'ApplicationSecret', list: applicationSecrets },
  organization: { type: 'Organization', list: organizations },
  organizationRole: { type: 'OrganizationRole', list: organizationRoles },
  organizationScope: { type: 'OrganizationScope', list: organizationScopes },
  invitation: { type: 'OrganizationInvitation', list: organizationInvitations },
  event: { type: 'Event', list: events },
  signingKey: { type: 'SigningKey', list: signingKeys },
  webhook: { type: 'Webhook', list: webhooks },
  webhookDelivery: { type: 'WebhookDelivery', list: webhookDeliveries },
} as const satisfies Partial<Record<IdKind, { type: string; list: List }>>;

export type NodeKind = keyof typeof nodes;
export type NodeType = (typeof nodes)[NodeKind]['type'];
export const nodeKinds = Object.keys(nodes) as NodeKind[];

/** The kind of record that an identifier is for, told by its shape; undefined when it is for none. */
export const kindOf = (id: string): NodeKind | undefined => nodeKinds.find((kind) => isId(kind, id));

/** The type of the record that an identifier is for; undefined when it is for none. */
export function typeOf(id: string): NodeType | undefined {
  const kind = kindOf(id);
  return kind && nodes[kind].type;
}

export const typeOfKind = (kind: NodeKind): NodeType => nodes[kind].type;
export const permissionOf = (kind: NodeKind): Permission => nodes[kind].list.permission;

/** Which records of a kind an actor may see, as a condition. Throws FORBIDDEN when there are none. */
export const visibleNodes = (kind: NodeKind, actor: Actor): object => visibleTo<object>(nodes[kind].list, actor);

/**
 * The identifier to look a record up by: itself, or one that no record has when it is not of that kind, so that every unknown
 * id is answered the same way, and nothing but a well-formed one reaches the database.
 */
export const idOf = (kind: NodeKind, id: string): string => (isId(kind, id) ? id : '');
