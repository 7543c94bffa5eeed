import type { AccountScope } from '../../src/vocabulary/account-scopes.ts';

/** The operations of the Account API, typed by hand: scope, route, and what needs a recent sign-in. */
export const accountTable: Record<
  string,
  [scope: AccountScope, route: string, recentSignIn: 'always' | 'never' | readonly string[]]
> = {
  updateMyAccount: ['account:write', 'PATCH /profile', ['username']],
  setMyPassword: ['account:write', 'PUT /password', 'always'],
  endMySession: ['account:write', 'DELETE /sessions/:sessionId', 'never'],
  endMyOtherSessions: ['account:write', 'POST /sessions/end-others', 'never'],
  forgetMyDevice: ['account:write', 'DELETE /devices/:deviceId', 'never'],
  revokeMyConsent: ['account:write', 'DELETE /consents/:applicationId', 'never'],
  leaveOrganization: ['account:write', 'DELETE /organizations/:organizationId', 'never'],
  answerMyInvitation: ['account:write', 'PUT /invitations/:organizationInvitationId', 'never'],
};

/** Routes that read: all require account:read. */
export const accountReads = [
  'GET /profile',
  'GET /factors',
  'GET /sessions',
  'GET /devices',
  'GET /consents',
  'GET /organizations',
  'GET /invitations',
  'GET /events',
  'GET /export',
];
