import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '../../generated/pothos.ts';
import { getDatamodel } from '../../generated/pothos.ts';
import type { OmittedColumns } from '../../platform/database/database.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import { refusalOf, scopesOf } from './access.ts';
import './connections.ts';
import type { Context } from '../context/context.ts';
import { pageSize } from '../../reads/page.ts';
import { complexityLimit } from '../context/limits.ts';
import { relayOptions } from './relay.ts';

type Without<Model extends { Shape: object }, Columns> = Omit<Model, 'Shape'> & {
  Shape: Omit<Model['Shape'], keyof Columns>;
};
/** Models without the columns that the client omits, so that no field can use them. */
type VisibleModels = {
  [Model in keyof OmittedColumns as Capitalize<Model>]: Without<PrismaTypes[Capitalize<Model>], OmittedColumns[Model]>;
};

/** TypeScript types of the schema. */
interface UserSchemaTypes {
  Context: Context;
  PrismaTypes: Omit<PrismaTypes, keyof VisibleModels> & VisibleModels;
  DefaultFieldNullability: false;
  AuthScopes: {
    caller: boolean;
    signedIn: boolean;
    permission: Permission;
    all: readonly Permission[];
    anywhere: Permission;
  };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: Date | string };
    EmailAddress: { Input: string; Output: string };
    URL: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: unknown };
  };
}

export type SchemaTypes = PothosSchemaTypes.ExtendDefaultTypes<UserSchemaTypes>;

const prismaModels = getDatamodel();

/** The columns of a Prisma model, by name. */
export const columnsOf = (model: string) =>
  new Map(
    (prismaModels.datamodel.models[model]?.fields ?? [])
      .filter(({ kind }) => kind !== 'object')
      .map((column) => [column.name, column]),
  );

/** The schema builder. Types are defined in types/, scalars.ts and mutations/; graphql/schema.ts imports them. */
export const builder = new SchemaBuilder<UserSchemaTypes>({
  plugins: [ScopeAuthPlugin, ComplexityPlugin, 'connections', PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.prisma,
    dmmf: prismaModels,
    onUnusedQuery: 'error',
    maxConnectionSize: pageSize.max,
    defaultConnectionSize: pageSize.default,
  },
  relay: relayOptions,
  scopeAuth: {
    // A permission belongs to the kind of record, so it is checked once per record, whichever field leads to it.
    runScopesOnType: true,
    authorizeOnSubscribe: true,
    authScopes: ({ actor }) => scopesOf(actor),
    unauthorizedError: (_parent, context, _info, { failure }) => refusalOf(context, failure),
  },
  complexity: complexityLimit,
});
