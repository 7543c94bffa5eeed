import type { Send } from '../../delivery/event-log/subscribe.ts';
import { Failure } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { versionOfPreferences } from '../../store/records/preferences.ts';
import type { Permission as PermissionName } from '../../vocabulary/permissions.ts';
import { mayConcern } from '../context/live-changes.ts';
import type { LiveCaller } from '../context/live-access.ts';
import { callerStream } from '../context/caller-stream.ts';
import type { Context } from '../context/context.ts';
import { requireActor } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { type HeldPermissions, heldEverywhere, heldInOrganizations, obtainableBy, Permission } from './viewer.ts';

/** The permissions of a caller, and the version of its preferences. */
interface State {
  permissions: PermissionName[];
  organizations: HeldPermissions[];
  obtainablePermissions: PermissionName[];
  preferencesVersion: number | null;
}

/** Without fields that lead to records: a caller is checked for those once, at the start of a subscription. */
const OrganizationPermissions = builder.objectRef<HeldPermissions>('OrganizationPermissions').implement({
  description: 'Permissions of the caller in one organization, held through organization roles.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId'),
    permissions: t.expose('permissions', {
      type: [Permission],
      description: 'Permissions in this organization, in addition to those held everywhere.',
    }),
    obtainablePermissions: t.expose('obtainablePermissions', {
      type: [Permission],
      description: 'As `ViewerState.obtainablePermissions`, in this organization.',
    }),
  }),
});

const ViewerState = builder.objectRef<State>('ViewerState').implement({
  description: 'What the caller may do with its access token now, and the version of its preferences.',
  fields: (t) => ({
    permissions: t.expose('permissions', { type: [Permission], description: 'As `Viewer.permissions`.' }),
    organizations: t.expose('organizations', {
      type: [OrganizationPermissions],
      description: 'As `Viewer.organizations`.',
    }),
    obtainablePermissions: t.expose('obtainablePermissions', {
      type: [Permission],
      description: 'As `Viewer.obtainablePermissions`: request another access token to use them.',
    }),
    preferencesVersion: t.exposeInt('preferencesVersion', {
      nullable: true,
      description: 'Version of the preferences; null if the caller is an application.',
    }),
  }),
});

async function stateOf({ prisma }: Context, actor: Actor): Promise<State> {
  const { kind, id } = actor;
  const obtainable = await obtainableBy(prisma, actor);
  return {
    permissions: heldEverywhere(actor),
    organizations: heldInOrganizations(actor, obtainable),
    obtainablePermissions: obtainable.permissions,
    preferencesVersion: kind === 'user' && id !== null ? await versionOfPreferences(prisma, id) : null,
  };
}

/** Sends the state at the start, and whenever it differs after an event that may concern the caller. */
async function follow(context: Context, live: LiveCaller, send: Send<State>, signal: AbortSignal): Promise<void> {
  let lastText = '';
  const look = coalesce(async () => {
    const state = await stateOf(context, await live.refresh());
    const text = JSON.stringify(state);
    if (text === lastText || signal.aborted) return;
    lastText = text;
    await send(state);
  });
  const failed = Promise.withResolvers<never>();
  const id = live.actor().id ?? '';
  const following = context.eventLog.subscribe({ caller: id, filter: (event) => mayConcern(id, event), signal }, () => {
    look.run().catch(failed.reject);
    return undefined;
  });
  await Promise.race([following, failed.promise]);
}

const unauthenticated = new Failure('UNAUTHENTICATED', 'The access token is no longer accepted.');

builder.subscriptionField('viewer', (t) =>
  t.field({
    type: ViewerState,
    description:
      'What the caller may do, and the version of its preferences: at the start, and after each change. It cannot be resumed, because the first message is complete. Requires an access token, but no permission.',
    authScopes: { signedIn: true },
    subscribe: async (_root, _args, context) => {
      requireActor(context);
      const live = await context.followCaller();
      return callerStream<State>(live, { isMet: () => true, refusal: unauthenticated }, (send, signal) =>
        follow(context, live, send, signal),
      );
    },
    resolve: (state) => state,
  }),
);
