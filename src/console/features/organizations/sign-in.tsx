import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { JoiningRoles } from '../../parts/joining/JoiningRoles.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';
import { useOrganization } from './organization.ts';
import { JoiningProviders } from './joining-providers.tsx';

const DomainsDocument = graphql(`
  query OrganizationDomains($id: ID!, $roles: Boolean!, $after: String, $search: String) {
    record: organization(id: $id) {
      id
      page: domains(first: 50, after: $after, search: $search) {
        nodes { domain organizationRoles @include(if: $roles) { id displayName } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** The domains and identity providers whose people join by themselves when they sign in. */
export const OrganizationSignIn = (): ReactNode => (
  <>
    <Domains />
    <JoiningProviders />
  </>
);

function Domains(): ReactNode {
  const { id } = useOrganization();
  const words = useWords();
  const { organizations: texts } = words;
  const button = changesOf({ organizationId: id });
  const variables = { id, roles: useMay()('organization-roles:read', { organizationId: id }) };
  const [{ data, error }, again] = useQuery({ query: DomainsDocument, variables });
  if (!data?.record) return error ? <Fault error={error} again={again} /> : <Loading />;
  return (
    <RecordSection
      title={texts.domains}
      action={button(texts.addDomain, 'setOrganizationDomain')}
      empty={texts.noDomains}
      first={data.record.page}
      document={DomainsDocument}
      variables={variables}
    >
      {({ domain, organizationRoles }) => (
        <li key={domain} className="row">
          <span className="grow row tight">
            <code>{domain}</code>
            <JoiningRoles roles={organizationRoles} />
          </span>
          {button(words.common.remove, 'removeOrganizationDomain', { domain })}
        </li>
      )}
    </RecordSection>
  );
}
