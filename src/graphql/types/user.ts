import { type Profile, profileSchema } from '../../domain/profile.ts';
import { ofMember, readableWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { Named, Node, versionMeaning } from './node.ts';

const UserProfile = outputTypeOf(
  profileSchema,
  'UserProfile',
  'OpenID Connect standard claims of a user (OpenID Connect Core 1.0, §5.1).',
);

export const User = builder.prismaObject('User', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'A person who can sign in. Requires the permission users:read.',
  authScopes: readableWithin('users:read', ofMember('user')),
  fields: (t) => ({
    username: t.exposeString('username', { nullable: true, description: 'Username, in lower case.' }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Email address, in lower case.' }),
    emailVerifiedAt: t.expose('emailVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the email address was verified; null if it is not.',
    }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number in E.164 format.' }),
    phoneVerifiedAt: t.expose('phoneVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the phone number was verified; null if it is not.',
    }),
    passwordResetRequiredAt: t.expose('passwordResetRequiredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which the next sign-in requires a new password; null if it does not.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Display name, the claim `name`.' }),
    avatar: t.expose('avatar', {
      type: 'URL',
      nullable: true,
      description: 'URL of a picture, the claim `picture`.',
    }),
    profile: t.field({
      type: UserProfile,
      select: { profile: true },
      description: 'Other OpenID Connect standard claims.',
      resolve: ({ profile }) => profile as Profile,
    }),
    customData: t.expose('customData', { type: 'JSONObject', description: 'Custom data: any JSON object.' }),
    isSuspended: t.boolean({
      select: { suspendedAt: true },
      description: 'Whether the user is suspended. Suspended users cannot sign in and get no tokens.',
      resolve: ({ suspendedAt }) => suspendedAt !== null,
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the suspension; null if active.',
    }),
    lastSignInAt: t.expose('lastSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last sign-in on the sign-in pages; null if there was none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});
