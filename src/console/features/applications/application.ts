import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const ApplicationDocument = graphql(`
  query Application($id: ID!) {
    application(id: $id) {
      id displayName version name description type kind ownerId expiresAt isBuiltIn isSuspended isThirdParty pkceRequired grantTypes
      redirectUris postLogoutRedirectUris corsOrigins idTokenSigningAlg sessionLimitSeconds sessionIdleLimitSeconds
      customData lastUsedAt createdAt updatedAt
      tokenExchangeAllowed managementApiAllowed impersonationAllowed accountApiAllowed tokenExchange { isAllowed reasons }
    }
  }
`);

/** The data that all tabs of an application have. */
export type Application = NonNullable<ResultOf<typeof ApplicationDocument>['application']>;

/** Whether its end has passed: it needs a later one, or none, before it can be reactivated. */
export const hasExpired = ({ expiresAt }: Application): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

export const [ApplicationContext, useApplication] = recordContext<Application>();
