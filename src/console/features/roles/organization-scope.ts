import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const OrganizationScopeDocument = graphql(`
  query OrganizationScope($id: ID!) {
    organizationScope(id: $id) {
      id displayName version description createdAt updatedAt
      organizationRoles { id displayName }
    }
  }
`);

/** The data that all tabs of an organization scope have. */
type OrganizationScope = NonNullable<ResultOf<typeof OrganizationScopeDocument>['organizationScope']>;

export const [OrganizationScopeContext, useOrganizationScope] = recordContext<OrganizationScope>();
