import type { Actor } from '../../kernel/actor.ts';
import { isPermission, type Permission as PermissionName, permissions } from '../../vocabulary/permissions.ts';
import { ownResult, requireActor } from '../access.ts';
import { builder } from '../builder.ts';
import { textEnum } from '../enums.ts';
import { Application } from './application.ts';
import { User } from './user.ts';

const meanings = Object.fromEntries(Object.entries(permissions).map(([name, text]) => [name, `\`${name}\`: ${text}`]));

const Permission = textEnum<PermissionName>(
  'Permission',
  'What the Management API requires of its callers: a scope of its own API resource.',
  meanings as Record<PermissionName, string>,
);

export const ActorKind = textEnum<Actor['kind']>('ActorKind', 'Who can cause a change.', {
  user: 'A person.',
  application: 'An application acting for itself.',
  platform: 'The platform itself: first start, scheduled work.',
});

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'Whom the access token of this request stands for. Everybody may see who they are.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'Whether a person or an application calls.' }),
    id: t.exposeID('id', { nullable: true, description: 'Identifier of the user or the application.' }),
    permissions: t.field({
      type: [Permission],
      description: 'What the caller may do: what the token says and roles still grant.',
      resolve: (actor) => [...actor.permissions].filter(isPermission).sort(),
    }),
    user: t.prismaField({
      type: User,
      nullable: true,
      description: "The caller's own record; null for an application.",
      resolve: (query, { kind, id }, _args, { prisma }) =>
        prisma.user.findUnique({ ...query, where: { id: kind === 'user' && id ? id : '' } }),
    }),
    application: t.prismaField({
      type: Application,
      nullable: true,
      description: "The caller's own record; null for a person.",
      resolve: (query, { kind, id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id: kind === 'application' && id ? id : '' } }),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Who calls, and what they may do. Needs an access token and no permission.',
    authScopes: { signedIn: true },
    grantScopes: [ownResult],
    resolve: (_root, _args, context) => requireActor(context),
  }),
);
