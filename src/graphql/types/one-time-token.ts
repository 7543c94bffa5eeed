import { readableWith, requiresEverywhere } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import type { Language } from '../../vocabulary/languages.ts';
import { Named, Node } from './node.ts';

textEnum<Language>('Language', 'Language of a message.', { en: 'English.', de: 'German.' });

builder.prismaObject('OneTimeToken', {
  interfaces: [Node, Named],
  select: { id: true },
  description:
    'A link that signs a person in once, and adds them to organizations. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'Email address to which the link was sent; null if it was returned instead.',
    }),
    user: t.relation('user', {
      ...requiresEverywhere('users:read'),
      nullable: true,
      description: 'User that it signs in; null if it is for an email address.',
    }),
    organizationIds: t.exposeIDList('organizationIds', {
      description: 'Ids of the organizations that the person joins by using it.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time of expiry.' }),
    usedAt: t.expose('usedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of its use; null if it was not used.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was revoked; null if it was not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
});
