import SchemaBuilder, {
  type PothosOutputFieldConfig,
  type PothosObjectTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { PothosScopeAuthPlugin } from '@pothos/plugin-scope-auth';
import type { GraphQLFieldResolver, GraphQLIsTypeOfFn } from 'graphql';
import type { Permission } from '../../vocabulary/permissions.ts';
import type { Context } from '../request/context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      checks: ChecksPlugin<Types>;
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, object>;
type IsTypeOf = GraphQLIsTypeOfFn<unknown, object>;

/**
 * The library's check of permissions, passed by where its outcome is known: a caller who holds the permission everywhere, which most do, sees every
 * record of the kind and every field that leads to one. It would look up for each of them what was granted in this request.
 */
class ChecksPlugin<Types extends SchemaTypes> extends PothosScopeAuthPlugin<Types> {
  override wrapResolve(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
    const checked = super.wrapResolve(resolve, field);
    const { authScopes, grantScopes } = field.pothosOptions as { authScopes?: unknown; grantScopes?: unknown };
    const permission = neededBy(authScopes);
    if (!permission || grantScopes || field.kind === 'Mutation' || field.kind === 'Subscription') return checked;
    return (record, args, context, info) =>
      (isHeld(permission, context) ? resolve : checked)(record, args, context, info);
  }

  override wrapIsTypeOf(isTypeOf: IsTypeOf | undefined, type: PothosObjectTypeConfig): IsTypeOf | undefined {
    const checked = super.wrapIsTypeOf(isTypeOf, type);
    const permission = neededBy((type.pothosOptions as { authScopes?: unknown }).authScopes);
    if (!checked || !permission) return checked;
    return (record, context, info) =>
      isHeld(permission, context) && !isTypeOf ? true : checked(record, context, info);
  }
}

const isHeld = (permission: Permission, context: object): boolean =>
  (context as Context).actor?.permissions.has(permission) ?? false;

/** The permission that is enough: of `needs` and `recordOf` (access.ts). */
function neededBy(scopes: unknown): Permission | undefined {
  const { permission, anywhere } = (scopes ?? {}) as { permission?: Permission; anywhere?: Permission };
  return permission ?? anywhere;
}

SchemaBuilder.registerPlugin('checks', ChecksPlugin);
