import {
  type AccountChannel,
  type Acting,
  byCall,
  byFlow,
  type Make,
} from '../../support/accounts/account-channels.ts';
import * as acts from '../../support/accounts/account-acts.ts';
import { type Accounts, freeAddress, freeNumber, type Member } from '../../support/accounts/account-flows.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { impersonationRecord } from '../../store/impersonations/record.ts';
import { addApplication, addUser } from '../../support/issuer.ts';
import { identityProviderRecord } from '../../support/records/identity-provider-record.ts';
import { giveApp, totpCode } from '../../support/totp.ts';
import { openUndo, undoLinkTo } from '../../support/undo-links.ts';

/** A change, with the operations and the events that it causes: types in order, each with what changed. */
export interface Change {
  operations: readonly string[];
  events: readonly string[];
  /** The person; one with a verified address by default. */
  person?(accounts: Accounts): Promise<Member>;
  /** Makes what the change is about, and returns its id. */
  prepare?(acting: Acting): Promise<string>;
  make: Make;
  doors?: readonly AccountChannel[];
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const withPhone = (accounts: Accounts) => accounts.member({ phone: freeNumber(), phoneVerifiedAt: new Date() });
async function withApp(accounts: Accounts): Promise<Member> {
  const ada = await accounts.member();
  const key = await giveApp(accounts.issuer, ada.id);
  return accounts.withApp(ada, totpCode(key, accounts.issuer.clock.now()));
}
const factorOf = async ({ accounts, ada }: Acting): Promise<string> =>
  (await accounts.prisma.factor.findFirstOrThrow({ where: { userId: ada.id } })).id;
const deviceOf = async ({ accounts, ada }: Acting): Promise<string> =>
  (await accounts.prisma.device.findFirstOrThrow({ where: { userId: ada.id } })).id;

async function otherSessionOf({ accounts, ada }: Acting): Promise<string> {
  await accounts.again(ada);
  const { items } = (await ada.rest('GET', '/sessions')).json as { items: { id: string; isCurrent: boolean }[] };
  return items.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function consentOf({ accounts, ada }: Acting): Promise<string> {
  const settings = { redirectUris: [redirectUri], isThirdParty: true };
  const application = await addApplication(accounts.prisma, 'TRADITIONAL_WEB', settings);
  const partner = await relyingParty(accounts.issuer.issuer, application);
  await partner.signIn(ada.username, { scope: 'openid email' });
  return application.id;
}

async function impersonationOf({ accounts, ada }: Acting): Promise<string> {
  const { ids, clock } = accounts.issuer;
  const grantId = ids.secret();
  const parties = { user: ada.id, other: (await addUser(accounts.prisma)).id, impersonation: grantId };
  const { id: backend } = await addApplication(accounts.prisma, 'MACHINE_TO_MACHINE');
  const { sessionEpoch: userSessionEpoch } = await accounts.prisma.user.findUniqueOrThrow({ where: { id: ada.id } });
  const record = impersonationRecord({ ...parties, backend }, clock.now());
  await accounts.prisma.oidcRecord.create({ data: { ...record, userSessionEpoch } });
  return grantId;
}

async function membershipOf({ accounts, ada }: Acting): Promise<string> {
  const id = accounts.issuer.ids.next('organization');
  await accounts.prisma.organization.create({ data: { id, name: id, users: { create: { userId: ada.id } } } });
  return id;
}

async function invitationOf({ accounts, ada }: Acting): Promise<string> {
  const { ids, clock } = accounts.issuer;
  const [id, organizationId] = [ids.next('organizationInvitation'), ids.next('organization')];
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  await accounts.prisma.organization.create({ data: { id: organizationId, name: id } });
  const data = { id, organizationId, inviteeEmail: ada.email, expiresAt };
  await accounts.prisma.organizationInvitation.create({ data });
  return id;
}

async function identityOf({ accounts, ada }: Acting): Promise<string> {
  const { ids, secretBox } = accounts.issuer;
  const [id, identityProviderId] = [ids.next('userIdentity'), ids.next('identityProvider')];
  await accounts.prisma.identityProvider.create({ data: identityProviderRecord(identityProviderId, secretBox) });
  await accounts.prisma.userIdentity.create({ data: { id, userId: ada.id, identityProviderId, subject: id } });
  return id;
}

const updated = (...fields: string[]) => ['User.Data.Updated', ...fields].join(' ');
/** A change of the record of the person alone. */
const update = (operation: string, field: string, make: Make, more: Partial<Change> = {}): Change => ({
  operations: [operation],
  events: [updated(field)],
  make,
  ...more,
});
const newAddress = (kind: 'email' | 'phone', address: () => string): Change => ({
  operations: ['linkAddress'],
  events: [updated(kind, `${kind}VerifiedAt`)],
  make: byFlow(() => {
    const value = address();
    return {
      start: { purpose: `link-${kind}` },
      address: { [kind]: value },
      action: `security/add-${kind}`,
      answers: async ({ accounts }) => [{ step: 'code', code: await accounts.codeFor(value) }],
    };
  }),
});

let names = 0;
export const changes: Record<string, Change> = {
  'the name': update(
    'updateMyAccount',
    'name',
    byCall(() => [acts.rename('Ada King'), { action: 'profile/edit-profile', fields: { name: 'Ada King' } }]),
  ),
  'the username': update(
    'updateMyAccount',
    'username',
    byCall(() => {
      const username = `countess_${++names}`;
      return [acts.changeUsername(username), { action: 'profile/username', fields: { username } }];
    }),
  ),
  'a picture': update(
    'setMyAvatar',
    'avatar',
    byCall(() => [
      acts.setAvatar(picture.toString('base64')),
      { action: 'profile/picture', fields: { image: new Blob([picture], { type: 'image/png' }) } },
    ]),
  ),
  'the removal of a picture': update(
    'setMyAvatar',
    'avatar',
    byCall(() => [acts.setAvatar(null), { action: 'profile/remove-picture' }]),
    { person: (accounts) => accounts.member({ avatar: 'https://example.com/ada.png' }) },
  ),
  'a new password': {
    operations: ['setMyPassword'],
    events: [updated('password'), 'User.Sessions.Ended'],
    make: byCall(() => {
      const password = 'a crane over the harbor';
      return [
        acts.newPassword({ password }),
        { action: 'security/password', fields: { password, endsOtherSessions: 'true' } },
      ];
    }),
  },
  'the removal of the password': {
    operations: ['setMyPassword'],
    events: [updated('password'), 'User.Sessions.Ended'],
    make: byCall(() => [acts.newPassword({ password: null }), { action: 'security/remove-password' }]),
  },
  'a new email address': newAddress('email', freeAddress),
  'a new phone number': newAddress('phone', freeNumber),
  'the removal of the email address': {
    operations: ['removeMyEmail'],
    events: [updated('email', 'emailVerifiedAt')],
    person: withPhone,
    make: byCall(() => [acts.removeEmail, { action: 'security/remove-email' }]),
  },
  'the removal of the phone number': {
    operations: ['removeMyPhone'],
    events: [updated('phone', 'phoneVerifiedAt')],
    person: withPhone,
    make: byCall(() => [acts.removePhone, { action: 'security/remove-phone' }]),
  },
  'an authenticator app with backup codes': update(
    'linkFactor',
    'factors',
    byFlow(() => ({
      start: { purpose: 'link-factor', factor: 'totp' },
      action: 'security/add-app',
      answers: ({ accounts }, key) =>
        Promise.resolve([
          { step: 'enrol-totp', code: totpCode(key, accounts.issuer.clock.now()) },
          { step: 'backup-codes' },
        ]),
    })),
  ),
  'the name of a factor': update(
    'renameMyFactor',
    'factors',
    byCall((id) => [acts.renameFactor(id, 'Phone'), { action: 'security/rename-factor', fields: { name: 'Phone' } }]),
    { person: withApp, prepare: factorOf },
  ),
  'the removal of a factor': update(
    'removeMyFactor',
    'factors',
    byCall((id) => [acts.removeFactor(id), { action: 'security/remove-factor' }]),
    { person: withApp, prepare: factorOf },
  ),
  'an identity that is unlinked': update(
    'unlinkMyIdentity',
    'identities',
    byCall((id) => [acts.unlinkIdentity(id), { action: 'security/unlink-identity' }]),
    { prepare: identityOf },
  ),
  'new backup codes': update(
    'renewMyBackupCodes',
    'factors',
    byCall(() => [acts.renewCodes, { action: 'security/backup-codes' }]),
    { person: withApp },
  ),
  'the end of a session': {
    operations: ['endMySession'],
    events: ['User.Session.Ended'],
    prepare: otherSessionOf,
    make: byCall((id) => [acts.endSession(id), { action: 'sessions/end-session' }]),
  },
  'the end of all other sessions': {
    operations: ['endMyOtherSessions'],
    events: ['User.Sessions.Ended'],
    make: byCall(() => [acts.endOthers, { action: 'sessions/end-other-sessions' }]),
  },
  'a browser that is forgotten': {
    operations: ['forgetMyDevice'],
    events: ['User.Device.Removed'],
    prepare: deviceOf,
    make: byCall((id) => [acts.forget(id), { action: 'sessions/forget-device' }]),
  },
  'a consent that is taken back': {
    operations: ['revokeMyConsent'],
    events: ['User.Consent.Revoked'],
    prepare: consentOf,
    make: byCall((id) => [acts.revoke(id), { action: 'applications/revoke-consent' }]),
  },
  'an impersonation that is ended': {
    operations: ['endMyImpersonation'],
    events: ['User.Impersonation.Ended'],
    prepare: impersonationOf,
    make: byCall((id) => [acts.endImpersonation(id), { action: 'applications/end-impersonation' }]),
  },
  'an organization that is left': {
    operations: ['leaveOrganization'],
    events: ['Organization.Membership.Updated'],
    prepare: membershipOf,
    make: byCall((id) => [acts.leave(id), { action: 'organizations/leave-organization' }]),
  },
  'an invitation that is accepted': {
    operations: ['answerMyInvitation'],
    events: ['Organization.Membership.Updated', 'OrganizationInvitation.Updated status acceptedUserId'],
    prepare: invitationOf,
    make: byCall((id) => [acts.answer(id, true), { action: 'organizations/accept-invitation' }]),
  },
  'an invitation that is declined': {
    operations: ['answerMyInvitation'],
    events: ['OrganizationInvitation.Updated status'],
    prepare: invitationOf,
    make: byCall((id) => [acts.answer(id, false), { action: 'organizations/decline-invitation' }]),
  },
  'an export': {
    operations: ['recordMyExport'],
    events: ['User.Data.Exported'],
    doors: ['rest', 'account'],
    make: async (door, acting, id) =>
      door === 'rest'
        ? void (await acting.ada.rest('GET', '/export'))
        : byCall(() => [acts.endOthers, { action: 'data/export' }])(door, acting, id),
  },
  'an account that is deleted and kept': {
    operations: ['deleteMyAccount', 'undoAccountDeletion'],
    events: ['User.SuspensionStatus.Updated', 'User.Sessions.Ended', 'User.SuspensionStatus.Updated'],
    async make(door, acting, id) {
      const { issuer } = acting.accounts;
      const { username, email } = acting.ada;
      const fields = { confirmation: username };
      await byCall(() => [acts.deletion(username), { action: 'data/delete-account', fields }])(door, acting, id);
      await openUndo(issuer, await undoLinkTo(issuer, email), 'POST');
    },
  },
};
