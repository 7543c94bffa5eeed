import type { Actor } from '../../kernel/actor.ts';
import { sessionsOf } from '../../store/sessions/sessions.ts';
import { isPermission, type Permission as PermissionName, permissions } from '../../vocabulary/permissions.ts';
import { requiresIn, ownResult, requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { Application } from './application.ts';
import { Organization } from './organization.ts';
import { Session } from './sign-in.ts';
import { User } from './user.ts';

const meanings = Object.fromEntries(Object.entries(permissions).map(([name, text]) => [name, `\`${name}\`: ${text}`]));

export const Permission = textEnum<PermissionName>(
  'Permission',
  'A permission of the Management API: a scope of its API resource.',
  meanings as Record<PermissionName, string>,
);

export const ActorKind = textEnum<Actor['kind']>('ActorKind', 'Kind of actor.', {
  user: 'A user.',
  application: 'An application acting on its own behalf.',
  platform: 'The platform itself, for example at its first start or in maintenance.',
  visitor: 'A person on the pages who is not authenticated.',
});

interface Held {
  organizationId: string;
  permissions: ReadonlySet<PermissionName>;
}
const ViewerOrganization = builder.objectRef<Held>('ViewerOrganization').implement({
  description: 'Permissions of the caller in one organization, held through organization roles.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.prismaField({
      type: Organization,
      ...requiresIn('organizations:read', ({ organizationId }: Held) => organizationId),
      description: 'The organization.',
      resolve: (query, { organizationId: id }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id } }),
    }),
    permissions: t.field({
      type: [Permission],
      description: 'Permissions in this organization, in addition to those held everywhere.',
      resolve: ({ permissions }) => [...permissions].sort(),
    }),
  }),
});

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The caller: the subject of the access token.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'Kind of caller.' }),
    id: t.exposeID('id', { nullable: true, description: 'Id of the user or application.' }),
    permissions: t.field({
      type: [Permission],
      description: 'Permissions held everywhere: those of the token that roles still grant.',
      resolve: (actor) => [...actor.permissions].filter(isPermission).sort(),
    }),
    organizations: t.field({
      type: [ViewerOrganization],
      description: 'Permissions held in single organizations: those of the token that organization roles still grant.',
      resolve: ({ organizations }) =>
        [...organizations]
          .map(([organizationId, held]) => ({ organizationId, permissions: held }))
          .sort((one, other) => (one.organizationId < other.organizationId ? -1 : 1)),
    }),
    user: t.prismaField({
      type: User,
      nullable: true,
      description: 'The user; null if the caller is an application.',
      resolve: (query, { kind, id }, _args, { prisma }) =>
        prisma.user.findUnique({ ...query, where: { id: kind === 'user' && id ? id : '' } }),
    }),
    session: t.field({
      type: Session,
      nullable: true,
      description:
        'The session of the user in which the access token was obtained. Null for an application, and for a token that outlives its session.',
      resolve: async ({ kind, id, sessionId }, _args, { prisma, clock }) => {
        if (kind !== 'user' || id === null || !sessionId) return null;
        const [session] = await sessionsOf(prisma, [id], clock.now(), sessionId);
        return session ?? null;
      },
    }),
    application: t.prismaField({
      type: Application,
      nullable: true,
      description: 'The application; null if the caller is a user.',
      resolve: (query, { kind, id }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id: kind === 'application' && id ? id : '' } }),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The caller and its permissions. Requires an access token, but no permission.',
    authScopes: { signedIn: true },
    grantScopes: [ownResult],
    resolve: (_root, _args, context) => requireActor(context),
  }),
);
