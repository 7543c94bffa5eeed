import { type Profile, profileSchema } from '../../domain/profile.ts';
import { ofMember, recordWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { Node, versionMeaning } from './node.ts';

const UserProfile = outputTypeOf(
  profileSchema,
  'UserProfile',
  'OIDC standard claims of a user (OpenID Connect Core 1.0, §5.1).',
);

export const User = builder.prismaObject('User', {
  interfaces: [Node],
  select: { id: true },
  description: 'A person who signs in. Needs the permission users:read.',
  authScopes: recordWithin('users:read', ofMember('user')),
  fields: (t) => ({
    username: t.exposeString('username', { nullable: true, description: 'Name for signing in, in lower case.' }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Email address, in lower case.' }),
    emailVerifiedAt: t.expose('emailVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user proved to own the email address; null when not proved.',
    }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number in E.164.' }),
    phoneVerifiedAt: t.expose('phoneVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user proved to own the phone number; null when not proved.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Display name: the claim `name`.' }),
    avatar: t.expose('avatar', {
      type: 'URL',
      nullable: true,
      description: 'Address of a picture: the claim `picture`.',
    }),
    profile: t.field({
      type: UserProfile,
      select: { profile: true },
      description: 'The other standard claims.',
      resolve: ({ profile }) => profile as Profile,
    }),
    customData: t.expose('customData', { type: 'JSONObject', description: 'What the customer keeps about the user.' }),
    isSuspended: t.boolean({
      select: { suspendedAt: true },
      description: 'Whether the user is suspended: no sign-in, no tokens.',
      resolve: ({ suspendedAt }) => suspendedAt !== null,
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was suspended; null while active.',
    }),
    lastSignInAt: t.expose('lastSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user last signed in through the pages; null before the first time.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the user was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});
