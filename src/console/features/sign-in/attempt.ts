import { graphql, type ResultOf } from '../../data/graphql.ts';

export const AttemptDocument = graphql(`
  query SignInAttempt($filter: SignInAttemptFilter!, $id: ID!, $isReference: Boolean!, $applications: Boolean!) {
    signInAttempts(first: 1, filter: $filter) @include(if: $isReference) { nodes { ...AttemptDetails } }
    signInAttempt(id: $id) @skip(if: $isReference) { ...AttemptDetails }
  }
  fragment AttemptDetails on SignInAttempt {
    id reference purpose state createdAt answeredAt endedAt lockedUntil ipAddress device
    user { id displayName email username phone locks { flow failures until } }
    application @include(if: $applications) { id displayName }
    entries { at step outcome reason explanation }
  }
`);

export type Attempt = NonNullable<ResultOf<typeof AttemptDocument>['signInAttempt']>;
