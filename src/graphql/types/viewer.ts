import { createContextCache } from '@pothos/core';
import { type Actor, organizationsFor } from '../../kernel/actor.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { cursorOfPlace } from '../../reads/lists/events.ts';
import { permissionsHeldBy } from '../../store/access/granted-permissions.ts';
import { preferencesOf } from '../../store/records/preferences.ts';
import {
  isPermission,
  type Permission as PermissionName,
  permissionDescriptions,
} from '../../vocabulary/permissions.ts';
import { preferencesShape } from '../../vocabulary/records/viewer-shapes.ts';
import type { Context } from '../context/context.ts';
import { requiresIn, ownResult, requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { Application } from './access/application.ts';
import { Organization } from './organizations/organization.ts';
import { Session } from './people/sign-in.ts';
import { User } from './people/user.ts';

const meanings = Object.fromEntries(
  Object.entries(permissionDescriptions).map(([name, text]) => [name, `\`${name}\`: ${text}`]),
);

export const Permission = textEnum<PermissionName>(
  'Permission',
  'A permission of the Management API: a scope of its API resource.',
  meanings as Record<PermissionName, string>,
);

const ActorKind = textEnum<Actor['kind']>('ActorKind', 'Kind of actor.', {
  user: 'A user.',
  application: 'An application acting on its own behalf.',
  platform: 'The platform itself, for example at its first start or in maintenance.',
  visitor: 'A person on the pages who is not authenticated.',
});

/** Permissions of a caller in one organization. */
export interface HeldPermissions {
  organizationId: string;
  permissions: PermissionName[];
  obtainablePermissions: PermissionName[];
}

/** Permissions of a caller beyond the scopes of its access token: everywhere, and in single organizations. */
interface Obtainable {
  permissions: PermissionName[];
  organizations: ReadonlyMap<string, PermissionName[]>;
}

export const heldEverywhere = ({ permissions: held }: Actor): PermissionName[] => [...held].filter(isPermission).sort();

/** Permissions of a caller that it cannot use with its access token. */
export async function obtainableBy(prisma: Prisma, actor: Actor): Promise<Obtainable> {
  const held = actor.id === null || actor.account ? [] : await permissionsHeldBy(prisma, actor.id);
  const byPlace = Map.groupBy(held, ({ organizationId }) => organizationId);
  const unused = (organizationId: string | null, ...used: Iterable<string>[]): PermissionName[] => {
    const names = new Set((byPlace.get(organizationId) ?? []).map(({ permission }) => permission));
    for (const name of used.flatMap((some) => [...some])) names.delete(name as PermissionName);
    return [...names].sort();
  };
  const permissions = unused(null, actor.permissions);
  const organizations = [...byPlace.keys()].flatMap((id) => {
    const names = id === null ? [] : unused(id, actor.permissions, permissions, actor.organizations.get(id) ?? []);
    return id !== null && names.length > 0 ? [[id, names] as const] : [];
  });
  return { permissions, organizations: new Map(organizations) };
}

/** The organizations in which a caller holds permissions that it does not hold everywhere. */
export const heldInOrganizations = (
  { organizations: usable }: Actor,
  { organizations }: Obtainable,
): HeldPermissions[] =>
  [...new Set([...usable.keys(), ...organizations.keys()])].sort().map((organizationId) => ({
    organizationId,
    permissions: [...(usable.get(organizationId) ?? [])].sort(),
    obtainablePermissions: organizations.get(organizationId) ?? [],
  }));

/** Shared by the fields of a request that need it. */
const obtainable = createContextCache(({ prisma, actor }: Context) => obtainableBy(prisma, requireActor({ actor })));

const Preferences = outputTypeOf(preferencesShape, 'Preferences', preferencesShape.meta()?.description);
const ViewerOrganization = builder.objectRef<HeldPermissions>('ViewerOrganization').implement({
  description:
    'Permissions of the caller in one organization, held through organization roles; with an access token that is confined to it, through roles as well.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId'),
    organization: t.prismaField({
      type: Organization,
      ...requiresIn('organizations:read', ({ organizationId }: HeldPermissions) => organizationId),
      resolve: (query, { organizationId: id }, _args, { prisma }) =>
        prisma.organization.findUnique({ ...query, where: { id } }),
    }),
    permissions: t.field({
      type: [Permission],
      description: 'Permissions in this organization, in addition to those held everywhere.',
      resolve: ({ permissions: held }) => held,
    }),
    obtainablePermissions: t.field({
      type: [Permission],
      description: 'As `Viewer.obtainablePermissions`, in this organization.',
      resolve: ({ obtainablePermissions: held }) => held,
    }),
  }),
});

async function endOfLog(
  actor: Actor,
  _args: object,
  { cursorSeal, database, eventLog }: Context,
): Promise<string | null> {
  const mayRead = organizationsFor(actor, 'events:read').length > 0;
  return database && mayRead ? cursorOfPlace(await eventLog.head(), cursorSeal) : null;
}

/** Id of the user whose records the caller may read through `viewer`: not with a token for the Account API. */
const ownUserId = ({ kind, id, account }: Actor): string | null => (kind === 'user' && !account ? id : null);

export const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The caller: the subject of the access token.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'Kind of caller.' }),
    id: t.exposeID('id', { nullable: true, description: 'Id of the user or application.' }),
    permissions: t.field({
      type: [Permission],
      description:
        'Permissions held everywhere: those of the token that roles still grant. None with an access token that is confined to an organization.',
      resolve: heldEverywhere,
    }),
    organizations: t.field({
      type: [ViewerOrganization],
      description: 'Organizations in which the caller has permissions that it does not have everywhere.',
      resolve: async (actor, _args, context) => heldInOrganizations(actor, await obtainable(context)),
    }),
    obtainablePermissions: t.field({
      type: [Permission],
      description:
        'Permissions that roles grant everywhere, and that the caller cannot use because its access token lacks them: another access token can have them.',
      resolve: async (_actor, _args, context) => (await obtainable(context)).permissions,
    }),
    eventsCursor: t.string({
      nullable: true,
      description:
        'Cursor of the end of the event log, another one each time. A subscription to `events` after it misses no change to records that are queried later than this field. Null without the permission events:read, and in the payload of a mutation.',
      resolve: endOfLog,
    }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  preferences: t.field({
    type: Preferences,
    nullable: true,
    description:
      'Preferences of the caller, such as saved views; null if it is an application, and with a token for the Account API.',
    resolve: async (actor, _args, { prisma }) => {
      const id = ownUserId(actor);
      return id === null ? null : { ...(await preferencesOf(prisma, id)) };
    },
  }),
  user: t.prismaField({
    type: User,
    nullable: true,
    description: 'The user; null if the caller is an application, and with a token for the Account API.',
    resolve: (query, actor, _args, { prisma }) =>
      prisma.user.findUnique({ ...query, where: { id: ownUserId(actor) ?? '' } }),
  }),
  session: t.field({
    type: Session,
    nullable: true,
    description:
      'The session of the user in which the access token was obtained. Null for an application, for a token that outlives its session, and for one of the Account API.',
    resolve: async (actor, _args, { findSessions, prisma, clock }) => {
      const id = ownUserId(actor);
      const { sessionId } = actor;
      if (id === null || !sessionId) return null;
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
}));

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description:
      'The caller and its permissions. Requires an access token for the Management API or the Account API, but no permission.',
    authScopes: { caller: true },
    grantScopes: [ownResult],
    resolve: (_root, _args, context) => requireActor(context),
  }),
);
