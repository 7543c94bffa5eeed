import type { z } from 'zod';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { readAccountDevices, readAccountFactors, readAccountOrganizations } from '../store/account/account.ts';
import { findImpersonations } from '../store/impersonations/impersonations.ts';
import { readConsents } from '../store/account/consents.ts';
import { readAccountInvitations } from '../store/account/invitations.ts';
import { readAccountIdentities } from '../store/identity-providers/identities.ts';
import { publicFields } from '../store/records/public-fields.ts';
import type { FindSessions } from '../store/sessions/sessions.ts';
import {
  accountDeviceShape,
  accountFactorShape,
  accountIdentityShape,
  accountImpersonationShape,
  accountInvitationShape,
  accountOrganizationShape,
  accountSessionShape,
} from '../vocabulary/account/account-shapes.ts';
import { consentShape } from '../vocabulary/records/people-shapes.ts';

/** The account that is read, by its owner. */
export interface AccountReader {
  prisma: Prisma | Transaction;
  userId: string;
  /** The session in which the owner reads. */
  sessionId: string | null;
  now: Date;
  findSessions: FindSessions;
}

/** A short list of an account, without pages. */
interface AccountList<Item = Record<string, unknown>> {
  /** The public shape of an item. */
  shape: z.ZodObject;
  description: string;
  read(reader: AccountReader): Promise<Item[]>;
}

/** A list of rows that have a column for each field of the shape. */
const listOf = <Shape extends z.ZodObject>(
  list: AccountList<Parameters<typeof publicFields<Shape>>[1]> & { shape: Shape },
): AccountList => ({
  ...list,
  read: async (reader) => (await list.read(reader)).map((row) => publicFields(list.shape, row)),
});

/** The lists of an account by name: fields in GraphQL, paths in REST. */
export const accountLists: Readonly<Record<string, AccountList>> = {
  factors: listOf({
    shape: accountFactorShape,
    description: 'Passkeys and authenticator apps, sorted by creation time.',
    read: ({ prisma, userId }) => readAccountFactors(prisma, userId),
  }),
  identities: listOf({
    shape: accountIdentityShape,
    description: 'Accounts at identity providers that are linked to the account, sorted by the time of linking.',
    read: ({ prisma, userId }) => readAccountIdentities(prisma, userId),
  }),
  sessions: listOf({
    shape: accountSessionShape,
    description: 'Current sessions, newest first, at most 100.',
    async read({ prisma, userId, sessionId, now, findSessions }) {
      const sessions = await findSessions(prisma, [userId], now);
      return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
    },
  }),
  devices: listOf({
    shape: accountDeviceShape,
    description: 'Browsers in which the account has signed in, the last used ones first, at most 100.',
    read: ({ prisma, userId, now }) => readAccountDevices(prisma, userId, now),
  }),
  consents: listOf({
    shape: consentShape,
    description: 'Third-party applications that may act for the account, sorted by name, at most 1,000.',
    read: ({ prisma, userId, now }) => readConsents(prisma, [userId], now),
  }),
  impersonations: listOf({
    shape: accountImpersonationShape,
    description: 'Administrators who act as the account, the last ones first, at most 100.',
    read: ({ prisma, userId, now }) => findImpersonations(prisma, [userId], now),
  }),
  organizations: listOf({
    shape: accountOrganizationShape,
    description: 'Organizations of which the account is a member, in the order of joining, at most 1,000.',
    read: ({ prisma, userId }) => readAccountOrganizations(prisma, userId),
  }),
  invitations: listOf({
    shape: accountInvitationShape,
    description: 'Pending invitations to the verified email address of the account, oldest first, at most 100.',
    read: ({ prisma, userId, now }) => readAccountInvitations(prisma, userId, now),
  }),
};
