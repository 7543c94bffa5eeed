import type { FactorKind as Kind } from '../../vocabulary/factors.ts';
import { readableWith, requiresEverywhere } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { Node } from './node.ts';
import { User } from './user.ts';

const FactorKind = textEnum<Kind>('FactorKind', 'A kind of factor.', {
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
    kind: t.field({
      type: FactorKind,
      select: { kind: true },
      description: 'Kind of the factor.',
      resolve: ({ kind }) => kind as Kind,
    }),
    name: t.exposeString('name', { description: 'Name that the user chose; empty for a backup code.' }),
    isBackedUp: t.exposeBoolean('isBackedUp', {
      nullable: true,
      description: 'Whether a passkey is synchronized to other devices; null for other kinds.',
    }),
    aaguid: t.exposeString('aaguid', {
      nullable: true,
      description: 'Model of the authenticator of a passkey; zeros if it does not disclose it; null for other kinds.',
    }),
    user: t.relation('user', { ...requiresEverywhere('users:read'), description: 'User of the factor.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use; null before it. A used backup code is not valid any more.',
    }),
  }),
});

builder.prismaObjectFields(User, (t) => ({
  factors: t.relation('factors', {
    ...requiresEverywhere('users:read'),
    query: { orderBy: { id: 'asc' } },
    description: 'Passkeys, authenticator apps and backup codes, sorted by creation time.',
  }),
}));
