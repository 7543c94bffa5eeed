import type { AccountPart } from '../../domain/flow/policy.ts';
import type { Operation } from '../../kernel/operation.ts';
import { answerMyInvitation } from '../../operations/account/answer-my-invitation.ts';
import { deleteMyAccount } from '../../operations/account/delete-my-account.ts';
import { endMyImpersonation } from '../../operations/account/end-my-impersonation.ts';
import { endMyOtherSessions } from '../../operations/account/end-my-other-sessions.ts';
import { endMySession } from '../../operations/account/end-my-session.ts';
import { forgetMyDevice } from '../../operations/account/forget-my-device.ts';
import { leaveOrganization } from '../../operations/account/leave-organization.ts';
import { recordMyExport } from '../../operations/account/record-my-export.ts';
import { removeMyEmail, removeMyPhone } from '../../operations/account/remove-my-address.ts';
import { removeMyFactor } from '../../operations/account/remove-my-factor.ts';
import { renameMyFactor } from '../../operations/account/rename-my-factor.ts';
import { renewMyBackupCodes } from '../../operations/account/renew-my-backup-codes.ts';
import { revokeMyConsent } from '../../operations/account/revoke-my-consent.ts';
import { setMyAvatar } from '../../operations/account/set-my-avatar.ts';
import { setMyPassword } from '../../operations/account/set-my-password.ts';
import { startMyFlow } from '../../operations/account/start-my-flow.ts';
import { unlinkMyIdentity } from '../../operations/account/unlink-my-identity.ts';
import { updateMyAccount } from '../../operations/account/update-my-account.ts';
import type { startMyFlowInput } from '../../domain/account/my-flow-inputs.ts';
import type { z } from 'zod';
import type { Fields } from '../flow/answer.ts';
import type { Texts } from '../texts/index.ts';
import {
  confirmationField,
  factorField,
  passwordFields,
  pictureField,
  profileFields,
  profileOf,
  usernameField,
} from './fields.ts';
import type { Member } from './member.ts';
import {
  deviceName,
  factorName,
  identityName,
  impersonatorOf,
  invitingOrganization,
  type NameOfObject,
  organizationName,
  providerName,
  sessionName,
  consentedApplication,
} from './objects.ts';
import type { FormField } from '../pages/form-field.ts';
import type { PageName } from './pages/frame.ts';

export type ActionName = keyof Texts['account']['actions'];

/** An action of a person on the pages of their account. */
export interface AccountAction {
  /** The page to which it belongs. */
  page: PageName;
  operation: Operation;
  /** The input of the operation. */
  input(fields: Fields, member: Member): Record<string, unknown>;
  /** A flow, which the operation begins. */
  flow?(fields: Fields): Pick<z.input<typeof startMyFlowInput>, 'purpose' | 'factor' | 'identityProviderId'>;
  /** The part of the account that the policy must let people change. */
  part?: AccountPart;
  fields?(member: Member): readonly FormField[];
  /** The name of the object that the field `id` names. */
  nameOf?: NameOfObject;
  /** It takes something away: its button is red. */
  isDangerous?: true;
  /** A list has its button. All others have a page that asks. */
  isDirect?: true;
}

const nothing = () => ({});
const withId = (field: string) => (fields: Fields) => ({ [field]: fields['id'] });

const profile = { page: 'profile', part: 'profile', operation: updateMyAccount } as const;
const security = { page: 'security' } as const;
const beginsFlow = { ...security, operation: startMyFlow, input: nothing } as const;
const aboutInvitation = {
  page: 'organizations',
  operation: answerMyInvitation,
  nameOf: invitingOrganization,
  isDirect: true,
} as const;

