import { readableWith, requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { exposeShape } from '../../schema/shapes.ts';
import type { Language } from '../../../vocabulary/languages.ts';
import { oneTimeTokenShape } from '../../../vocabulary/records/one-time-token-shape.ts';
import { Named, Node } from '../node.ts';

textEnum<Language>('Language', 'Language of a message.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  ja: 'Japanese.',
  ar: 'Arabic.',
});

builder.prismaObject('OneTimeToken', {
  interfaces: [Node, Named],
  select: { id: true },
  description:
    'A link that signs a person in once, and adds them to organizations. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, oneTimeTokenShape),
    user: t.relation('user', {
      ...requiresEverywhere('users:read'),
      nullable: true,
      description: 'User that it signs in; null if it is for an email address.',
    }),
  }),
});
