import type { World } from '../operations/world.ts';

/** A path with the records of a fixture as parameters. */
export function fillPath(path: string, world: World, more: Record<string, string> = {}): string {
  const { user, role, resource, scope, secret, organization, organizationRole, organizationScope } = world;
  const known: Record<string, string> = {
    userId: user,
    roleId: role,
    apiResourceId: resource,
    scopeId: scope,
    secretId: secret,
    organizationId: organization,
    organizationRoleId: organizationRole,
    organizationScopeId: organizationScope,
    webhookId: world.webhook,
    deliveryId: world.delivery,
    organizationInvitationId: world.invitation,
    ...more,
  };
  return (
    path
      // The member of the organization is the service; elsewhere it is the application with the secret.
      .replace(':applicationId', path.startsWith('/organizations') ? world.service : world.application)
      .replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? '')
  );
}
