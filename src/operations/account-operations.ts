import type { Operation } from '../kernel/operation.ts';
import { answerMyInvitation } from './account/answer-my-invitation.ts';
import { deleteMyAccount } from './account/delete-my-account.ts';
import { endMyImpersonation } from './account/end-my-impersonation.ts';
import { endMyOtherSessions } from './account/end-my-other-sessions.ts';
import { endMySession } from './account/end-my-session.ts';
import { forgetMyDevice } from './account/forget-my-device.ts';
import { leaveOrganization } from './account/leave-organization.ts';
import { recordMyExport } from './account/record-my-export.ts';
import { removeMyEmail, removeMyPhone } from './account/remove-my-address.ts';
import { removeMyFactor } from './account/remove-my-factor.ts';
import { renameMyFactor } from './account/rename-my-factor.ts';
import { renewMyBackupCodes } from './account/renew-my-backup-codes.ts';
import { revokeMyConsent } from './account/revoke-my-consent.ts';
import { setMyAvatar } from './account/set-my-avatar.ts';
import { setMyPassword } from './account/set-my-password.ts';
import { startMyFlow } from './account/start-my-flow.ts';
import { unlinkMyIdentity } from './account/unlink-my-identity.ts';
import { updateMyAccount } from './account/update-my-account.ts';

/** Operations of people on their own accounts. */
export const ofAccount: readonly Operation[] = [
  updateMyAccount,
  setMyAvatar,
  setMyPassword,
  endMySession,
  endMyOtherSessions,
  removeMyEmail,
  removeMyPhone,
  renameMyFactor,
  removeMyFactor,
  unlinkMyIdentity,
  renewMyBackupCodes,
  forgetMyDevice,
  revokeMyConsent,
  endMyImpersonation,
  leaveOrganization,
  answerMyInvitation,
  recordMyExport,
  deleteMyAccount,
  startMyFlow,
];