/** All of them, with their addresses below that of their page. */
export const accountActions: Readonly<Record<ActionName, AccountAction>> = {
  'edit-profile': { ...profile, fields: profileFields, input: profileOf },
  username: { ...profile, part: 'username', fields: usernameField, input: ({ username }) => ({ username }) },
  picture: {
    ...profile,
    part: 'avatar',
    operation: setMyAvatar,
    fields: pictureField,
    input: ({ image }) => ({ image }),
  },
  'remove-picture': {
    ...profile,
    part: 'avatar',
    operation: setMyAvatar,
    input: () => ({ image: null }),
    isDangerous: true,
  },
  password: {
    ...security,
    part: 'password',
    operation: setMyPassword,
    fields: passwordFields,
    input: ({ password, endsOtherSessions }) => ({ password, endsOtherSessions: endsOtherSessions === 'true' }),
  },
  'remove-password': {
    ...security,
    part: 'password',
    operation: setMyPassword,
    input: () => ({ password: null }),
    isDangerous: true,
  },
  'add-email': { ...beginsFlow, part: 'email', flow: () => ({ purpose: 'link-email' }) },
  'add-phone': { ...beginsFlow, part: 'phone', flow: () => ({ purpose: 'link-phone' }) },
  'remove-email': { ...security, part: 'email', operation: removeMyEmail, input: nothing, isDangerous: true },
  'remove-phone': { ...security, part: 'phone', operation: removeMyPhone, input: nothing, isDangerous: true },
  'add-passkey': {
    ...beginsFlow,
    part: 'factors',
    flow: () => ({ purpose: 'link-factor', factor: 'passkey' }),
    isDirect: true,
  },
  'add-app': {
    ...beginsFlow,
    part: 'factors',
    flow: () => ({ purpose: 'link-factor', factor: 'totp' }),
    isDirect: true,
  },
  'link-identity': {
    ...beginsFlow,
    part: 'identities',
    flow: ({ id }) => ({ purpose: 'link-identity', identityProviderId: id }),
    nameOf: providerName,
    isDirect: true,
  },
  'unlink-identity': {
    ...security,
    part: 'identities',
    operation: unlinkMyIdentity,
    nameOf: identityName,
    input: withId('identityId'),
    isDangerous: true,
  },
  'rename-factor': {
    ...security,
    part: 'factors',
    operation: renameMyFactor,
    nameOf: factorName,
    fields: factorField,
    input: ({ id, name }) => ({ factorId: id, name }),
  },
  'remove-factor': {
    ...security,
    part: 'factors',
    operation: removeMyFactor,
    nameOf: factorName,
    input: withId('factorId'),
    isDangerous: true,
  },
  'backup-codes': { ...security, part: 'factors', operation: renewMyBackupCodes, input: nothing },
  'end-session': {
    page: 'sessions',
    operation: endMySession,
    nameOf: sessionName,
    input: withId('sessionId'),
    isDirect: true,
  },
  'end-other-sessions': { page: 'sessions', operation: endMyOtherSessions, input: nothing, isDangerous: true },
  'forget-device': {
    page: 'sessions',
    operation: forgetMyDevice,
    nameOf: deviceName,
    input: withId('deviceId'),
    isDirect: true,
  },
  'revoke-consent': {
    page: 'applications',
    operation: revokeMyConsent,
    nameOf: consentedApplication,
    input: withId('applicationId'),
    isDangerous: true,
  },
  'end-impersonation': {
    page: 'applications',
    operation: endMyImpersonation,
    nameOf: impersonatorOf,
    input: withId('grantId'),
    isDirect: true,
  },
  'leave-organization': {
    page: 'organizations',
    operation: leaveOrganization,
    nameOf: organizationName,
    input: withId('organizationId'),
    isDangerous: true,
  },
  'accept-invitation': {
    ...aboutInvitation,
    input: ({ id }) => ({ organizationInvitationId: id, accepts: true }),
  },
  'decline-invitation': {
    ...aboutInvitation,
    input: ({ id }) => ({ organizationInvitationId: id, accepts: false }),
  },
  export: { page: 'data', operation: recordMyExport, input: nothing, isDirect: true },
  'delete-account': {
    page: 'data',
    part: 'deletion',
    operation: deleteMyAccount,
    fields: confirmationField,
    input: ({ confirmation }) => ({ confirmation }),
    isDangerous: true,
  },
};

/** The action at an address; undefined if there is none. */
export function actionAt(page: string, name: string): ActionName | undefined {
  const action = (Object.keys(accountActions) as ActionName[]).find((one) => one === name);
  return action !== undefined && accountActions[action].page === page ? action : undefined;
}
