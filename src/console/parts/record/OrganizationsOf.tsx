import type { TypedDocumentNode } from '@urql/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useMay } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { ChangeButton } from '../ChangeButton.tsx';
import { Fault } from '../Fault.tsx';
import { Loading } from '../Loading.tsx';
import { Membership } from '../Membership.tsx';
import { type Part, RecordSection } from './Records.tsx';
import type { Named } from '../Sources.tsx';

interface Joined {
  id: string;
  joinedAt: string;
  organization: Named | null;
  roles?: readonly Named[] | null;
}

interface Variables {
  id: string;
  /** Whether the names of roles may be read. */
  roles: boolean;
  after?: string | null;
  search?: string | null;
}

interface Props {
  document: TypedDocumentNode<{ record: { id: string; page: Part<Joined> | null } | null }, Variables>;
  /** The side that joins, as the mutations of one membership name it. */
  input: { userId: string } | { applicationId: string };
  /** The sentence for none. */
  empty: string;
}

/** The organizations that a user or an application has joined, with its roles there. */
export function OrganizationsOf({ document, input, empty }: Props): ReactNode {
  const { navigation, membership } = useWords();
  const [id, add] =
    'userId' in input
      ? ([input.userId, { operation: 'addOrganizationMembers', input: { userIds: [input.userId] } }] as const)
      : ([
          input.applicationId,
          { operation: 'addOrganizationApplications', input: { applicationIds: [input.applicationId] } },
        ] as const);
  const variables = { id, roles: useMay()('organization-roles:read') };
  const [{ data, error }, again] = useQuery({ query: document, variables });
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={navigation.organizations}
      action={<ChangeButton {...add}>{membership.addTo}…</ChangeButton>}
      empty={empty}
      first={data.record.page}
      document={document}
      variables={variables}
    >
      {({ id: membershipId, organization, roles, joinedAt }) =>
        organization ? (
          <Membership
            key={membershipId}
            record={organization}
            roles={roles}
            joinedAt={joinedAt}
            input={{ ...input, organizationId: organization.id }}
          />
        ) : null
      }
    </RecordSection>
  );
}
