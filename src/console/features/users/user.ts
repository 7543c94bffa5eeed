import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const UserDocument = graphql(`
  query User($id: ID!, $withLocks: Boolean!) {
    user(id: $id) {
      id displayName version name email emailVerifiedAt username phone phoneVerifiedAt hasPassword isSuspended suspendedAt deletionDueAt
      lastSignInAt createdAt updatedAt passwordResetRequiredAt customData
      locks @include(if: $withLocks) { flow failures until device { id label } }
    }
  }
`);

/** The data that all tabs of a user have. */
export type User = NonNullable<ResultOf<typeof UserDocument>['user']>;

export const [UserContext, useUser] = recordContext<User>();
