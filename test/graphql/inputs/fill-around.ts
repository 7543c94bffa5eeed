import { limitKey, limitKeyPurpose } from '../../../src/domain/flow/secrets.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import type { Api } from '../api.ts';
import type { Prisma } from '../../../src/platform/database/database.ts';
import { identityProviderRecord } from '../../support/records/identity-provider-record.ts';
import { testSecretBox } from '../../support/records.ts';
import type { Filled } from './fill.ts';
import { addExchanges } from '../../support/exchanges/exchange-rows.ts';

/** The n-th user has an identity of the n-th provider, whose people join the n-th organization with the n-th role. */
async function fillProviders(prisma: Prisma, { users, organizations, organizationRoles }: Filled): Promise<void> {
  const providers = users
    .map(() => systemIds.next('identityProvider'))
    .sort()
    .map((id, index) => ({ ...identityProviderRecord(id, testSecretBox), name: `Login ${index % 3}` }));
  await prisma.identityProvider.createMany({ data: providers });
  const identityProviderIds = providers.map(({ id }) => id);
  const at = (ids: readonly string[], index: number): string => ids[index] ?? '';
  await prisma.userIdentity.createMany({
    data: users.map((userId, index) => ({
      id: systemIds.next('userIdentity'),
      userId,
      identityProviderId: at(identityProviderIds, index),
      subject: userId,
    })),
  });
  const joined = organizations.map((organizationId, index) => ({
    organizationId,
    identityProviderId: at(identityProviderIds, index),
  }));
  await prisma.identityProviderOrganization.createMany({ data: joined });
  await prisma.identityProviderOrganizationRole.createMany({
    data: joined.map((ids, index) => ({ ...ids, organizationRoleId: at(organizationRoles, index) })),
  });
}

/**
 * Gives the n-th user an identity, a factor and a session that the n-th application shares, that application a secret,
 * and the n-th organization a domain and an invitation that the user accepted. Adds as many signing keys, events,
 * webhooks and API resources, so that all lists have the same length.
 */
