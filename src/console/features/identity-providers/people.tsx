import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { LastUsed, When } from '../../parts/marks.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useIdentityProvider } from './identity-provider.ts';
import { usePageTexts } from './use-page-texts.ts';

const PeopleDocument = graphql(`
  query IdentityProviderPeople($id: ID!, $after: String) {
    record: identityProvider(id: $id) {
      id
      page: identities(first: 50, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes { id name subject createdAt lastUsedAt user { id displayName email username phone } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The people who have linked an account of it, newest first. */
export function IdentityProviderPeople(): ReactNode {
  const { id } = useIdentityProvider();
  const texts = usePageTexts();
  const variables = { id };
  const [{ data, error }, again] = useQuery({ query: PeopleDocument, variables });
  // A person who is linked meanwhile is not in the answer yet.
  useAgainAfterEvents(again, ({ typeName }) => typeName === 'User.Data.Updated' || typeName === 'User.Created');
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={texts.linkedPeople}
      empty={texts.noPeople}
      isSearchable={false}
      first={data.record.page}
      document={PeopleDocument}
      variables={variables}
    >
      {({ id: identityId, name, subject, createdAt, lastUsedAt, user }) =>
        user ? (
          <li key={identityId} className="row">
            <IdentityLink record={user} />
            <span className="grow">
              <bdi>{name ?? subject}</bdi>{' '}
              <span className="soft">
                · {texts.since} <When at={createdAt} /> · <LastUsed at={lastUsedAt} isExact />
              </span>
            </span>
            <ChangeButton operation="unlinkUserIdentity" input={{ userId: user.id, identityId }} of={user.displayName}>
              {texts.unlink}…
            </ChangeButton>
          </li>
        ) : null
      }
    </RecordSection>
  );
}
