import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { withRole } from '../../store/records/role-holders.ts';
import {
  all,
  beginsWith,
  between,
  createdFilters,
  equals,
  flagFilter,
  hasValue,
  hasNameWord,
  idsFilter,
  isOneOf,
  linkFilter,
  normalFilter,
  searched,
  some,
  timeFilter,
} from '../conditions.ts';
import { defineList } from '../list.ts';

export const userSearchMeaning =
  'Case-insensitive search in users: the start of the email address, username, phone number, or of a word of the name.';

/** Conditions of a search, of which any matches. */
export function userSearch(text: string): object[] {
  const domain = /^\s*@(.*)$/s.exec(text)?.[1];
  if (domain !== undefined) return [beginsWith('emailDomain', domain)];
  return [beginsWith('email', text), beginsWith('username', text), beginsWith('phone', text), ...hasNameWord(text)];
}

const conditions = z.strictObject({
  ids: idsFilter('user', 'Only users with these ids, at most 100.'),
  email: normalFilter('Only the user with this email address, in any case.'),
  emailDomain: normalFilter('Only users whose email address is of this domain, in any case, without its subdomains.'),
  username: normalFilter('Only the user with this username, in any case.'),
  phone: normalFilter('Only the user with this phone number, in E.164 format.'),
  isSuspended: flagFilter('Only suspended users if true, only active ones if false.'),
  isDeletionDue: flagFilter(
    'Only users who have deleted their accounts, which are due for deletion, if true, only the others if false.',
  ),
  hasPassword: flagFilter('Only users with a password if true, only users without one if false.'),
  hasVerifiedEmail: flagFilter('Only users with a verified email address if true, only the others if false.'),
  hasVerifiedPhone: flagFilter('Only users with a verified phone number if true, only the others if false.'),
  roleId: linkFilter('role', 'Only users with this role.'),
  organizationId: linkFilter('organization', 'Only members of this organization.'),
  ...createdFilters,
  lastSignInAfter: timeFilter('Only users whose last sign-in was at this time or later.'),
  lastSignInBefore: timeFilter(
    'Only users whose last sign-in was before this time. Users who never signed in do not match.',
  ),
});
type Conditions = z.output<typeof conditions>;

/** Conditions in others. They have none themselves, which bounds the statement. */
const nested = conditions
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), 'Must have at least one condition.')
  .meta({ id: 'UserConditions', description: 'Conditions for users, of which all must hold.' });

const matching = (filter: Conditions): object =>
  all(
    isOneOf('id', filter.ids),
    equals('email', filter.email),
    equals('emailDomain', filter.emailDomain),
    equals('username', filter.username),
    equals('phone', filter.phone),
    hasValue('suspendedAt', filter.isSuspended),
    hasValue('deletionDueAt', filter.isDeletionDue),
    hasValue('passwordHash', filter.hasPassword),
    hasValue('emailVerifiedAt', filter.hasVerifiedEmail),
    hasValue('phoneVerifiedAt', filter.hasVerifiedPhone),
    between('createdAt', filter.createdAfter, filter.createdBefore),
    between('lastSignInAt', filter.lastSignInAfter, filter.lastSignInBefore),
    withRole(filter.roleId),
    some('organizations', equals('organizationId', filter.organizationId)),
  );

/** Nullable columns by the conditions on them. */
const nullable: Partial<Record<keyof Conditions, string>> = {
  email: 'email',
  emailDomain: 'emailDomain',
  username: 'username',
  phone: 'phone',
  lastSignInAfter: 'lastSignInAt',
  lastSignInBefore: 'lastSignInAt',
};

/** In SQL, a comparison with null is not true, and neither is its negation: without a value it must be false. */
function notMatching(filter: Conditions | undefined): object {
  if (!filter) return {};
  const columns = Object.entries(nullable).flatMap(([name, column]) =>
    filter[name as keyof Conditions] === undefined ? [] : [column],
  );
  return { NOT: all(matching(filter), ...columns.map((column) => ({ [column]: { not: null } }))) };
}

export const users = defineList<Prisma.UserWhereInput>()({
  name: 'users',
  kind: 'user',
  summary: 'People who can sign in.',
  searchDescription: `${userSearchMeaning} After an \`@\`: the start of the domain of the email address.`,
  filter: conditions.extend({
    not: nested.optional().describe('No users that match all of these conditions.'),
    anyOf: z
      .array(nested)
      .min(1)
      .max(10)
      .optional()
      .describe('Only users that match at least one of these sets of conditions, at most 10.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    updatedAt: { type: 'time', description: 'Time of the last change.' },
    lastSignInAt: { type: 'time', nullable: true, description: 'Time of the last sign-in; null first.' },
    email: { nullable: true, description: 'Email address; null first.' },
    username: { nullable: true, description: 'Username; null first.' },
    name: { nullable: true, description: 'Display name; null first.' },
  },
  where: ({ filter: { not, anyOf, ...filter }, search }) =>
    all(matching(filter), notMatching(not), anyOf ? { OR: anyOf.map(matching) } : {}, searched(search, userSearch)),
  within: (organizationIds) => ({ organizations: { some: { organizationId: { in: [...organizationIds] } } } }),
});
