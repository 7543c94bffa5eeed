import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const RoleDocument = graphql(`
  query Role($id: ID!) { role(id: $id) { id displayName version description isDefault } }
`);

/** The data that all tabs of a role have. */
type Role = NonNullable<ResultOf<typeof RoleDocument>['role']>;

export const [RoleContext, useRole] = recordContext<Role>();
