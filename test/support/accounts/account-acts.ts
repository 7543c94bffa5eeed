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
export const changeUsername = (username: string): Act => ({
  name: 'updateMyAccount',
  route: 'PATCH /profile',
  input: { username },
});
export const setAvatar = (image: string | null): Act => ({
  name: 'setMyAvatar',
  route: 'PUT /avatar',
  input: { image },
});
export const removeEmail: Act = { name: 'removeMyEmail', route: 'DELETE /email' };
export const removePhone: Act = { name: 'removeMyPhone', route: 'DELETE /phone' };
export const renameFactor = (factorId: string, name: string): Act => ({
  name: 'renameMyFactor',
  route: 'PATCH /factors/:factorId',
  input: { factorId, name },
});
export const removeFactor = (factorId: string): Act => ({
  name: 'removeMyFactor',
  route: 'DELETE /factors/:factorId',
  input: { factorId },
});
export const unlinkIdentity = (identityId: string): Act => ({
  name: 'unlinkMyIdentity',
  route: 'DELETE /identities/:identityId',
  input: { identityId },
});
export const renewCodes: Act = { name: 'renewMyBackupCodes', route: 'POST /backup-codes' };
export const deletion = (confirmation: string): Act => ({
  name: 'deleteMyAccount',
  route: 'POST /deletion',
  input: { confirmation },
  fields: 'deletionDueAt',
});
export const endImpersonation = (grantId: string): Act => ({
  name: 'endMyImpersonation',
  route: 'DELETE /impersonations/:grantId',
  input: { grantId },
});
export const revoke = (applicationId: string): Act => ({
  name: 'revokeMyConsent',
  route: 'DELETE /consents/:applicationId',
  input: { applicationId },
});
