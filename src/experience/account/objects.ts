import { readAccountDevices, readAccountFactors, readAccountOrganizations } from '../../store/account/account.ts';
import { readConsents } from '../../store/account/consents.ts';
import { readAccountInvitations } from '../../store/account/invitations.ts';
import { findImpersonations } from '../../store/impersonations/impersonations.ts';
import { readAccountIdentities } from '../../store/identity-providers/identities.ts';
import { shownProviders } from '../../store/identity-providers/shown.ts';
import type { Texts } from '../texts/index.ts';
import type { Member, MemberServices } from './member.ts';

/** The name of an object of the person; undefined if there is no such object, or it is another person's. */
export type NameOfObject = (id: string, member: Member, services: MemberServices) => Promise<string | undefined>;

/** The kind of a factor, as people call it. */
export const kindOfFactor = (kind: string, { passkey, app }: Texts['account']): string =>
  kind === 'totp' ? app : passkey;

export const factorName: NameOfObject = async (id, { account }, { database }) => {
  const factor = (await readAccountFactors(database.prisma, account.id)).find((one) => one.id === id);
  return factor?.name;
};

export const identityName: NameOfObject = async (id, { account }, { database }) =>
  (await readAccountIdentities(database.prisma, account.id)).find((one) => one.id === id)?.identityProviderName;

export const providerName: NameOfObject = async (id, _member, { database }) =>
  (await shownProviders(database.prisma)).find((one) => one.id === id)?.name;

export const sessionName: NameOfObject = async (id, { account, texts }, { database, clock, findSessions }) => {
  const [session] = await findSessions(database.prisma, [account.id], clock.now(), id);
  return session && (session.device ?? texts.account.unknownDevice);
};

export const deviceName: NameOfObject = async (id, { account, texts }, { database, clock }) => {
  const device = (await readAccountDevices(database.prisma, account.id, clock.now())).find((one) => one.id === id);
  return device && (device.label ?? texts.account.unknownDevice);
};

export const consentedApplication: NameOfObject = async (id, { account }, { database, clock }) => {
  const consents = await readConsents(database.prisma, [account.id], clock.now());
  return consents.find(({ applicationId }) => applicationId === id)?.applicationName;
};

export const impersonatorOf: NameOfObject = async (id, { account, texts }, { database, clock }) => {
  const impersonations = await findImpersonations(database.prisma, [account.id], clock.now());
  const impersonation = impersonations.find((one) => one.id === id);
  return impersonation && (impersonation.administratorName ?? texts.account.by.administrator);
};

export const organizationName: NameOfObject = async (id, { account }, { database }) =>
  (await readAccountOrganizations(database.prisma, account.id)).find((one) => one.id === id)?.name;

export const invitingOrganization: NameOfObject = async (id, { account }, { database, clock }) => {
  const invitations = await readAccountInvitations(database.prisma, account.id, clock.now());
  return invitations.find((one) => one.id === id)?.organizationName;
};
