import type { ReactNode } from 'react';
import { graphql } from '../../data/graphql.ts';
import { OrganizationsOf } from '../../parts/record/OrganizationsOf.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

const OrganizationsDocument = graphql(`
  query ApplicationOrganizations($id: ID!, $roles: Boolean!, $after: String, $search: String) {
    record: application(id: $id) {
      id
      page: organizations(first: 50, after: $after, search: $search) {
        nodes { id joinedAt organization { id displayName } roles @include(if: $roles) { id displayName } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The organizations in which an application acts, with its roles there. */
export function ApplicationOrganizations(): ReactNode {
  const { id: applicationId } = useApplication();
  const { noOrganizations } = useWords().applications;
  return <OrganizationsOf document={OrganizationsDocument} input={{ applicationId }} empty={noOrganizations} />;
}
