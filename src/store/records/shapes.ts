import { isSuspended } from '../../domain/oauth/application.ts';
import { usableGrantTypes } from '../../domain/oauth/grant-types.ts';
import { statusAt } from '../../domain/people/invitation.ts';
import { isBuiltInApplication } from '../../vocabulary/built-in-applications.ts';
import type * as model from '../../generated/prisma/client.ts';
import type { Row } from '../../platform/database/database.ts';
import { brandingOf } from '../../domain/branding/branding.ts';
import { signInExperienceShape } from '../../vocabulary/sign-in-experience.ts';
import { policyOf, policyTestsOf } from '../flows/policies.ts';
import { connectorShape } from '../../vocabulary/connectors/connector-shapes.ts';
import * as provider from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { jobShape } from '../../vocabulary/records/job-shapes.ts';
import { oneTimeTokenShape } from '../../vocabulary/records/one-time-token-shape.ts';
import * as organization from '../../vocabulary/records/organization-shapes.ts';
import * as delivery from '../../vocabulary/records/delivery-shapes.ts';
import * as shape from '../../vocabulary/resources.ts';
import { publicFields } from './public-fields.ts';

/** Rows in their public shape (vocabulary/resources.ts), for events and responses. */
export const userOf = (row: Row<'user'>) =>
  publicFields(shape.userShape, { ...row, isSuspended: row.suspendedAt !== null });

export const factorOf = (row: Omit<model.Factor, 'encryptedSecret' | 'hash'>) => publicFields(shape.factorShape, row);

export const roleOf = (row: model.Role) => publicFields(shape.roleShape, row);

export const apiResourceOf = (row: model.ApiResource) => publicFields(shape.apiResourceShape, row);

export const scopeOf = (row: model.Scope) => publicFields(shape.scopeShape, row);

/** `now` determines whether it has expired. */
export const applicationOf = (row: model.Application, now: Date) =>
  publicFields(shape.applicationShape, {
    ...row,
    grantTypes: usableGrantTypes(row),
    branding: brandingOf(row),
    isBuiltIn: isBuiltInApplication(row.id),
    isSuspended: isSuspended(row, now),
  });

export const applicationSecretOf = (row: Omit<model.ApplicationSecret, 'hash'>) =>
  publicFields(shape.applicationSecretShape, row);

export const organizationOf = (row: Row<'organization'>) => publicFields(organization.organizationShape, row);

export const organizationDomainOf = (row: model.OrganizationDomain & { roles: { organizationRoleId: string }[] }) =>
  publicFields(organization.organizationDomainShape, { ...row, organizationRoleIds: roleIdsOf(row) });

export const organizationRoleOf = (row: model.OrganizationRole) =>
  publicFields(organization.organizationRoleShape, row);

export const organizationScopeOf = (row: model.OrganizationScope) =>
  publicFields(organization.organizationScopeShape, row);

/** `now` determines whether it has expired. */
export const organizationInvitationOf = (
  row: model.OrganizationInvitation & { roles: { organizationRoleId: string }[] },
  now: Date,
) =>
  publicFields(organization.organizationInvitationShape, {
    ...row,
    organizationRoleIds: roleIdsOf(row),
    status: statusAt(row, now),
  });

const roleIdsOf = ({ roles }: { roles: { organizationRoleId: string }[] }): string[] =>
  roles.map(({ organizationRoleId }) => organizationRoleId).sort();

export const signingKeyOf = (row: Omit<model.SigningKey, 'encryptedKey'>) => publicFields(shape.signingKeyShape, row);

/** `now` determines which key pairs are in use. */
export const webhookOf = (
  row: Omit<model.Webhook, 'encryptedHeaders'> & { secrets: { publicKey: string | null; expiresAt: Date | null }[] },
  now: Date,
) => publicFields(delivery.webhookShape, { ...row, publicKeys: signingPublicKeys(row.secrets, now) });

export const oneTimeTokenOf = (row: Omit<model.OneTimeToken, 'secretHash'>) => publicFields(oneTimeTokenShape, row);

export const jobOf = (row: model.Job) =>
  publicFields(jobShape, { ...row, requestId: (row.cause as { requestId: string }).requestId });

export const connectorOf = (row: Row<'connector'>) =>
  publicFields(connectorShape, {
    ...row,
    smtp: row.driver === 'smtp' ? row.settings : null,
    http: row.driver === 'http' ? row.settings : null,
  });

export const identityProviderOf = (row: Row<'identityProvider'> & { domains: { domain: string }[] }) =>
  publicFields(provider.identityProviderShape, {
    ...row,
    oidc: row.protocol === 'oidc' ? row.settings : null,
    oauth2: row.protocol === 'oauth2' ? row.settings : null,
    saml: row.protocol === 'saml' ? row.settings : null,
    domains: row.domains.map(({ domain }) => domain),
  });

export const identityProviderOrganizationOf = (
  row: model.IdentityProviderOrganization & { roles: { organizationRoleId: string }[] },
) => publicFields(provider.identityProviderOrganizationShape, { ...row, organizationRoleIds: roleIdsOf(row) });

export const userIdentityOf = (row: model.UserIdentity) => publicFields(provider.userIdentityShape, row);

export const signInExperienceOf = (row: model.SignInExperience) =>
  publicFields(signInExperienceShape, {
    ...row,
    policy: policyOf(row),
    tests: policyTestsOf(row),
    branding: brandingOf(row),
  });

/** The stored attempts of a delivery. */
export const attemptsOf = ({ log }: Pick<model.WebhookDelivery, 'log'>) => log as delivery.WebhookAttempt[];

export const webhookDeliveryOf = (row: model.WebhookDelivery) =>
  publicFields(delivery.webhookDeliveryShape, {
    ...row,
    sequence: row.sequence === null ? null : Number(row.sequence),
    previousEventId: row.previousId,
    attempts: attemptsOf(row),
  });

/** The public keys of the key pairs in use at `now`, in the given order. */
export const signingPublicKeys = (
  secrets: readonly { publicKey: string | null; expiresAt: Date | null }[],
  now: Date,
): string[] =>
  secrets.flatMap(({ publicKey, expiresAt }) =>
    publicKey !== null && (expiresAt === null || expiresAt > now) ? [publicKey] : [],
  );
