import type { Api } from '../api.ts';
import type { Filled } from './fill.ts';

const early = new Date('2001-01-01T00:00:00.000Z');
const lastSignInAt = new Date('2002-02-02T00:00:00.000Z');

/** The second record of each kind differs from the others. Returns ids of its related records. */
export async function makeOneSpecial({ kernel }: Pick<Api, 'kernel'>, there: Filled) {
  const { prisma } = kernel.database;
  const second = (ids: string[]) => ({ where: { id: ids[1] ?? '' } });
  const verified = { emailVerifiedAt: early, phone: '+4930901820', phoneVerifiedAt: early };
  await prisma.user.update({
    ...second(there.users),
    data: {
      ...verified,
      email: 'ada@example.com',
      username: 'ada',
      passwordHash: 'x',
      suspendedAt: early,
      deletionDueAt: early,
      createdAt: early,
      lastSignInAt,
    },
  });
  await prisma.role.update({ ...second(there.roles), data: { isDefault: true } });
  await prisma.scope.update({ ...second(there.scopes), data: { name: 'orders:read' } });
  const [resource] = await prisma.apiResource.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
  await prisma.apiResource.update({
    where: { id: resource?.id ?? '' },
    data: { indicator: 'urn:api:second', isBuiltIn: true },
  });
  await prisma.applicationTarget.create({
    data: { applicationId: there.applications[1] ?? '', apiResourceId: resource?.id ?? '' },
  });
  await prisma.application.update({
    ...second(there.applications),
    data: { type: 'NATIVE', isThirdParty: true, suspendedAt: early, createdAt: early },
  });
  await prisma.application.update({
    where: { id: there.applications[2] ?? '' },
    data: {
      kind: 'AGENT',
      ownerId: there.users[1] ?? '',
      tokenExchangeAllowed: true,
      managementApiAllowed: true,
      impersonationAllowed: true,
      accountApiAllowed: true,
      targetsRestricted: true,
      targets: { create: { apiResourceId: there.resource } },
    },
  });
  await prisma.organization.update({ ...second(there.organizations), data: { createdAt: early } });
  await prisma.organizationInvitation.updateMany({
    where: { organizationId: there.organizations[1] ?? '' },
    data: { status: 'Pending', createdAt: early, inviteeEmail: 'ada@example.com' },
  });
  await prisma.organizationInvitation.updateMany({
    where: { organizationId: there.organizations[2] ?? '' },
    data: { status: 'Pending', expiresAt: early },
  });
  const [key] = await prisma.signingKey.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
  await prisma.signingKey.update({ where: { id: key?.id ?? '' }, data: { publishedUntil: early } });
  const [experience] = await prisma.signInExperience.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
  await prisma.signInExperience.update({ where: { id: experience?.id ?? '' }, data: { createdAt: early } });
  const [webhook] = await prisma.webhook.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
  await prisma.webhook.update({
    where: { id: webhook?.id ?? '' },
    data: { isEnabled: false, disabledReason: 'failing', failingSince: early, createdAt: early },
  });
  const [connector] = await prisma.connector.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
  await prisma.connector.update({
    where: { id: connector?.id ?? '' },
    data: { kind: 'email', isEnabled: true, lastError: 'The connection was refused.', createdAt: early },
  });
  const connectorId = connector?.id ?? '';
  const identityProvider = await makeProviderSpecial(kernel);
  await makeAttemptSpecial(kernel, there);
  await makeMessageSpecial(kernel, connectorId);
  await makeTokensSpecial(kernel);
  const [, delivery, third] = await prisma.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
  await prisma.webhookDelivery.update({
    where: { id: delivery?.id ?? '' },
    data: {
      status: 'failed',
      eventType: 'Role.Created',
      redelivery: 'failed',
      failure: 'status',
      httpStatus: 503,
      createdAt: early,
    },
  });
  await prisma.webhookDelivery.update({ where: { id: third?.id ?? '' }, data: { failure: 'timeout' } });
  await prisma.event.updateMany({
    where: { subjectId: there.users[1] ?? '' },
    data: {
      type: 'Role.Created',
      organizationId: there.organizations[1] ?? '',
      actor: { kind: 'user', id: there.users[0] ?? '', label: null },
      cause: {
        operation: 'createRole',
        requestId: 'req_special',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        channel: 'rest',
        applicationIds: [there.applications[0] ?? ''],
      },
      occurredAt: early,
    },
  });
  return {
    webhook: delivery?.webhookId ?? '',
    event: delivery?.eventId ?? '',
    connector: connectorId,
    identityProvider,
    resource: resource?.id ?? '',
  };
}

async function makeProviderSpecial({ database: { prisma } }: Api['kernel']): Promise<string> {
  const [provider] = await prisma.identityProvider.findMany({ orderBy: { id: 'asc' }, skip: 1, take: 1 });
  const id = provider?.id ?? '';
  await prisma.identityProvider.update({
    where: { id },
    data: {
      preset: 'github',
      isEnabled: true,
      lastError: 'The identity provider cannot be reached.',
      createdAt: early,
      domains: { create: { domain: 'second.example' } },
    },
  });
  return id;
}

async function makeTokensSpecial({ database: { prisma } }: Api['kernel']): Promise<void> {
  const [, special] = await prisma.job.findMany({ orderBy: { id: 'asc' } });
  const ended = { operation: 'deleteUser', state: 'failed', createdAt: early };
  await prisma.job.update({ where: { id: special?.id ?? '' }, data: ended });
  const [, second, third] = await prisma.oneTimeToken.findMany({ orderBy: { id: 'asc' } });
  const data = { email: 'ada@example.com', usedAt: early, createdAt: early };
  await prisma.oneTimeToken.update({ where: { id: second?.id ?? '' }, data });
  await prisma.oneTimeToken.update({ where: { id: third?.id ?? '' }, data: { revokedAt: early } });
}

async function makeMessageSpecial({ database: { prisma } }: Api['kernel'], connectorId: string): Promise<void> {
  await prisma.message.updateMany({ data: { connectorId: null } });
  const [message] = await prisma.message.findMany({ orderBy: { id: 'desc' }, skip: 1, take: 1 });
  await prisma.message.update({
    where: { id: message?.id ?? '' },
    data: {
      channel: 'sms',
      template: 'reset-code',
      state: 'failed',
      recipient: 'ada@example.com',
      connectorId,
      createdAt: early,
    },
  });
}

/** Attempts are sorted by their times, so all of them get new ones. */
async function makeAttemptSpecial({ database: { prisma }, now }: Api['kernel'], there: Filled): Promise<void> {
  const attempts = await prisma.signInAttempt.findMany();
  const other = { userId: there.users[0] ?? '', applicationId: there.applications[0] ?? '' };
  const special = {
    purpose: 'reset',
    state: 'finished',
    endedAt: early,
    reference: '7KQ2M9XA',
    userId: there.users[1] ?? '',
    applicationId: there.applications[1] ?? '',
  };
  for (const [index, { id }] of attempts.entries()) {
    const createdAt = new Date(now().getTime() - index);
    await prisma.signInAttempt.update({ where: { id }, data: { createdAt, ...(index === 1 ? special : other) } });
  }
}
