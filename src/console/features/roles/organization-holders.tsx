import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { changesHolders } from '../../data/event-facts.ts';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { useHolderTexts } from './use-holder-texts.ts';

const MembersDocument = graphql(`
  query RoleMembers($id: ID!, $after: String, $search: String) {
    page: organizationMembers(first: 50, after: $after, search: $search, filter: { organizationRoleId: $id }) {
      nodes { id user { id displayName email username phone } organization { id displayName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The members who hold an organization role, each in an organization, as a section. */
export function MembersWith({ id }: { id: string }): ReactNode {
  const words = useWords();
  const texts = useHolderTexts();
  const may = useMay();
  const missing = ['organizations:read', 'users:read'].filter((name) => !may(name));
  const [{ data }, again] = useQuery({ query: MembersDocument, variables: { id }, pause: missing.length > 0 });
  useAgainAfterEvents(again, changesHolders);
  return (
    <RecordSection
      title={words.administrators.members}
      action={
        <ChangeButton operation="setOrganizationMember" input={{ organizationRoleIds: [id] }}>
          {texts.toUser}…
        </ChangeButton>
      }
      empty={texts.noUser}
      hidden={missing.length > 0 ? words.refused(missing) : undefined}
      first={data?.page}
      document={MembersDocument}
      variables={{ id }}
    >
      {({ id: membershipId, user, organization }) => (
        <li key={membershipId} className="row">
          {user ? <IdentityLink record={user} /> : null}
          <span className="soft">@</span>
          {organization ? <IdentityLink record={organization} /> : null}
        </li>
      )}
    </RecordSection>
  );
}
