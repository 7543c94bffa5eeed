import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { Section } from '../../parts/Section.tsx';
import { changesOf } from '../../parts/ChangeButton.tsx';
import type { Named } from '../../parts/Sources.tsx';
import { useWords } from '../../words/index.ts';

const OrganizationDocument = graphql(`
  query Organization($id: ID!, $users: Boolean!, $applications: Boolean!, $roles: Boolean!) {
    organization(id: $id) {
      id displayName version description
      members(first: 50) { nodes { id user @include(if: $users) { id displayName } roles @include(if: $roles) { id displayName } } pageInfo { hasNextPage } }
      applications(first: 50) { nodes { id application @include(if: $applications) { id displayName } roles @include(if: $roles) { id displayName } } }
      invitations(first: 20, filter: { status: PENDING }) { nodes { id inviteeEmail expiresAt } }
      domains(first: 20) { nodes { domain } }
    }
  }
`);

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
          <Members organization={organization} />
          <div className="columns">
            <Applications organization={organization} />
            <Invitations organization={organization} />
            <Domains organization={organization} />
          </div>
        </article>
      )}
    </RecordFrame>
  );
}

type OrganizationRecord = NonNullable<ResultOf<typeof OrganizationDocument>['organization']>;

interface PartProps {
  organization: OrganizationRecord;
}

/** What hides the names of members: the permission that the viewer lacks in the organization. */
function useHidden(organizationId: string, permission: string): string | undefined {
  const words = useWords();
  return useMay()(permission, { organizationId }) ? undefined : words.refused([permission]);
}

function Members({ organization }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: organization.id });
  const { organizations: texts } = words;
  const hidden = useHidden(organization.id, 'users:read');
  return (
    <Section
      title={texts.members}
      action={button(texts.addMembers, 'addOrganizationMembers')}
      empty={organization.members?.nodes.length === 0 ? texts.noMembers : hidden}
    >
      {organization.members?.nodes.map(({ user, roles }) =>
        user ? (
          <li key={user.id} className="row">
            <span className="grow">
              <Link to={`/users/${user.id}`}>{user.displayName}</Link> <span className="soft">{names(roles)}</span>
            </span>
            {button(texts.setRoles, 'setOrganizationMemberRoles', { userId: user.id })}
            {button(words.applications.remove, 'removeOrganizationMember', { userId: user.id })}
          </li>
        ) : null,
      )}
    </Section>
  );
}

function Applications({ organization }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: organization.id });
  const { organizations: texts } = words;
  const hidden = useHidden(organization.id, 'applications:read');
  return (
    <Section
      title={words.applications.title}
      action={button(texts.addApplications, 'addOrganizationApplications')}
      empty={organization.applications?.nodes.length === 0 ? texts.noApplications : hidden}
    >
      {organization.applications?.nodes.map(({ application, roles }) =>
        application ? (
          <li key={application.id} className="row">
            <span className="grow">
              <Link to={`/applications/${application.id}`}>{application.displayName}</Link>{' '}
              <span className="soft">{names(roles)}</span>
            </span>
            {button(texts.setRoles, 'setOrganizationApplicationRoles', { applicationId: application.id })}
            {button(words.applications.remove, 'removeOrganizationApplication', {
              applicationId: application.id,
            })}
          </li>
        ) : null,
      )}
    </Section>
  );
}

function Invitations({ organization }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: organization.id });
  const { organizations: texts } = words;
  return (
    <Section
      title={words.navigation.invitations}
      action={button(texts.invite, 'createOrganizationInvitation')}
      empty={organization.invitations?.nodes.length === 0 && texts.noInvitations}
    >
      {organization.invitations?.nodes.map((invitation) => (
        <li key={invitation.id}>{invitation.inviteeEmail}</li>
      ))}
    </Section>
  );
}

function Domains({ organization }: PartProps): ReactNode {
  const words = useWords();
  const button = changesOf({ organizationId: organization.id });
  const { organizations: texts } = words;
  return (
    <Section
      title={texts.domains}
      action={button(texts.addDomain, 'setOrganizationDomain')}
      empty={organization.domains?.nodes.length === 0 && texts.noDomains}
    >
      {organization.domains?.nodes.map(({ domain }) => (
        <li key={domain} className="row">
          <code className="grow">{domain}</code>
          {button(words.applications.remove, 'removeOrganizationDomain', { domain })}
        </li>
      ))}
    </Section>
  );
}
