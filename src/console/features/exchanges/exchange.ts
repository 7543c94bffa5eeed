import { graphql, type ResultOf } from '../../data/graphql.ts';

export const ExchangeDocument = graphql(`
  query Exchange($id: ID!) {
    exchange(id: $id) {
      id at outcome error reason description
      applicationId subjectApplicationId actorIds userId impersonatorId apiResourceId organizationId
      requestedScopes grantedScopes position traceId transactionId
      transaction {
        id at outcome reason description applicationId apiResourceId parentId requestedScopes grantedScopes
      }
    }
  }
`);

export type Exchange = NonNullable<ResultOf<typeof ExchangeDocument>['exchange']>;
export type Link = Exchange['transaction'][number];

/** The scopes that were requested by name and not granted. A refused exchange leaves out none in particular. */
export const leftOutOf = ({
  requestedScopes,
  grantedScopes,
}: {
  requestedScopes: readonly string[] | null;
  grantedScopes: readonly string[] | null;
}): readonly string[] =>
  grantedScopes === null ? [] : (requestedScopes ?? []).filter((name) => !grantedScopes.includes(name));
