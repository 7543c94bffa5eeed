import { z } from 'zod';
import { normalise } from '../domain/identifiers.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import {
  all,
  beginsWith,
  between,
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

/** Users that a search finds: any of these. */
export const foundUsers = (text: string): object[] => [
  beginsWith('email', text),
  beginsWith('username', text),
  beginsWith('phone', text),
  ...hasNameWord(text),
];

export const users = defineList<Prisma.UserWhereInput>()({
  name: 'users',
  kind: 'user',
  summary: 'People who sign in.',
  searchDescription:
    'Users whose email, username or phone begins with this, or a word of whose name does, in any case.',
  filter: z.strictObject({
    email: identifier('The one with this email address; case does not matter.'),
    username: identifier('The one with this username; case does not matter.'),
    phone: identifier('The one with this phone number, in E.164.'),
    isSuspended: flagFilter('Those who are suspended, or those who are not.'),
    hasPassword: flagFilter('Those who have a password, or those who have none.'),
    hasVerifiedEmail: flagFilter('Those who proved to own their email address, or those who did not.'),
    hasVerifiedPhone: flagFilter('Those who proved to own their phone number, or those who did not.'),
    roleId: linkFilter('role', 'Those who hold this role.'),
    organizationId: linkFilter('organization', 'Members of this organization.'),
    createdAfter: timeFilter('Created at this instant or later.'),
    createdBefore: timeFilter('Created before this instant.'),
    lastSignInAfter: timeFilter('Last signed in at this instant or later.'),
    lastSignInBefore: timeFilter('Last signed in before this instant; not those who never did.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the user was created.' },
    updatedAt: { type: 'time', description: 'When the user was last changed.' },
    lastSignInAt: { type: 'time', nullable: true, description: 'When the user last signed in; never comes first.' },
    email: { nullable: true, description: 'Email address; none comes first.' },
    username: { nullable: true, description: 'Username; none comes first.' },
    name: { nullable: true, description: 'Display name; none comes first.' },
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
      searched(search, foundUsers),
    ),
  within: (organizationIds) => ({ organizations: { some: { organizationId: { in: [...organizationIds] } } } }),
});
