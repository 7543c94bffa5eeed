import type { Actor } from '../../kernel/actor.ts';
import { isPermission, type Permission as PermissionName, permissions } from '../../vocabulary/permissions.ts';
import { needsIn, ownResult, requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { Application } from './application.ts';
import { Organization } from './organization.ts';
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

interface Held {
  organizationId: string;
  permissions: ReadonlySet<PermissionName>;
}
const ViewerOrganization = builder.objectRef<Held>('ViewerOrganization').implement({
  description: 'What the caller may do in one organization, through organization roles held there.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Identifier of the organization.' }),
    organization: t.prismaField({
      type: Organization,
      ...needsIn('organizations:read', ({ organizationId }: Held) => organizationId),
      description: 'The organization.',
      resolve: (query, { organizationId: id }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id } }),
    }),
    permissions: t.field({
      type: [Permission],
      description: 'What the caller may do there, besides what it may do everywhere.',
      resolve: ({ permissions }) => [...permissions].sort(),
    }),
  }),
});

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'Whom the access token of this request stands for. Everybody may see who they are.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'Whether a person or an application calls.' }),
    id: t.exposeID('id', { nullable: true, description: 'Identifier of the user or the application.' }),
    permissions: t.field({
      type: [Permission],
      description: 'What the caller may do everywhere: what the token says and roles still grant.',
      resolve: (actor) => [...actor.permissions].filter(isPermission).sort(),
    }),
    organizations: t.field({
      type: [ViewerOrganization],
      description:
        'What the caller may do in single organizations: what the token says and organization roles still grant.',
      resolve: ({ organizations }) =>
        [...organizations]
          .map(([organizationId, held]) => ({ organizationId, permissions: held }))
          .sort((one, other) => (one.organizationId < other.organizationId ? -1 : 1)),
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
