import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

const ScopesOf = graphql(`
  fragment ScopesOf on ScopeConnection { nodes { id name description roles @include(if: $withRoles) { id } } pageInfo { hasNextPage endCursor } }
`);

export const ResourceDocument = graphql(
  `
  query Resource($id: ID!, $withRoles: Boolean!) {
    apiResource(id: $id) {
      id displayName version indicator isBuiltIn accessTokenTtl accessTokenSigningAlg createdAt updatedAt
      scopes(first: 50) { ...ScopesOf }
    }
  }
`,
  [ScopesOf],
);

export const ScopesDocument = graphql(
  `
  query ResourceScopes($id: ID!, $withRoles: Boolean!, $after: String, $search: String) {
    record: apiResource(id: $id) { id page: scopes(first: 50, after: $after, search: $search) { ...ScopesOf } }
  }
`,
  [ScopesOf],
);

/** The data that all tabs of an API resource have. */
type ApiResource = NonNullable<ResultOf<typeof ResourceDocument>['apiResource']>;

export const [ResourceContext, useResource] = recordContext<ApiResource>();
