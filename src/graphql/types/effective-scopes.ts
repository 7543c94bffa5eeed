import { isResourceIndicator } from '../../domain/resource-indicator.ts';
import type { HeldScope } from '../../store/access/held-scopes.ts';
import { needs, needsAll } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { findHeldScopes } from '../schema/held-scopes.ts';
import { idOf } from '../schema/nodes.ts';
import { ApiResource, Scope } from './api-resource.ts';
import { Application } from './application.ts';
import { fewHoldings, ScopeSource } from './scope-holding.ts';
import { User } from './user.ts';

/** The ways of one scope, and those of all scopes of one API resource. Never none. */
type WaysOfScope = readonly [HeldScope, ...HeldScope[]];

const EffectiveScope = builder.objectRef<WaysOfScope>('EffectiveScope').implement({
  description: 'A scope that somebody holds, and every way in which it is held.',
  fields: (t) => ({
    name: t.string({ description: 'The scope as it stands in tokens.', resolve: ([{ name }]) => name }),
    scope: t.prismaField({
      type: Scope,
      ...needs('resources:read'),
      description: 'The scope.',
      resolve: (query, [{ scopeId: id }], _args, { prisma }) => prisma.scope.findUnique({ ...query, where: { id } }),
    }),
    through: t.field({
      type: [ScopeSource],
      complexity: fewHoldings,
      description: 'The roles and organization roles through which it is held: any one of them is enough.',
      resolve: (ways) => ways,
    }),
  }),
});

const EffectiveScopes = builder.objectRef<WaysOfScope>('EffectiveScopes').implement({
  description: 'What somebody may do at one API resource.',
  fields: (t) => ({
    apiResource: t.prismaField({
      type: ApiResource,
      ...needs('resources:read'),
      description: 'The API resource.',
      resolve: (query, [{ apiResourceId: id }], _args, { prisma }) =>
        prisma.apiResource.findUnique({ ...query, where: { id } }),
    }),
    scopes: t.field({
      type: [EffectiveScope],
      description: 'The scopes held there, by name.',
      resolve: (ways) => groupsOf(ways, ({ scopeId }) => scopeId),
    }),
  }),
});

function groupsOf(ways: readonly HeldScope[], keyOf: (way: HeldScope) => string): WaysOfScope[] {
  return [...Map.groupBy(ways, keyOf).values()] as unknown as WaysOfScope[];
}

/** What both fields need, beside the permission for the record they are of. */
const permissions = ['roles:read', 'resources:read'] as const;
const needed = 'Needs the permissions roles:read and resources:read.';

interface Asked {
  holderId: string;
  resource: string | null | undefined;
  organizationId: string | null;
}

async function effectiveScopes(context: Context, { resource, ...question }: Asked): Promise<WaysOfScope[]> {
  // What cannot be a resource is none, and nothing is held there.
  if (resource != null && !isResourceIndicator(resource)) return [];
  const ways = await findHeldScopes(context, { ...question, resource: resource ?? null });
  return groupsOf(ways, ({ apiResourceId }) => apiResourceId);
}

/** One resource when it is named; else what people usually have. */
const complexity = ({ resource }: { resource?: string | null | undefined }) => ({
  field: 1,
  multiplier: resource == null ? 5 : 1,
});
const resourceMeaning = 'Resource indicator: only what is held there.';

builder.prismaObjectField(User, 'effectiveScopes', (t) =>
  t.field({
    type: [EffectiveScopes],
    ...needsAll(permissions),
    complexity,
    description: `What the user holds at each API resource, through roles and organization roles: what a token exchange grants. A suspended user is granted nothing of it. ${needed}`,
    args: {
      resource: t.arg.string({ description: resourceMeaning }),
      organizationId: t.arg.id({
        description:
          "Only this organization's roles count, beside the user's own: those of all organizations otherwise.",
      }),
    },
    resolve: ({ id: holderId }, { resource, organizationId }, context) => {
      const within = organizationId == null ? null : idOf('organization', organizationId);
      return effectiveScopes(context, { holderId, resource, organizationId: within });
    },
  }),
);

builder.prismaObjectField(Application, 'effectiveScopes', (t) =>
  t.field({
    type: [EffectiveScopes],
    ...needsAll(permissions),
    complexity,
    description: `What the application holds at each API resource through its roles: what client_credentials grants. Its organization roles do not count there. ${needed}`,
    args: { resource: t.arg.string({ description: resourceMeaning }) },
    resolve: ({ id: holderId }, { resource }, context) =>
      effectiveScopes(context, { holderId, resource, organizationId: null }),
  }),
);
