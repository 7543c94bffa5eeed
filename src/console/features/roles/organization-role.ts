import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const OrganizationRoleDocument = graphql(`
  query OrganizationRole($id: ID!) { organizationRole(id: $id) { id displayName version description } }
`);

/** The data that all tabs of an organization role have. */
type OrganizationRole = NonNullable<ResultOf<typeof OrganizationRoleDocument>['organizationRole']>;

export const [OrganizationRoleContext, useOrganizationRole] = recordContext<OrganizationRole>();
