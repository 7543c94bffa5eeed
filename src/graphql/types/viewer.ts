import type { Actor } from '../../kernel/actor.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { permissionsHeldBy } from '../../store/access/granted-permissions.ts';
import { preferencesOf } from '../../store/records/preferences.ts';
import { isPermission, type Permission as PermissionName, permissions } from '../../vocabulary/permissions.ts';
import { preferencesShape } from '../../vocabulary/viewer-shapes.ts';
import { requiresIn, ownResult, requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputTypeOf } from '../schema/outputs.ts';
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

/** Permissions of a caller in one organization. */
export interface Held {
  organizationId: string;
  permissions: PermissionName[];
}

export const heldEverywhere = ({ permissions: held }: Actor): PermissionName[] => [...held].filter(isPermission).sort();

export const heldInOrganizations = ({ organizations }: Actor): Held[] =>
  [...organizations]
    .map(([organizationId, held]) => ({ organizationId, permissions: [...held].sort() }))
    .sort((one, other) => (one.organizationId < other.organizationId ? -1 : 1));

/** What a caller holds that it cannot use with its access token. */
export async function obtainablePermissions(prisma: Prisma, actor: Actor): Promise<PermissionName[]> {
  const held = actor.id === null ? [] : await permissionsHeldBy(prisma, actor.id);
  const usable = new Set(actor.permissions);
  for (const names of actor.organizations.values()) for (const name of names) usable.add(name);
  return [...new Set(held.map(({ permission }) => permission)).difference(usable)].sort();
}

const Preferences = outputTypeOf(
  preferencesShape,
  'Preferences',
  'Preferences of the caller. No other caller can read them.',
);
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
      resolve: ({ permissions: held }) => held,
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
      resolve: heldEverywhere,
    }),
    organizations: t.field({
      type: [ViewerOrganization],
      description: 'Permissions held in single organizations: those of the token that organization roles still grant.',
      resolve: heldInOrganizations,
    }),
    obtainablePermissions: t.field({
      type: [Permission],
      description:
        'Permissions that roles grant, everywhere or in an organization, and that the caller cannot use because its access token lacks them: another access token can have them.',
      resolve: (actor, _args, { prisma }) => obtainablePermissions(prisma, actor),
    }),
    preferences: t.field({
      type: Preferences,
      nullable: true,
      description: 'Preferences of the caller, such as saved views; null if it is an application.',
      resolve: async ({ kind, id }, _args, { prisma }) =>
        kind === 'user' && id !== null ? { ...(await preferencesOf(prisma, id)) } : null,
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
      resolve: async ({ kind, id, sessionId }, _args, { findSessions, prisma, clock }) => {
        if (kind !== 'user' || id === null || !sessionId) return null;
        const [session] = await findSessions(prisma, [id], clock.now(), sessionId);
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
