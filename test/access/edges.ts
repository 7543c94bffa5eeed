import type { Permission } from '../../src/vocabulary/permissions.ts';
import type { Where } from './table.ts';

/**
 * Every field of the graph that leads from one record to another, and the permission it requires besides that of the
 * first record; null if it leads to a part of the record itself.
 */
export const edges: Record<string, [where: Where, ...permissions: Permission[]] | null> = {
  'ApiResource.scopes': ['everywhere', 'resources:read'],
  'Application.effectiveScopes': ['everywhere', 'roles:read', 'resources:read'],
  'Application.organizations': ['in its organization', 'organizations:read'],
  'Application.roles': ['everywhere', 'roles:read'],
  'Application.secrets': ['everywhere', 'applications:read'],
  'Application.tokenExchange': null,
  'ApplicationSecret.application': ['everywhere', 'applications:read'],
  'Connector.http': null,
  'Connector.smtp': null,
  'EffectiveScope.scope': ['everywhere', 'resources:read'],
  'EffectiveScope.through': null,
  'EffectiveScopes.apiResource': ['everywhere', 'resources:read'],
  'EffectiveScopes.scopes': null,
  'Event.actor': null,
  'Event.cause': null,
  'Event.subject': null,
  'ExplainedScope.inOtherOrganizations': null,
  'ExplainedScope.through': null,
  'Factor.user': ['everywhere', 'users:read'],
  'Organization.applications': ['in its organization', 'organizations:read'],
  'Organization.domains': ['in its organization', 'organizations:read'],
  'Organization.invitations': ['in its organization', 'organizations:read'],
  'Organization.members': ['in its organization', 'organizations:read'],
  'OrganizationApplication.application': ['in its organization', 'applications:read'],
  'OrganizationApplication.organization': ['in its organization', 'organizations:read'],
  'OrganizationApplication.roles': ['in its organization', 'organization-roles:read'],
  'OrganizationDomain.organization': ['in its organization', 'organizations:read'],
  'OrganizationDomain.organizationRoles': ['in its organization', 'organization-roles:read'],
  'OrganizationInvitation.acceptedUser': ['in its organization', 'users:read'],
  'OrganizationInvitation.inviter': ['in its organization', 'users:read'],
  'OrganizationInvitation.organization': ['in its organization', 'organizations:read'],
  'OrganizationInvitation.organizationRoles': ['in its organization', 'organization-roles:read'],
  'OrganizationMember.organization': ['in its organization', 'organizations:read'],
  'OrganizationMember.roles': ['in its organization', 'organization-roles:read'],
  'OrganizationMember.user': ['in its organization', 'users:read'],
  'OrganizationRole.organizationScopes': ['in any organization', 'organization-roles:read'],
  'OrganizationRole.scopes': ['everywhere', 'resources:read'],
  'OrganizationScope.organizationRoles': ['in any organization', 'organization-roles:read'],
  'Role.applications': ['everywhere', 'applications:read'],
  'Role.scopes': ['everywhere', 'resources:read'],
  'Role.users': ['everywhere', 'users:read'],
  'Scope.organizationRoles': ['everywhere', 'organization-roles:read'],
  'Scope.apiResource': ['everywhere', 'resources:read'],
  'Scope.roles': ['everywhere', 'roles:read'],
  'ScopeSource.organization': ['everywhere', 'organizations:read'],
  'ScopeSource.organizationRole': ['everywhere', 'organization-roles:read'],
  'ScopeSource.role': ['everywhere', 'roles:read'],
  'Session.applications': ['everywhere', 'applications:read'],
  'TokenExchangeClient.application': ['everywhere', 'applications:read'],
  'TokenExchangeExplanation.client': null,
  'TokenExchangeExplanation.membership': null,
  'TokenExchangeExplanation.outcome': null,
  'TokenExchangeExplanation.scopes': null,
  'TokenExchangeExplanation.subject': null,
  'TokenExchangeExplanation.target': null,
  'TokenExchangeMembership.organization': ['everywhere', 'organizations:read'],
  'TokenExchangeSubject.user': ['everywhere', 'users:read'],
  'TokenExchangeTarget.apiResource': ['everywhere', 'resources:read'],
  'User.effectiveScopes': ['everywhere', 'roles:read', 'resources:read'],
  'User.factors': ['everywhere', 'users:read'],
  'User.identities': ['everywhere', 'users:read'],
  'User.organizations': ['in its organization', 'organizations:read'],
  'User.profile': null,
  'User.roles': ['everywhere', 'roles:read'],
  'User.sessions': ['everywhere', 'users:read'],
  'UserProfile.address': null,
  'Viewer.application': null,
  'Viewer.organizations': null,
  'Viewer.user': null,
  'ViewerOrganization.organization': null,
  'Webhook.deliveries': ['everywhere', 'webhooks:read'],
  'Webhook.deliveryStats': null,
  'WebhookDelivery.attempts': null,
  'WebhookDelivery.lastAttempt': null,
  'WebhookDelivery.event': ['everywhere', 'events:read'],
  'WebhookDelivery.webhook': ['everywhere', 'webhooks:read'],
};

