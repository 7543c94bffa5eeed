import type { ReactNode } from 'react';
import { graphql } from '../../data/graphql.ts';
import { OrganizationsOf } from '../../parts/record/OrganizationsOf.tsx';
import { useWords } from '../../words/index.ts';
import { useUser } from './user.ts';

const OrganizationsDocument = graphql(`
  query UserOrganizations($id: ID!, $roles: Boolean!, $after: String, $search: String) {
    record: user(id: $id) {
      id
      page: organizations(first: 50, after: $after, search: $search) {
        nodes { id joinedAt organization { id displayName } roles @include(if: $roles) { id displayName } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The organizations of a user, with the roles there. */
export function UserOrganizations(): ReactNode {
  const { id: userId } = useUser();
  const { noOrganizations } = useWords().users;
  return <OrganizationsOf document={OrganizationsDocument} input={{ userId }} empty={noOrganizations} />;
}
