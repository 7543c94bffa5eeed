import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../generated/schema.d.ts';

/** Typed documents: the types come from schema.graphql. */
export const graphql = initGraphQLTada<{
  disableMasking: true;
  introspection: introspection;
  scalars: {
    DateTime: string;
    EmailAddress: string;
    URL: string;
    JSON: unknown;
    JSONObject: Record<string, unknown>;
  };
}>();

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
