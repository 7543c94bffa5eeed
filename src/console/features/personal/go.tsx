import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { pathOfId } from '../../parts/record/path-of-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';

const OwnerDocument = graphql(`
  query Owner($id: ID!) {
    node(id: $id) {
      __typename
      ... on Scope { apiResource { id } }
      ... on ApplicationSecret { application { id } }
      ... on OrganizationMember { organization { id } }
      ... on OrganizationApplication { organization { id } }
      ... on Factor { user { id } }
      ... on Device { user { id } }
      ... on OneTimeToken { user { id } }
    }
  }
`);

/** Opens the page of any id: of the record, or of what it belongs to. */
export function Go(): ReactNode {
  const id = useRecordId();
  const recordPath = pathOfId(id);
  const [{ data, error, fetching }, again] = useQuery({
    query: OwnerDocument,
    variables: { id },
    pause: recordPath !== null,
  });
  if (recordPath) return <Navigate to={recordPath} replace />;
  const path = data?.node ? pathOf(data.node) : null;
  return (
    <RecordFrame record={path} error={error} isLoading={fetching} again={again}>
      {(to) => <Navigate to={to} replace />}
    </RecordFrame>
  );
}

type Owned = NonNullable<ResultOf<typeof OwnerDocument>['node']>;

/** Pages with all records of a kind that have no page of their own. */
const lists: Readonly<Record<string, string>> = {
  OrganizationInvitation: '/invitations',
  SigningKey: '/keys',
  Message: '/messages',
  SignInExperience: '/sign-in',
};

function pathOf(node: Owned): string | null {
  const owner =
    ('apiResource' in node && node.apiResource?.id) ||
    ('organization' in node && node.organization?.id) ||
    ('application' in node && node.application?.id) ||
    ('user' in node && node.user?.id);
  if (!owner) return lists[node.__typename] ?? null;
  const page = pathOfId(owner);
  const tab = node.__typename === 'ApplicationSecret' ? '/credentials' : 'user' in node ? '/security' : '';
  return page && page + tab;
}
