import type { Act } from './account.ts';

/** Calls of operations of the Account API. */
export const rename = (name: string): Act => ({ name: 'updateMyAccount', route: 'PATCH /profile', input: { name } });
export const newPassword = (more: object = {}): Act => ({
  name: 'setMyPassword',
  route: 'PUT /password',
  input: { password: 'a crane over the harbor', ...more },
});
export const endOthers: Act = { name: 'endMyOtherSessions', route: 'POST /sessions/end-others' };
export const endSession = (sessionId: string): Act => ({
  name: 'endMySession',
  route: 'DELETE /sessions/:sessionId',
  input: { sessionId },
});
export const forget = (deviceId: string): Act => ({
  name: 'forgetMyDevice',
  route: 'DELETE /devices/:deviceId',
  input: { deviceId },
});
export const leave = (organizationId: string): Act => ({
  name: 'leaveOrganization',
  route: 'DELETE /organizations/:organizationId',
  input: { organizationId },
});
export const answer = (organizationInvitationId: string, accepts: boolean): Act => ({
  name: 'answerMyInvitation',
  route: 'PUT /invitations/:organizationInvitationId',
  input: { organizationInvitationId, accepts },
});
export const deletion = (confirmation: string): Act => ({
  name: 'deleteMyAccount',
  route: 'POST /deletion',
  input: { confirmation },
  fields: 'deletionDueAt',
});
export const revoke = (applicationId: string): Act => ({
  name: 'revokeMyConsent',
  route: 'DELETE /consents/:applicationId',
  input: { applicationId },
});
