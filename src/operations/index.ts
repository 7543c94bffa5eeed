import type { BulkOperation } from '../kernel/bulk-operation.ts';
import { isExposed, isOfAccount, type Operation } from '../kernel/operation.ts';
import { undoAccountChange } from './account/undo-account-change.ts';
import { undoAccountDeletion } from './account/undo-account-deletion.ts';
import { createApiResource } from './api-resources/create-api-resource.ts';
import { createScope } from './api-resources/create-scope.ts';
import { deleteApiResource } from './api-resources/delete-api-resource.ts';
import { deleteScope } from './api-resources/delete-scope.ts';
import { updateApiResource } from './api-resources/update-api-resource.ts';
import { updateScope } from './api-resources/update-scope.ts';
import { addApplicationSecret } from './applications/add-application-secret.ts';
import {
  assignApplicationRoles,
  assignUserRoles,
  removeApplicationRole,
  removeUserRole,
  replaceApplicationRoles,
  replaceUserRoles,
  assignUsersRoles,
  removeUsersRole,
} from './role-assignments/role-assignments.ts';
import { createApplication } from './applications/create-application.ts';
import { deleteApplication } from './applications/delete-application.ts';
import { replaceApplicationSecret } from './applications/replace-application-secret.ts';
import { revokeApplicationSecret } from './applications/revoke-application-secret.ts';
import { setApplicationAccountApi } from './applications/set-application-account-api.ts';
import { setApplicationExchangePolicy } from './applications/set-application-exchange-policy.ts';
import { setApplicationImpersonation } from './applications/set-application-impersonation.ts';
import { setApplicationManagementApi } from './applications/set-application-management-api.ts';
import { setApplicationSuspended } from './applications/set-application-suspended.ts';
import { setApplicationTokenExchange } from './applications/set-application-token-exchange.ts';
import { setServedResources } from './applications/set-served-resources.ts';
import { startSignInTrial } from './applications/start-sign-in-trial.ts';
import { updateApplication } from './applications/update-application.ts';
import { createConnector } from './connectors/create-connector.ts';
import { deleteConnector } from './connectors/delete-connector.ts';
import { setConnectorEnabled } from './connectors/set-connector-enabled.ts';
import { reportConnectorFailure } from './connectors/report-connector-failure.ts';
import { testConnector } from './connectors/test-connector.ts';
import { updateConnector } from './connectors/update-connector.ts';
import { ofAccount } from './account-operations.ts';
import { flowOperations } from './flow-operations.ts';
import { createIdentityProvider } from './identity-providers/create-identity-provider.ts';
import { deleteIdentityProvider } from './identity-providers/delete-identity-provider.ts';
import { reportIdentityProviderFailure } from './identity-providers/report-identity-provider-failure.ts';
import { removeIdentityProviderOrganization } from './identity-providers/remove-identity-provider-organization.ts';
import { setIdentityProviderEnabled } from './identity-providers/set-identity-provider-enabled.ts';
import { setIdentityProviderOrganization } from './identity-providers/set-identity-provider-organization.ts';
import { startIdentityProviderTrial } from './identity-providers/start-identity-provider-trial.ts';
import { testIdentityProvider } from './identity-providers/test-identity-provider.ts';
import { updateIdentityProvider } from './identity-providers/update-identity-provider.ts';
import { createOrganizationInvitation } from './invitations/create-organization-invitation.ts';
import { deleteOrganizationInvitation } from './invitations/delete-organization-invitation.ts';
import { resendOrganizationInvitation } from './invitations/resend-organization-invitation.ts';
import {
  setOrganizationInvitationStatus,
  setOrganizationInvitationsStatus,
} from './invitations/set-organization-invitation-status.ts';
import { addOrganizationRoleApiScopes } from './organization-roles/add-organization-role-api-scopes.ts';
import { addOrganizationRoleScopes } from './organization-roles/add-organization-role-scopes.ts';
import { createOrganizationRole } from './organization-roles/create-organization-role.ts';
import { deleteOrganizationRole } from './organization-roles/delete-organization-role.ts';
import { removeOrganizationRoleApiScope } from './organization-roles/remove-organization-role-api-scope.ts';
import { removeOrganizationRoleScope } from './organization-roles/remove-organization-role-scope.ts';
import { replaceOrganizationRoleApiScopes } from './organization-roles/replace-organization-role-api-scopes.ts';
import { replaceOrganizationRoleScopes } from './organization-roles/replace-organization-role-scopes.ts';
import { updateOrganizationRole } from './organization-roles/update-organization-role.ts';
import { createOrganizationScope } from './organization-scopes/create-organization-scope.ts';
import { deleteOrganizationScope } from './organization-scopes/delete-organization-scope.ts';
import { updateOrganizationScope } from './organization-scopes/update-organization-scope.ts';
import {
  addOrganizationApplications,
  addOrganizationMembers,
  removeOrganizationApplication,
  removeOrganizationMember,
  replaceOrganizationApplications,
  replaceOrganizationMembers,
  setOrganizationApplicationRoles,
  setOrganizationMemberRoles,
  removeOrganizationMembers,
} from './organizations/memberships.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { removeOrganizationDomain } from './organizations/remove-organization-domain.ts';
import { setOrganizationDomain } from './organizations/set-organization-domain.ts';
import { setOrganizationMember, setOrganizationMembers } from './organizations/set-organization-member.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { issuerOperations } from './issuer-operations.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { finishJob } from './jobs/finish-job.ts';
import { startJob } from './jobs/start-job.ts';
import { makeAdministrator } from './platform/make-administrator.ts';
import { createOneTimeToken } from './one-time-tokens/create-one-time-token.ts';
import { revokeOneTimeToken } from './one-time-tokens/revoke-one-time-token.ts';
import { setUpPlatform } from './platform/set-up-platform.ts';
import { addRoleScopes } from './roles/add-role-scopes.ts';
import { createRole } from './roles/create-role.ts';
import { deleteRole } from './roles/delete-role.ts';
import { removeRoleScope } from './roles/remove-role-scope.ts';
import { replaceRoleScopes } from './roles/replace-role-scopes.ts';
import { updateRole } from './roles/update-role.ts';
import { retireSigningKey } from './signing-keys/retire-signing-key.ts';
import { rotateSigningKeys } from './signing-keys/rotate-signing-keys.ts';
import { updateSignInExperience } from './sign-in-experiences/update-sign-in-experience.ts';
import { createUser, createUsers } from './users/create-user.ts';
import { deleteUser, deleteUsers } from './users/delete-user.ts';
import { createSubjectToken } from './users/create-subject-token.ts';
import { endImpersonation } from './users/end-impersonation.ts';
import { endUserSession } from './users/end-user-session.ts';
import { endUserSessions, endUsersSessions } from './users/end-user-sessions.ts';
import { removeUserFactors } from './users/remove-user-factors.ts';
import { requireUserReset } from './users/require-user-reset.ts';
import { setUserPassword } from './users/set-user-password.ts';
import { setUserSuspended, setUsersSuspended } from './users/set-user-suspended.ts';
import { updateMyPreferences } from './users/update-my-preferences.ts';
import { updateUserCustomData } from './users/update-user-custom-data.ts';
import { updateUserProfile } from './users/update-user-profile.ts';
import { unlinkUserIdentity } from './users/unlink-user-identity.ts';
import { unlockUser } from './users/unlock-user.ts';
import { updateUser } from './users/update-user.ts';
import { backfillWebhook } from './webhooks/backfill-webhook.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { disableWebhook } from './webhooks/disable-webhook.ts';
import { redeliverDelivery, redeliverDeliveries } from './webhooks/redeliver-delivery.ts';
import { redeliverFailedSince } from './webhooks/redeliver-failed-since.ts';
import { redeliverMissingSince } from './webhooks/redeliver-missing-since.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from './webhooks/set-webhook-enabled.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';

