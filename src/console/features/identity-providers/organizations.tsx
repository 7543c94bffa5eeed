import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { ownChanges } from '../../data/feed/own-changes.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { JoiningChanges } from '../../parts/joining/JoiningChanges.tsx';
import { JoiningRoles } from '../../parts/joining/JoiningRoles.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useIdentityProvider } from './identity-provider.ts';
import { usePageTexts } from './use-page-texts.ts';

const OrganizationsDocument = graphql(`
  query IdentityProviderOrganizations($id: ID!, $withRoles: Boolean!, $after: String) {
    record: identityProvider(id: $id) {
      id
      page: organizations(first: 50, after: $after) {
        nodes { organization { id displayName } organizationRoles @include(if: $withRoles) { id displayName } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The domains whose people are led to it, and the organizations that its people join. */
export function IdentityProviderOrganizations(): ReactNode {
  return (
    <>
      <Domains />
      <Organizations />
    </>
  );
}

function Domains(): ReactNode {
  const { id, domains } = useIdentityProvider();
  const texts = usePageTexts();
  const { common } = useWords();
  const edit = changesOf({ identityProviderId: id })(common.edit, 'updateIdentityProvider', { domains });
  return (
    <Section title={texts.domains} action={edit} empty={domains.length === 0 ? texts.noDomains : texts.domainsText}>
      {domains.map((domain) => (
        <li key={domain}>
          <code>{domain}</code>
        </li>
      ))}
    </Section>
  );
}

function Organizations(): ReactNode {
  const { id } = useIdentityProvider();
  const texts = usePageTexts();
  const button = changesOf({ identityProviderId: id });
  const variables = { id, withRoles: useMay()('organization-roles:read') };
  const [{ data, error }, again] = useQuery({ query: OrganizationsDocument, variables });
  // An organization that is added is not in the answer yet.
  useAgainAfterEvents(again, ({ typeName }) => typeName === 'Organization.IdentityProviders.Updated');
  useEffect(() => ownChanges.subscribe(() => again({ requestPolicy: 'network-only' })), [again]);
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={texts.organizations}
      action={button(texts.addOrganization, 'setIdentityProviderOrganization')}
      empty={texts.noOrganizations}
      isSearchable={false}
      first={data.record.page}
      document={OrganizationsDocument}
      variables={variables}
    >
      {({ organization, organizationRoles }) =>
        organization ? (
          <li key={organization.id} className="row">
            <span className="grow row tight">
              <IdentityLink record={organization} />
              <JoiningRoles roles={organizationRoles} />
            </span>
            <JoiningChanges
              organizationId={organization.id}
              identityProviderId={id}
              roles={organizationRoles}
              of={organization.displayName}
            />
          </li>
        ) : null
      }
    </RecordSection>
  );
}
