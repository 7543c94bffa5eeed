import { connectorRecord } from './connector-record.ts';
import { identityProviderOf, joiningRoleOf } from './identity-provider-record.ts';
import { impersonationRecord } from '../store/impersonations/record.ts';
import { jobRecord } from './job-record.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { assignPositions } from '../../src/store/event-positions.ts';
import { limitKey, limitKeyPurpose } from '../../src/domain/flow/secrets.ts';
import { createSecretBox, type SecretBox } from '../../src/platform/crypto/secret-box.ts';
import type { TestKernel } from './kernel.ts';

/** The SECRETS_KEY of tests. */
export const testSecretBox = createSecretBox([Buffer.alloc(32, 7)]);

let allRecords = 0;
const managing = { tokenExchangeAllowed: true, managementApiAllowed: true };

/** Key of the limit of a user's passwords, with the SECRETS_KEY of kernels in tests. */
const limitOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(limitKey(testSecretBox.derive(limitKeyPurpose), 'password', { userId }));

/** Ids of related records, created for one test. The "other" ones are not related. */
export type Records = Awaited<ReturnType<typeof makeRecords>>;

export async function makeRecords({
  database,
  now,
  secretBox = testSecretBox,
}: Pick<TestKernel, 'database' | 'now'> & { secretBox?: SecretBox }) {
  const { prisma } = database;
  const n = ++allRecords;
  const name = (what: string) => `${what} ${n}`;
  const records = {
    /** Distinguishes the names of this fixture from those of others. */
    n,
    user: ids.next('user'),
    other: ids.next('user'),
    role: ids.next('role'),
    otherRole: ids.next('role'),
    resource: ids.next('apiResource'),
    scope: ids.next('scope'),
    otherScope: ids.next('scope'),
    builtIn: ids.next('apiResource'),
    builtInScope: ids.next('scope'),
    application: ids.next('application'),
    service: ids.next('application'),
    browser: ids.next('application'),
    /** An application that may exchange tokens, also for the Management API. */
    backend: ids.next('application'),
    secret: ids.next('applicationSecret'),
    organization: ids.next('organization'),
    organizationRole: ids.next('organizationRole'),
    otherOrganizationRole: ids.next('organizationRole'),
    organizationScope: ids.next('organizationScope'),
    otherOrganizationScope: ids.next('organizationScope'),
    /** An authenticator app of the user. */
    factor: ids.next('factor'),
    /** A domain of the organization, with the organization role. */
    domain: `domain-${n}.example`,
    /** A session of the user in the application. */
    session: `session-${n}`,
    /** The grant with which "other" acts as the user, through the backend. */
    impersonation: `grant-${n}`,
    /** A browser of the user. */
    device: ids.next('device'),
    /** An attempt to sign in as the user, with a wrong password. */
    signInAttempt: ids.next('signInAttempt'),
    /** A mail to the user that was sent. */
    message: ids.next('message'),
    /** A one-time token of the user. */
    oneTimeToken: ids.next('oneTimeToken'),
    /** A job that no process runs. */
    job: ids.next('job'),
    /** An invitation for "other" to the organization, with the organization role. */
    invitation: ids.next('organizationInvitation'),
    /** The ES256 key that signs. */
    signingKey: ids.next('signingKey'),
    /** A disabled connector of the driver `smtp`. */
    connector: ids.next('connector'),
    /** A disabled identity provider of the preset `oidc`, whose people join the organization with the role. */
    identityProvider: ids.next('identityProvider'),
    /** An identity of the user. */
    identity: ids.next('userIdentity'),
    /** A sign-in experience that no application has. */
    signInExperience: ids.next('signInExperience'),
    webhook: ids.next('webhook'),
    /** A failed delivery of an old event. */
    delivery: ids.next('webhookDelivery'),
    givenUpAt: now(),
    toldEvent: ids.next('event'),
    untoldEvent: ids.next('event'),
  };
  const w = records;
  await prisma.$transaction([
    prisma.user.createMany({
      data: [
        {
          id: w.user,
          username: `user_${n}`,
          email: `user_${n}@example.com`,
          emailVerifiedAt: new Date(0),
          passwordHash: 'not a hash',
          name: 'Ada',
        },
        { id: w.other, username: `other_${n}`, email: `other_${n}@example.com` },
      ],
    }),
    prisma.factor.create({
      data: {
        id: w.factor,
        userId: w.user,
        kind: 'totp',
        name: 'Phone',
        encryptedSecret: new Uint8Array(8).fill(0xdd),
        lastStep: 1,
        createdAt: now(),
      },
    }),
    prisma.device.create({
      data: {
        id: w.device,
        userId: w.user,
        secretHash: new Uint8Array(32).fill(0xcc),
        sessionEpoch: 0,
        createdAt: now(),
        lastSeenAt: now(),
      },
    }),
    prisma.signInAttempt.create({
      data: {
        id: w.signInAttempt,
        purpose: 'sign-in',
        applicationId: w.application,
        userId: w.user,
        reference: `R${n}`.padEnd(8, 'X'),
        createdAt: now(),
        touchedAt: now(),
        entries: { create: { at: now(), step: 'identify', outcome: 'wrong', reason: 'wrong-password' } },
      },
    }),
    prisma.message.create({
      data: {
        id: w.message,
        channel: 'email',
        recipient: `user_${n}@example.com`,
        template: 'sign-in-code',
        language: 'en',
        state: 'sent',
        createdAt: now(),
        expiresAt: now(),
      },
    }),
    // Failed attempts to sign in as the user.
    prisma.attemptLimit.create({ data: { key: limitOf(w.user), attempts: 1, failures: 1, updatedAt: now() } }),
    prisma.signingKey.create({
      data: {
        id: w.signingKey,
        algorithm: 'ES256',
        publicJwk: {},
        encryptedKey: new Uint8Array(8).fill(0xee),
        signsFrom: new Date(0),
      },
    }),
    prisma.role.createMany({
      data: [
        { id: w.role, name: name('Role') },
        { id: w.otherRole, name: name('Other role') },
      ],
    }),
    prisma.apiResource.createMany({
      data: [
        { id: w.resource, name: 'Orders', indicator: `https://orders.example/${n}` },
        { id: w.builtIn, name: 'Management API', indicator: `https://mandate.example/${n}`, isBuiltIn: true },
      ],
    }),
    prisma.scope.createMany({
      data: [
        { id: w.scope, apiResourceId: w.resource, name: 'orders:read' },
        { id: w.otherScope, apiResourceId: w.resource, name: 'orders:write' },
        { id: w.builtInScope, apiResourceId: w.builtIn, name: 'users:read' },
      ],
    }),
    prisma.application.createMany({
      data: [
        { id: w.application, name: 'Shop', type: 'TRADITIONAL_WEB', redirectUris: ['https://shop.example/callback'] },
        { id: w.service, name: 'Billing', type: 'MACHINE_TO_MACHINE' },
        { id: w.browser, name: 'Browser', type: 'SINGLE_PAGE' },
        { id: w.backend, name: 'Backend', type: 'MACHINE_TO_MACHINE', ...managing },
      ],
    }),
    prisma.applicationSecret.create({
      data: { id: w.secret, applicationId: w.application, name: 'first', hash: new Uint8Array(32), prefix: 'abcdefgh' },
    }),
    prisma.organization.create({ data: { id: w.organization, name: 'Acme', customData: { plan: 'free' } } }),
    prisma.organizationRole.createMany({
      data: [
        { id: w.organizationRole, name: name('Member') },
        { id: w.otherOrganizationRole, name: name('Owner') },
      ],
    }),
    prisma.organizationScope.createMany({
      data: [
        { id: w.organizationScope, name: `invite:${n}` },
        { id: w.otherOrganizationScope, name: `remove:${n}` },
      ],
    }),
    prisma.oidcRecord.create({
      data: {
        model: 'Session',
        key: `session ${n}`,
        uid: w.session,
        payload: { loginTs: 1_700_000_000, amr: ['pwd'], authorizations: { [w.application]: {} } },
        userId: w.user,
        expiresAt: new Date(now().getTime() + 86_400_000),
      },
    }),
    prisma.oidcRecord.create({ data: impersonationRecord(w, now()) }),
    prisma.userRole.create({ data: { userId: w.user, roleId: w.role } }),
    prisma.applicationRole.create({ data: { applicationId: w.application, roleId: w.role } }),
    prisma.roleScope.create({ data: { roleId: w.role, scopeId: w.scope } }),
    prisma.organizationUser.create({ data: { organizationId: w.organization, userId: w.user } }),
    prisma.organizationApplication.create({ data: { organizationId: w.organization, applicationId: w.service } }),
    prisma.organizationUserRole.create({
      data: { organizationId: w.organization, userId: w.user, organizationRoleId: w.organizationRole },
    }),
    prisma.organizationApplicationRole.create({
      data: { organizationId: w.organization, applicationId: w.service, organizationRoleId: w.organizationRole },
    }),
    prisma.organizationRoleScope.create({
      data: { organizationRoleId: w.organizationRole, organizationScopeId: w.organizationScope },
    }),
    prisma.organizationInvitation.create({
      data: {
        id: w.invitation,
        organizationId: w.organization,
        inviteeEmail: `other_${n}@example.com`,
        inviterId: w.user,
        expiresAt: new Date(now().getTime() + 86_400_000),
        roles: { create: { organizationRoleId: w.organizationRole } },
      },
    }),
    prisma.job.create({ data: jobRecord(w, now()) }),
    prisma.oneTimeToken.create({
      data: {
        id: w.oneTimeToken,
        userId: w.user,
        userSessionEpoch: 0,
        secretHash: new Uint8Array(32),
        expiresAt: new Date(now().getTime() + 600_000),
        createdAt: now(),
      },
    }),
    prisma.organizationDomain.create({
      data: {
        organizationId: w.organization,
        domain: w.domain,
        roles: { create: { organizationRoleId: w.organizationRole } },
      },
    }),
    prisma.organizationRoleApiScope.create({ data: { organizationRoleId: w.organizationRole, scopeId: w.scope } }),
    // At most one connector of a kind is enabled. A test of this fixture must not replace that of an earlier one.
    prisma.connector.updateMany({ data: { isEnabled: false } }),
    prisma.connector.create({ data: connectorRecord(w.connector) }),
    prisma.identityProvider.create({ data: identityProviderOf(w, secretBox) }),
    prisma.identityProviderOrganizationRole.create({ data: joiningRoleOf(w) }),
    prisma.signInExperience.create({ data: { id: w.signInExperience } }),
    prisma.webhook.create({ data: { id: w.webhook, name: 'Search', url: 'http://127.0.0.1:9/no-endpoint' } }),
    prisma.event.createMany({ data: [eventOf(w.toldEvent, n), eventOf(w.untoldEvent, n)] }),
    prisma.webhookDelivery.create({
      data: {
        id: w.delivery,
        webhookId: w.webhook,
        eventId: w.toldEvent,
        eventType: 'Webhook.Updated',
        position: 0,
        subjectKey: `webhook:${w.webhook}`,
        status: 'failed',
        finishedAt: w.givenUpAt,
        createdAt: longAgo(n),
      },
    }),
  ]);
  // As if everything was sent.
  await assignPositions(database);
  await database.pool.query('UPDATE webhooks SET cursor = (SELECT position FROM event_head)');
  return records;
}

/** The time of the fixture's events that its webhook can receive again. */
export const longAgo = (n: number): Date => new Date(Date.UTC(2020, 0, 1) + n * 1000);

const eventOf = (id: string, n: number) => ({
  id,
  type: 'Webhook.Updated',
  occurredAt: longAgo(n),
  subjectKind: 'webhook',
  subjectId: 'hook_of_long_ago',
  actor: { kind: 'platform', id: null, label: null },
  cause: { operation: 'test', requestId: 'req_of_long_ago', traceId: null, applicationIds: [], channel: 'platform' },
  data: {},
});
