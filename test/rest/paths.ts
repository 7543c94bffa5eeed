import type { Records } from '../support/records.ts';

/** A path with the records of a fixture as parameters. */
export function fillPath(path: string, records: Records, more: Record<string, string> = {}): string {
  const { user, role, resource, scope, secret, organization, organizationRole, organizationScope } = records;
  const known: Record<string, string> = {
    userId: user,
    roleId: role,
    apiResourceId: resource,
    scopeId: scope,
    secretId: secret,
    factorId: records.factor,
    deviceId: records.device,
    signInExperienceId: records.signInExperience,
    sessionId: records.session,
    grantId: records.impersonation,
    signInAttemptId: records.signInAttempt,
    messageId: records.message,
    organizationId: organization,
    organizationRoleId: organizationRole,
    organizationScopeId: organizationScope,
    connectorId: records.connector,
    identityProviderId: records.identityProvider,
    identityId: records.identity,
    trialId: 'trial',
    webhookId: records.webhook,
    deliveryId: records.delivery,
    organizationInvitationId: records.invitation,
    domain: records.domain,
    jobId: records.job,
    oneTimeTokenId: records.oneTimeToken,
    ...more,
  };
  return (
    path
      // The member of the organization is the service; elsewhere it is the application with the secret.
      .replace(':applicationId', path.startsWith('/organizations') ? records.service : records.application)
      .replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? '')
  );
}

/** Values that no filter with this name accepts: U+0000, and a year that PostgreSQL does not know. */
export const wrongValues = (name: string): string[] =>
  /(After|Before|since|until)$/.test(name) ? [`${name}=%00`, `${name}=0000-01-01T00:00:00Z`] : [`${name}=%00`];
