import type { SecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { impersonationRecord } from '../../store/impersonations/record.ts';
import { connectorRecord } from './connector-record.ts';
import { identityOf, identityProviderRecord, joiningRoleOf } from './identity-provider-record.ts';
import type { Rows } from './insert-rows.ts';
import { jobRecord } from './job-record.ts';
import type { Records } from '../records.ts';

interface Surroundings {
  now: Date;
  secretBox: SecretBox;
  /** Key of the limit of the user's passwords. */
  limitKey: Uint8Array<ArrayBuffer>;
}

const managing = { tokenExchangeAllowed: true, managementApiAllowed: true };
const sealed = (byte: number) => new Uint8Array(8).fill(byte);

/** All rows of a fixture. */
export function rowsOf(w: Records, { now, secretBox, limitKey }: Surroundings): Rows {
  return { ...people(w, now, limitKey), ...accessOf(w), ...organizationOf(w, now), ...settingsOf(w, secretBox) };
}

function people(w: Records, now: Date, limitKey: Uint8Array<ArrayBuffer>): Rows {
  const { n, user: userId } = w;
  const tomorrow = new Date(now.getTime() + 86_400_000);
  return {
    User: [
      {
        id: userId,
        username: `user_${n}`,
        email: `user_${n}@example.com`,
        emailVerifiedAt: new Date(0),
        passwordHash: 'not a hash',
        name: 'Ada',
      },
      { id: w.other, username: `other_${n}`, email: `other_${n}@example.com` },
    ],
    Factor: [
      {
        id: w.factor,
        userId,
        kind: 'totp',
        name: 'Phone',
        encryptedSecret: sealed(0xdd),
        lastStep: 1,
        createdAt: now,
      },
    ],
    Device: [
      {
        id: w.device,
        userId,
        secretHash: new Uint8Array(32).fill(0xcc),
        sessionEpoch: 0,
        createdAt: now,
        lastSeenAt: now,
      },
    ],
    SignInAttempt: [
      {
        id: w.signInAttempt,
        purpose: 'sign-in',
        applicationId: w.application,
        userId,
        reference: `R${n}`.padEnd(8, 'X'),
        createdAt: now,
        touchedAt: now,
      },
    ],
    FlowEntry: [{ flowId: w.signInAttempt, at: now, step: 'identify', outcome: 'wrong', reason: 'wrong-password' }],
    Message: [
      {
        id: w.message,
        channel: 'email',
        recipient: `user_${n}@example.com`,
        template: 'sign-in-code',
        language: 'en',
        state: 'sent',
        createdAt: now,
        expiresAt: now,
      },
    ],
    // Failed attempts to sign in as the user.
    AttemptLimit: [{ key: limitKey, attempts: 1, failures: 1, updatedAt: now }],
    OidcRecord: [
      {
        model: 'Session',
        key: `session ${n}`,
        uid: w.session,
        payload: { loginTs: 1_700_000_000, amr: ['pwd'], authorizations: { [w.application]: {} } },
        userId,
        expiresAt: tomorrow,
      },
      impersonationRecord(w, now),
    ],
    Job: [jobRecord(w, now)],
    OneTimeToken: [
      {
        id: w.oneTimeToken,
        userId,
        userSessionEpoch: 0,
        secretHash: new Uint8Array(32),
        expiresAt: new Date(now.getTime() + 600_000),
        createdAt: now,
      },
    ],
  };
}

function accessOf(w: Records): Rows {
  const { n } = w;
  return {
    Role: [
      { id: w.role, name: `Role ${n}` },
      { id: w.otherRole, name: `Other role ${n}` },
    ],
    ApiResource: [
      { id: w.resource, name: 'Orders', indicator: `https://orders.example/${n}` },
      { id: w.builtIn, name: 'Management API', indicator: `https://mandate.example/${n}`, isBuiltIn: true },
    ],
    Scope: [
      { id: w.scope, apiResourceId: w.resource, name: 'orders:read' },
      { id: w.otherScope, apiResourceId: w.resource, name: 'orders:write' },
      { id: w.builtInScope, apiResourceId: w.builtIn, name: 'users:read' },
    ],
    Application: [
      { id: w.application, name: 'Shop', type: 'TRADITIONAL_WEB', redirectUris: ['https://shop.example/callback'] },
      { id: w.service, name: 'Billing', type: 'MACHINE_TO_MACHINE' },
      { id: w.browser, name: 'Browser', type: 'SINGLE_PAGE' },
      { id: w.backend, name: 'Backend', type: 'MACHINE_TO_MACHINE', ...managing },
    ],
    ApplicationSecret: [
      { id: w.secret, applicationId: w.application, name: 'first', hash: new Uint8Array(32), prefix: 'abcdefgh' },
    ],
    UserRole: [{ userId: w.user, roleId: w.role }],
    ApplicationRole: [{ applicationId: w.application, roleId: w.role }],
    RoleScope: [{ roleId: w.role, scopeId: w.scope }],
  };
}

function organizationOf(w: Records, now: Date): Rows {
  const { n, organization: organizationId, organizationRole: organizationRoleId } = w;
  return {
    Organization: [{ id: organizationId, name: 'Acme', customData: { plan: 'free' } }],
    OrganizationRole: [
      { id: organizationRoleId, name: `Member ${n}` },
      { id: w.otherOrganizationRole, name: `Owner ${n}` },
    ],
    OrganizationScope: [
      { id: w.organizationScope, name: `invite:${n}` },
      { id: w.otherOrganizationScope, name: `remove:${n}` },
    ],
    OrganizationUser: [{ organizationId, userId: w.user }],
    OrganizationApplication: [{ organizationId, applicationId: w.service }],
    OrganizationUserRole: [{ organizationId, userId: w.user, organizationRoleId }],
    OrganizationApplicationRole: [{ organizationId, applicationId: w.service, organizationRoleId }],
    OrganizationRoleScope: [{ organizationRoleId, organizationScopeId: w.organizationScope }],
    OrganizationRoleApiScope: [{ organizationRoleId, scopeId: w.scope }],
    OrganizationInvitation: [
      {
        id: w.invitation,
        organizationId,
        inviteeEmail: `other_${n}@example.com`,
        inviterId: w.user,
        expiresAt: new Date(now.getTime() + 86_400_000),
      },
    ],
    OrganizationInvitationRole: [{ organizationInvitationId: w.invitation, organizationRoleId }],
    OrganizationDomain: [{ organizationId, domain: w.domain }],
    OrganizationDomainRole: [{ organizationId, domain: w.domain, organizationRoleId }],
    IdentityProviderOrganization: [{ identityProviderId: w.identityProvider, organizationId }],
    IdentityProviderOrganizationRole: [joiningRoleOf(w)],
  };
}

function settingsOf(w: Records, secretBox: SecretBox): Rows {
  return {
    SigningKey: [
      { id: w.signingKey, algorithm: 'ES256', publicJwk: {}, encryptedKey: sealed(0xee), signsFrom: new Date(0) },
    ],
    Connector: [connectorRecord(w.connector)],
    IdentityProvider: [identityProviderRecord(w.identityProvider, secretBox)],
    UserIdentity: [identityOf(w)],
    SignInExperience: [{ id: w.signInExperience }],
    Webhook: [{ id: w.webhook, name: 'Search', url: 'http://127.0.0.1:9/no-endpoint' }],
    Event: [eventOf(w.toldEvent, w.n), eventOf(w.untoldEvent, w.n)],
    WebhookDelivery: [
      {
        id: w.delivery,
        webhookId: w.webhook,
        eventId: w.toldEvent,
        eventType: 'Webhook.Updated',
        position: 0,
        subjectKey: `webhook:${w.webhook}`,
        status: 'failed',
        finishedAt: w.givenUpAt,
        createdAt: longAgo(w.n),
      },
    ],
  };
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
