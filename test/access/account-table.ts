import type { AccountScope } from '../../src/vocabulary/account/account-scopes.ts';

type Row = [scope: AccountScope, route: string, recentSignIn: 'always' | 'never' | readonly string[]];

/** The operations of the Account API, typed by hand: scope, route, and what needs a recent sign-in. */
export const accountTable: Record<string, Row> = {
  updateMyAccount: ['account:write', 'PATCH /profile', ['username']],
  setMyAvatar: ['account:write', 'PUT /avatar', 'never'],
  setMyPassword: ['account:write', 'PUT /password', 'always'],
  removeMyEmail: ['account:write', 'DELETE /email', 'always'],
  removeMyPhone: ['account:write', 'DELETE /phone', 'always'],
  renameMyFactor: ['account:write', 'PATCH /factors/:factorId', 'never'],
  removeMyFactor: ['account:write', 'DELETE /factors/:factorId', 'always'],
  unlinkMyIdentity: ['account:write', 'DELETE /identities/:identityId', 'always'],
  renewMyBackupCodes: ['account:write', 'POST /backup-codes', 'always'],
  endMySession: ['account:write', 'DELETE /sessions/:sessionId', 'never'],
  endMyOtherSessions: ['account:write', 'POST /sessions/end-others', 'never'],
  forgetMyDevice: ['account:write', 'DELETE /devices/:deviceId', 'never'],
  revokeMyConsent: ['account:write', 'DELETE /consents/:applicationId', 'never'],
  endMyImpersonation: ['account:write', 'DELETE /impersonations/:grantId', 'never'],
  leaveOrganization: ['account:write', 'DELETE /organizations/:organizationId', 'never'],
  deleteMyAccount: ['account:write', 'POST /deletion', 'always'],
  answerMyInvitation: ['account:write', 'PUT /invitations/:organizationInvitationId', 'never'],
};

/** The calls that answer flows. */
export const accountFlowCalls: Record<string, Row> = {
  startMyFlow: ['account:write', 'POST /flows', 'always'],
  answerMyFlow: ['account:write', 'POST /flows/:flowId', 'never'],
};

/** Routes that read: all require account:read. */
export const accountReads = [
  'GET /profile',
  'GET /factors',
  'GET /identities',
  'GET /sessions',
  'GET /devices',
  'GET /consents',
  'GET /impersonations',
  'GET /organizations',
  'GET /invitations',
  'GET /events',
  'GET /export',
  'GET /flows/:flowId',
];
