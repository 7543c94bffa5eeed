import { z } from 'zod';
import { normalise } from '../domain/identifiers.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import {
  all,
  beginsWith,
  between,
  createdFilters,
  equals,
  flagFilter,
  hasValue,
  hasNameWord,
  linkFilter,
  searched,
  some,
  timeFilter,
} from './conditions.ts';
import { defineList } from './list.ts';

const identifier = (description: string) => z.string().max(512).transform(normalise).optional().describe(description);

/** Conditions of a search, of which any matches. */
export const userSearch = (text: string): object[] => [
  beginsWith('email', text),
  beginsWith('username', text),
  beginsWith('phone', text),
  ...hasNameWord(text),
];

export const users = defineList<Prisma.UserWhereInput>()({
  name: 'users',
  kind: 'user',
  summary: 'People who can sign in.',
  searchDescription:
    'Case-insensitive search in users: the start of the email address, username, phone number, or of a word of the name.',
  filter: z.strictObject({
    email: identifier('Only the user with this email address, in any case.'),
    username: identifier('Only the user with this username, in any case.'),
    phone: identifier('Only the user with this phone number, in E.164 format.'),
    isSuspended: flagFilter('Only suspended users if true, only active ones if false.'),
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
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    updatedAt: { type: 'time', description: 'Time of the last change.' },
    lastSignInAt: { type: 'time', nullable: true, description: 'Time of the last sign-in; null first.' },
    email: { nullable: true, description: 'Email address; null first.' },
    username: { nullable: true, description: 'Username; null first.' },
    name: { nullable: true, description: 'Display name; null first.' },
  },
  where: ({ filter, search }) =>
    all(
      equals('email', filter.email),
      equals('username', filter.username),
      equals('phone', filter.phone),
      hasValue('suspendedAt', filter.isSuspended),
      hasValue('passwordHash', filter.hasPassword),
      hasValue('emailVerifiedAt', filter.hasVerifiedEmail),
      hasValue('phoneVerifiedAt', filter.hasVerifiedPhone),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      between('lastSignInAt', filter.lastSignInAfter, filter.lastSignInBefore),
      some('roles', equals('roleId', filter.roleId)),
      some('organizations', equals('organizationId', filter.organizationId)),
      searched(search, userSearch),
    ),
  within: (organizationIds) => ({ organizations: { some: { organizationId: { in: [...organizationIds] } } } }),
});