export async function fillAround({ kernel }: Pick<Api, 'kernel'>, filled: Filled): Promise<void> {
  const { prisma } = kernel.database;
  const at = (ids: readonly string[], index: number): string => ids[index] ?? '';
  const later = new Date(kernel.now().getTime() + 3_600_000);
  await prisma.apiResource.createMany({
    data: filled.users.slice(1).map((_, index) => {
      const id = systemIds.next('apiResource');
      return { id, name: `API ${index % 3}`, indicator: `urn:api:${id}` };
    }),
  });
  const all = await prisma.apiResource.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const apiResources = all.slice(-filled.applications.length);
  await prisma.servedResource.createMany({
    data: apiResources.map(({ id }, index) => ({ apiResourceId: id, applicationId: at(filled.applications, index) })),
  });
  await fillProviders(prisma, filled);
  await addExchanges(
    kernel.database,
    filled.users.map((userId, index) => ({
      at: kernel.now(),
      userId,
      applicationId: at(filled.applications, index),
      subjectApplicationId: at(filled.applications, index),
      organizationId: at(filled.organizations, index),
      apiResourceId: filled.resource,
    })),
  );
  await prisma.factor.createMany({
    data: filled.users.map((userId) => ({
      id: systemIds.next('factor'),
      userId,
      kind: 'totp',
      name: 'Phone',
      encryptedSecret: Buffer.alloc(32),
      lastStep: 1,
      createdAt: kernel.now(),
    })),
  });
  await prisma.device.createMany({
    data: filled.users.map((userId) => ({
      id: systemIds.next('device'),
      userId,
      secretHash: Buffer.alloc(32),
      sessionEpoch: 0,
      createdAt: kernel.now(),
      lastSeenAt: kernel.now(),
    })),
  });
  await prisma.attemptLimit.createMany({
    data: filled.users.map((userId) => ({
      key: new Uint8Array(limitKey(testSecretBox.derive(limitKeyPurpose), 'password', { userId })),
      attempts: 0,
      failures: 10,
      locks: 1,
      lockedUntil: later,
      updatedAt: kernel.now(),
    })),
  });
  const attempts = filled.users.map((userId, index) => ({
    id: systemIds.next('signInAttempt'),
    purpose: 'sign-in',
    applicationId: at(filled.applications, index),
    userId,
    reference: userId.slice(-8).toUpperCase(),
    createdAt: new Date(kernel.now().getTime() + (index % 3)),
    touchedAt: kernel.now(),
  }));
  await prisma.signInAttempt.createMany({ data: attempts });
  await prisma.flowEntry.createMany({
    data: attempts.flatMap(({ id: flowId, createdAt }) => [
      { flowId, at: createdAt, step: 'identify', outcome: 'wrong', reason: 'wrong-password' },
      { flowId, at: createdAt, step: 'identify', outcome: 'finished' },
    ]),
  });
  const connectors = filled.users.map(() => systemIds.next('connector')).sort();
  await prisma.message.createMany({
    data: connectors.map((connectorId, index) => ({
      id: systemIds.next('message'),
      channel: 'email',
      recipient: `user${index}@example.com`,
      template: 'sign-in-code',
      language: 'en',
      state: 'sent',
      connectorId,
      createdAt: kernel.now(),
      expiresAt: kernel.now(),
    })),
  });
  await prisma.job.createMany({
    data: filled.users.map(() => ({
      id: systemIds.next('job'),
      operation: 'endUserSessions',
      input: {},
      filter: {},
      total: 1,
      starter: {},
      cause: { requestId: 'req_1' },
      createdAt: kernel.now(),
    })),
  });
  await prisma.oneTimeToken.createMany({
    data: filled.users.map((userId, index) => ({
      id: systemIds.next('oneTimeToken'),
      userId,
      email: `user${index}@example.com`,
      secretHash: Buffer.alloc(32),
      expiresAt: later,
      createdAt: kernel.now(),
    })),
  });
  await prisma.oidcRecord.createMany({
    data: filled.users.map((userId, index) => ({
      model: 'Session',
      key: systemIds.secret(),
      uid: `session-of-${userId}`,
      userId,
      payload: { loginTs: 1_700_000_000, authorizations: { [at(filled.applications, index)]: {} } },
      expiresAt: later,
    })),
  });
  await prisma.applicationSecret.createMany({
    data: filled.applications.map((applicationId) => ({
      id: systemIds.next('applicationSecret'),
      applicationId,
      name: 'first',
      hash: Buffer.alloc(32),
      prefix: 'abcdefgh',
    })),
  });
  const invitations = filled.organizations.map((organizationId, index) => ({
    id: systemIds.next('organizationInvitation'),
    organizationId,
    inviteeEmail: `invited${index}@example.com`,
    inviterId: at(filled.users, index),
    acceptedUserId: at(filled.users, index),
    status: 'Accepted' as const,
    expiresAt: later,
  }));
  await prisma.organizationInvitation.createMany({ data: invitations });
  await prisma.organizationInvitationRole.createMany({
    data: invitations.map(({ id }, index) => ({
      organizationInvitationId: id,
      organizationRoleId: at(filled.organizationRoles, index),
    })),
  });
  const domains = filled.organizations.map((organizationId, index) => ({
    organizationId,
    domain: `domain${index}.example`,
  }));
  await prisma.organizationDomain.createMany({ data: domains });
  await prisma.organizationDomainRole.createMany({
    data: domains.map((domain, index) => ({ ...domain, organizationRoleId: at(filled.organizationRoles, index) })),
  });
  await prisma.organizationApplicationRole.createMany({
    data: filled.applications.map((applicationId, index) => ({
      applicationId,
      organizationId: at(filled.organizations, index),
      organizationRoleId: at(filled.organizationRoles, index),
    })),
  });
  await prisma.signingKey.createMany({
    data: filled.users.map(() => ({
      id: systemIds.next('signingKey'),
      algorithm: 'ES256',
      publicJwk: {},
      encryptedKey: Buffer.alloc(32),
      signsFrom: kernel.now(),
    })),
  });
  await prisma.signInExperience.createMany({
    data: filled.users.slice(1).map(() => ({ id: systemIds.next('signInExperience') })),
  });
  await prisma.webhook.createMany({
    data: filled.users.map((_, index) => ({
      id: systemIds.next('webhook'),
      name: `Webhook ${index % 3}`,
      url: 'https://index.example/events',
    })),
  });
  await prisma.connector.createMany({
    data: connectors.map((id, index) => ({
      id,
      kind: 'sms',
      driver: 'http',
      name: `Connector ${index % 3}`,
      settings: {
        url: 'https://sms.example/send',
        preset: null,
        format: 'json',
        body: {},
        username: null,
        sender: null,
      },
    })),
  });
  const events = filled.users.map((subjectId) => ({ id: systemIds.next('event'), subjectId }));
  await prisma.event.createMany({
    data: events.map(({ id, subjectId }) => ({
      id,
      type: 'User.Deleted',
      occurredAt: kernel.now(),
      subjectKind: 'user',
      subjectId,
      actor: { kind: 'platform', id: null, label: null },
      cause: { operation: 'deleteUser', requestId: 'req_1', traceId: null, applicationIds: [], channel: 'platform' },
      data: {},
    })),
  });
  const webhooks = await prisma.webhook.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const deliveries = events.map(({ id, subjectId }, index) => ({
    id: systemIds.next('webhookDelivery'),
    webhookId: webhooks[index]?.id ?? '',
    eventId: id,
    eventType: 'User.Deleted',
    position: index,
    subjectKey: `user:${subjectId}`,
    status: 'delivered',
    finishedAt: kernel.now(),
    createdAt: kernel.now(),
  }));
  const attempt = {
    number: 1,
    startedAt: kernel.now(),
    durationMs: 1,
    requestHeaders: {},
    bodySha256: '',
    status: 204,
  };
  await prisma.webhookDelivery.createMany({
    data: deliveries.map((delivery) => ({
      ...delivery,
      log: [{ ...attempt, failure: null, error: null, responseBody: null }],
    })),
  });
}
