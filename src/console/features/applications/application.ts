import { graphql, type ResultOf } from '../../data/graphql.ts';

export const ApplicationDocument = graphql(`
  query Application($id: ID!) {
    application(id: $id) {
      id displayName version name description type isBuiltIn isSuspended isThirdParty pkceRequired
      redirectUris postLogoutRedirectUris corsOrigins idTokenSigningAlg customData lastUsedAt createdAt updatedAt
      tokenExchangeAllowed tokenExchange { isAllowed reasons }
    }
  }
`);

/** What all tabs of an application show. */
export type Application = NonNullable<ResultOf<typeof ApplicationDocument>['application']>;
