import { graphql, type ResultOf } from '../../data/graphql.ts';
import { recordContext } from '../../parts/record/record-context.ts';

export const OrganizationDocument = graphql(`
  query Organization($id: ID!) {
    organization(id: $id) { id displayName version name description customData createdAt updatedAt }
  }
`);

/** The data that all tabs of an organization have. */
type Organization = NonNullable<ResultOf<typeof OrganizationDocument>['organization']>;

export const [OrganizationContext, useOrganization] = recordContext<Organization>();