/** A query for a record of each type in our organization, and its permission. `$name` is an id of the fixture. */
export const ways: Record<string, { to(inner: string): string; needs: Permission[] }> = {
  ApiResource: { to: (inner) => `apiResource(id: $resource) { ${inner} }`, needs: ['resources:read'] },
  Application: { to: (inner) => `application(id: $service) { ${inner} }`, needs: ['applications:read'] },
  ApplicationSecret: { to: (inner) => `applicationSecret(id: $secret) { ${inner} }`, needs: ['applications:read'] },
  EffectiveScopes: {
    to: (inner) => `user(id: $user) { effectiveScopes { ${inner} } }`,
    needs: ['users:read', 'roles:read', 'resources:read'],
  },
  EffectiveScope: {
    to: (inner) => `user(id: $user) { effectiveScopes { scopes { ${inner} } } }`,
    needs: ['users:read', 'roles:read', 'resources:read'],
  },
  ScopeSource: {
    to: (inner) => `user(id: $user) { effectiveScopes { scopes { through { ${inner} } } } }`,
    needs: ['users:read', 'roles:read', 'resources:read'],
  },
  Factor: { to: (inner) => `factor(id: $factor) { ${inner} }`, needs: ['users:read'] },
  Organization: { to: (inner) => `organization(id: $organization) { ${inner} }`, needs: ['organizations:read'] },
  OrganizationApplication: {
    to: (inner) => `organizationApplications(filter: { organizationId: $organization }) { nodes { ${inner} } }`,
    needs: ['organizations:read'],
  },
  OrganizationDomain: {
    to: (inner) => `organizationDomains(filter: { organizationId: $organization }) { nodes { ${inner} } }`,
    needs: ['organizations:read'],
  },
  OrganizationInvitation: {
    to: (inner) => `organizationInvitation(id: $invitation) { ${inner} }`,
    needs: ['organizations:read'],
  },
  OrganizationMember: {
    to: (inner) => `organizationMembers(filter: { organizationId: $organization }) { nodes { ${inner} } }`,
    needs: ['organizations:read'],
  },
  OrganizationRole: {
    to: (inner) => `organizationRole(id: $organizationRole) { ${inner} }`,
    needs: ['organization-roles:read'],
  },
  OrganizationScope: {
    to: (inner) => `organizationScope(id: $organizationScope) { ${inner} }`,
    needs: ['organization-roles:read'],
  },
  Role: { to: (inner) => `role(id: $role) { ${inner} }`, needs: ['roles:read'] },
  Scope: { to: (inner) => `scope(id: $scope) { ${inner} }`, needs: ['resources:read'] },
  Session: { to: (inner) => `user(id: $user) { sessions { ${inner} } }`, needs: ['users:read'] },
  User: { to: (inner) => `user(id: $user) { ${inner} }`, needs: ['users:read'] },
  Webhook: { to: (inner) => `webhook(id: $webhook) { ${inner} }`, needs: ['webhooks:read'] },
  WebhookDelivery: { to: (inner) => `webhookDelivery(id: $delivery) { ${inner} }`, needs: ['webhooks:read'] },
  ...explained('TokenExchangeClient', 'client'),
  ...explained('TokenExchangeMembership', 'membership'),
  ...explained('TokenExchangeSubject', 'subject'),
  ...explained('TokenExchangeTarget', 'target'),
};

function explained(type: string, field: string) {
  const input =
    '{ applicationId: $service, userId: $user, resource: "https://orders.example/1", organizationId: $organization }';
  return {
    [type]: {
      to: (inner: string) => `explainTokenExchange(input: ${input}) { ${field} { ${inner} } }`,
      needs: ['applications:read', 'users:read', 'roles:read', 'resources:read'] satisfies Permission[],
    },
  };
}
