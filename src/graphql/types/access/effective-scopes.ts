import { isResourceIndicator } from '../../../domain/oauth/resource-indicator.ts';
import type { HeldScope } from '../../../store/access/held-scopes.ts';
import { requires, requiresAll } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import type { Context } from '../../context/context.ts';
import { findHeldScopes } from '../../schema/find-held-scopes.ts';
import { idOf } from '../../schema/nodes.ts';
import { ApiResource, Scope } from './api-resource.ts';
import { Application } from './application.ts';
import { fewSources, ScopeSource } from './scope-source.ts';
import { User } from '../people/user.ts';

/** The holdings of one scope, or those of all scopes of one API resource; never empty. */
type Holdings = readonly [HeldScope, ...HeldScope[]];

const EffectiveScope = builder.objectRef<Holdings>('EffectiveScope').implement({
  description: 'A scope that a user or an application holds, with the roles that grant it.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the scope, as in tokens.', resolve: ([{ name }]) => name }),
    scope: t.prismaField({
      type: Scope,
      ...requires('resources:read'),
      resolve: (query, [{ scopeId: id }], _args, { prisma }) => prisma.scope.findUnique({ ...query, where: { id } }),
    }),
    through: t.field({
      type: [ScopeSource],
      complexity: fewSources,
      description: 'Roles and organization roles that grant the scope. Any one of them is sufficient.',
      resolve: (holdings) => holdings,
    }),
  }),
});

const EffectiveScopes = builder.objectRef<Holdings>('EffectiveScopes').implement({
  description: 'The scopes of one API resource that a user or an application holds.',
  fields: (t) => ({
    apiResource: t.prismaField({
      type: ApiResource,
      ...requires('resources:read'),
      resolve: (query, [{ apiResourceId: id }], _args, { prisma }) =>
        prisma.apiResource.findUnique({ ...query, where: { id } }),
    }),
    scopes: t.field({
      type: [EffectiveScope],
      description: 'The scopes, sorted by name.',
      resolve: (holdings) => groupsOf(holdings, ({ scopeId }) => scopeId),
    }),
  }),
});

function groupsOf(holdings: readonly HeldScope[], keyOf: (holding: HeldScope) => string): Holdings[] {
  return [...Map.groupBy(holdings, keyOf).values()] as unknown as Holdings[];
}

/** Permissions that both fields require, besides that of their record. */
const permissions = ['roles:read', 'resources:read'] as const;
const required = 'Requires the permissions roles:read and resources:read.';

interface ScopesQuery {
  holderId: string;
  resource: string | null | undefined;
  organizationId: string | null;
}

async function effectiveScopes(context: Context, { resource, ...query }: ScopesQuery): Promise<Holdings[]> {
  // Not a valid indicator, so there is no such resource.
  if (resource != null && !isResourceIndicator(resource)) return [];
  const holdings = await findHeldScopes(context, { ...query, resource: resource ?? null });
  return groupsOf(holdings, ({ apiResourceId }) => apiResourceId);
}

/** One resource if it is given, otherwise a usual number. */
const complexity = ({ resource }: { resource?: string | null | undefined }) => ({
  field: 1,
  multiplier: resource == null ? 5 : 1,
});
const resourceMeaning = 'Only scopes of the API resource with this resource indicator.';

builder.prismaObjectField(User, 'effectiveScopes', (t) =>
  t.field({
    type: [EffectiveScopes],
    ...requiresAll(permissions),
    complexity,
    description: `Scopes that the user holds through roles and organization roles, by API resource. A token exchange grants these scopes, unless the user is suspended. ${required}`,
    args: {
      resource: t.arg.string({ description: resourceMeaning }),
      organizationId: t.arg.id({
        description:
          'Only consider roles of the user, and organization roles in this organization. By default, organization roles in all organizations are considered.',
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
    ...requiresAll(permissions),
    complexity,
    description: `Scopes that the application holds through roles, by API resource. \`client_credentials\` grants these scopes. Organization roles are not considered. ${required}`,
    args: { resource: t.arg.string({ description: resourceMeaning }) },
    resolve: ({ id: holderId }, { resource }, context) =>
      effectiveScopes(context, { holderId, resource, organizationId: null }),
  }),
);
