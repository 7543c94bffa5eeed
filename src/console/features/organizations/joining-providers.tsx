import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { JoiningChanges } from '../../parts/joining/JoiningChanges.tsx';
import { JoiningRoles } from '../../parts/joining/JoiningRoles.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganization } from './organization.ts';

const ProvidersDocument = graphql(`
  query OrganizationProviders($id: ID!, $roles: Boolean!, $providers: Boolean!, $after: String) {
    record: organization(id: $id) {
      id
      page: identityProviders(first: 50, after: $after) {
        nodes {
          createdAt
          identityProvider @include(if: $providers) { id displayName preset domains }
          organizationRoles @include(if: $roles) { id displayName }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The identity providers whose people join an organization, with the roles that they get there. */
export function JoiningProviders(): ReactNode {
  const { id } = useOrganization();
  const { organizations: texts, kinds } = useWords();
  const may = useMay();
  const variables = {
    id,
    roles: may('organization-roles:read', { organizationId: id }),
    providers: may('identity-providers:read'),
  };
  const [{ data, error }, again] = useQuery({ query: ProvidersDocument, variables });
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={texts.providers}
      action={changesOf({ organizationId: id })(texts.addProvider, 'setIdentityProviderOrganization')}
      empty={texts.noProviders}
      isSearchable={false}
      first={data.record.page}
      document={ProvidersDocument}
      variables={variables}
    >
      {({ createdAt, identityProvider, organizationRoles }) => (
        <li key={identityProvider?.id ?? createdAt} className="row">
          <span className="grow row tight">
            {identityProvider ? <IdentityLink record={identityProvider} /> : kinds.IdentityProvider}
            <JoiningRoles roles={organizationRoles} />
          </span>
          {identityProvider ? (
            <JoiningChanges
              organizationId={id}
              identityProviderId={identityProvider.id}
              roles={organizationRoles}
              of={identityProvider.displayName}
            />
          ) : null}
        </li>
      )}
    </RecordSection>
  );
}