/** The registry: every operation, listed by hand. APIs, permission checks and documentation derive from it. */
export const operations: readonly Operation[] = [
  createUser,
  updateUser,
  updateUserCustomData,
  updateUserProfile,
  updateMyPreferences,
  setUserPassword,
  unlockUser,
  setUserSuspended,
  removeUserFactors,
  unlinkUserIdentity,
  requireUserReset,
  endUserSession,
  createSubjectToken,
  endImpersonation,
  endUserSessions,
  deleteUser,
  assignUserRoles,
  replaceUserRoles,
  removeUserRole,

  createRole,
  updateRole,
  deleteRole,
  addRoleScopes,
  replaceRoleScopes,
  removeRoleScope,

  createApiResource,
  updateApiResource,
  deleteApiResource,
  createScope,
  updateScope,
  deleteScope,

  createApplication,
  updateApplication,
  setApplicationSuspended,
  startSignInTrial,
  setApplicationTokenExchange,
  setApplicationManagementApi,
  setApplicationImpersonation,
  setApplicationAccountApi,
  setApplicationExchangePolicy,
  setServedResources,
  deleteApplication,
  addApplicationSecret,
  replaceApplicationSecret,
  revokeApplicationSecret,
  assignApplicationRoles,
  replaceApplicationRoles,
  removeApplicationRole,

  createOrganization,
  updateOrganization,
  deleteOrganization,
  addOrganizationMembers,
  replaceOrganizationMembers,
  setOrganizationMember,
  removeOrganizationMember,
  setOrganizationMemberRoles,
  addOrganizationApplications,
  replaceOrganizationApplications,
  removeOrganizationApplication,
  setOrganizationApplicationRoles,
  setOrganizationDomain,
  removeOrganizationDomain,

  createOrganizationInvitation,
  resendOrganizationInvitation,
  setOrganizationInvitationStatus,
  deleteOrganizationInvitation,

  createOrganizationRole,
  updateOrganizationRole,
  deleteOrganizationRole,
  addOrganizationRoleScopes,
  replaceOrganizationRoleScopes,
  removeOrganizationRoleScope,
  addOrganizationRoleApiScopes,
  replaceOrganizationRoleApiScopes,
  removeOrganizationRoleApiScope,

  createOrganizationScope,
  updateOrganizationScope,
  deleteOrganizationScope,

  rotateSigningKeys,
  retireSigningKey,

  createConnector,
  updateConnector,
  setConnectorEnabled,
  deleteConnector,
  testConnector,

  createIdentityProvider,
  updateIdentityProvider,
  setIdentityProviderEnabled,
  testIdentityProvider,
  startIdentityProviderTrial,
  deleteIdentityProvider,
  setIdentityProviderOrganization,
  removeIdentityProviderOrganization,

  updateSignInExperience,
  createOneTimeToken,
  revokeOneTimeToken,

  startJob,
  cancelJob,

  createWebhook,
  updateWebhook,
  setWebhookEnabled,
  rotateWebhookSecret,
  deleteWebhook,
  redeliverDelivery,
  redeliverFailedSince,
  redeliverMissingSince,
  backfillWebhook,
  testWebhook,

  ...ofAccount,

  // Internal: in no API.
  reportConnectorFailure,
  ...issuerOperations,
  reportIdentityProviderFailure,
  disableWebhook,
  finishJob,
  setUpPlatform,
  makeAdministrator,
  ...flowOperations,
  undoAccountChange,
  undoAccountDeletion,
];

/** The operations of the Management API. */
export const exposedOperations = operations.filter(isExposed);

/** The operation that the export of an account runs first. */
export { recordMyExport } from './account/record-my-export.ts';

/** The operations of the Account API. */
export const accountOperations = operations.filter(isOfAccount);

/** Operations for many items in one call. */
export const bulkOperations: readonly BulkOperation[] = [
  createUsers,
  setUsersSuspended,
  deleteUsers,
  setOrganizationMembers,
  assignUsersRoles,
  removeUsersRole,
  endUsersSessions,
  removeOrganizationMembers,
  setOrganizationInvitationsStatus,
  redeliverDeliveries,
];
