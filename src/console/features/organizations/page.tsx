import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { RecordSection } from '../../parts/Records.tsx';
import { changesOf } from '../../parts/ChangeButton.tsx';
import type { Named } from '../../parts/Sources.tsx';
import { useWords } from '../../words/index.ts';
import {
  DomainsDocument,
  MachinesDocument,
  MembersDocument,
  OrganizationDocument,
  PendingDocument,
} from './documents.ts';

const names = (records: readonly Named[] | null | undefined): string =>
  records?.map(({ displayName }) => displayName).join(', ') ?? '';

/** An organization: members, applications, open invitations, domains that join by themselves. */
export function Organization(): ReactNode {
  const words = useWords();
  const may = useMay();
  const id = useRecordId();
  const variables = {
    id,
    users: may('users:read', { organizationId: id }),
    applications: may('applications:read', { organizationId: id }),
    roles: may('organization-roles:read', { organizationId: id }),
  };
  const [{ data, error, fetching }, again] = useQuery({ query: OrganizationDocument, variables });
  const input = { organizationId: id };
  return (
    <RecordFrame record={data?.organization} error={error} isLoading={fetching} again={again}>
      {(organization) => (
        <article className="stack">
          <RecordHeader
            name={organization.displayName}
            id={id}
            version={organization.version}
            actions={[
              { title: words.users.edit, operation: 'updateOrganization', input },
              { title: words.users.delete, operation: 'deleteOrganization', input, isDangerous: true },
            ]}
          />
          <Members organization={organization} variables={variables} />
          <div className="columns">
            <Applications organization={organization} variables={variables} />
            <Invitations organization={organization} variables={variables} />
            <Domains organization={organization} variables={variables} />
          </div>
        </article>
      )}
    </RecordFrame>
  );
}

type OrganizationRecord = NonNullable<ResultOf<typeof OrganizationDocument>['organization']>;

interface PartProps {
  organization: OrganizationRecord;
  variables: { id: string; users: boolean; applications: boolean; roles: boolean };
}

/** What hides the names of members: the permission that the viewer lacks in the organization. */
function useHidden(organizationId: string, permission: string): string | undefined {
  const words = useWords();
  return useMay()(permission, { organizationId }) ? undefined : words.refused([permission]);
}

function Members({ organization, variables }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: organization.id });
  const { organizations: texts } = words;
  return (
    <RecordSection
      title={texts.members}
      action={button(texts.addMembers, 'addOrganizationMembers')}
      empty={texts.noMembers}
      hidden={useHidden(organization.id, 'users:read')}
      first={organization.members}
      document={MembersDocument}
      variables={variables}
    >
      {({ user, roles }) =>
        user ? (
          <li key={user.id} className="row">
            <span className="grow">
              <Link to={`/users/${user.id}`}>{user.displayName}</Link> <span className="soft">{names(roles)}</span>
            </span>
            <span className="row">
              {button(texts.setRoles, 'setOrganizationMemberRoles', { userId: user.id })}
              {button(words.applications.remove, 'removeOrganizationMember', { userId: user.id })}
            </span>
          </li>
        ) : null
      }
    </RecordSection>
  );
}

function Applications({ organization, variables }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: organization.id });
  const { organizations: texts } = words;
  return (
    <RecordSection
      title={words.applications.title}
      action={button(texts.addApplications, 'addOrganizationApplications')}
      empty={texts.noApplications}
      hidden={useHidden(organization.id, 'applications:read')}
      first={organization.applications}
      document={MachinesDocument}
      variables={variables}
    >
      {({ application, roles }) =>
        application ? (
          <li key={application.id} className="row">
            <span className="grow">
              <Link to={`/applications/${application.id}`}>{application.displayName}</Link>{' '}
              <span className="soft">{names(roles)}</span>
            </span>
            <span className="row">
              {button(texts.setRoles, 'setOrganizationApplicationRoles', { applicationId: application.id })}
              {button(words.applications.remove, 'removeOrganizationApplication', { applicationId: application.id })}
            </span>
          </li>
        ) : null
      }
    </RecordSection>
  );
}

function Invitations({ organization, variables: { id } }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: id });
  const { organizations: texts } = words;
  return (
    <RecordSection
      title={words.navigation.invitations}
      action={button(texts.invite, 'createOrganizationInvitation')}
      empty={texts.noInvitations}
      first={organization.invitations}
      document={PendingDocument}
      variables={{ id }}
    >
      {(invitation) => <li key={invitation.id}>{invitation.inviteeEmail}</li>}
    </RecordSection>
  );
}

function Domains({ organization, variables: { id } }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: id });
  const { organizations: texts } = words;
  return (
    <RecordSection
      title={texts.domains}
      action={button(texts.addDomain, 'setOrganizationDomain')}
      empty={texts.noDomains}
      first={organization.domains}
      document={DomainsDocument}
      variables={{ id }}
    >
      {({ domain }) => (
        <li key={domain} className="row">
          <code className="grow">{domain}</code>
          {button(words.applications.remove, 'removeOrganizationDomain', { domain })}
        </li>
      )}
    </RecordSection>
  );
}
