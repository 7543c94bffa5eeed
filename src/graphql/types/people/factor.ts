import type { FactorKind } from '../../../vocabulary/account/factors.ts';
import { factorShape } from '../../../vocabulary/resources.ts';
import { readableWith, requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { exposeShape } from '../../schema/shapes.ts';
import { Node } from '../node.ts';
import { User } from './user.ts';

textEnum<FactorKind>('FactorKind', 'A kind of factor.', {
  passkey: 'A passkey: a WebAuthn credential.',
  totp: 'An authenticator app with time-based one-time passwords (RFC 6238).',
  'backup-code': 'A code for the loss of the other factors, which is valid once.',
});

builder.prismaObject('Factor', {
  interfaces: [Node],
  select: { id: true },
  description: 'A second factor of a user. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, factorShape),
    user: t.relation('user', { ...requiresEverywhere('users:read'), description: 'User of the factor.' }),
  }),
});

builder.prismaObjectFields(User, (t) => ({
  factors: t.relation('factors', {
    ...requiresEverywhere('users:read'),
    query: { orderBy: { id: 'asc' } },
    description: 'Passkeys, authenticator apps and backup codes, sorted by creation time.',
  }),
}));
