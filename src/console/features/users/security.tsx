import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { LockEnd } from '../../parts/lock-end.tsx';
import { When } from '../../parts/marks.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { useWords } from '../../words/index.ts';
import { Factors } from './factors.tsx';
import { Identities } from './identities.tsx';
import { Impersonations } from './impersonations.tsx';
import { useUser } from './user.ts';

const Devices = graphql(`
  fragment Devices on DeviceConnection { nodes { id label isKnown lastSeenAt } pageInfo { hasNextPage endCursor } }
`);

const SecurityDocument = graphql(
  `
  query UserSecurity($id: ID!, $applications: Boolean!, $providers: Boolean!) {
    user(id: $id) {
      id
      factors { id kind name createdAt lastUsedAt }
      identities {
        id name subject createdAt lastUsedAt
        identityProvider @include(if: $providers) { id displayName preset domains }
      }
      devices(first: 50) { ...Devices }
      sessions { id startedAt lastActiveAt expiresAt amr device ipAddress applications @include(if: $applications) { id displayName } }
      consents { applicationId applicationName scopes consentedAt }
      impersonations {
        id administratorId administratorName applicationName reason expiresAt
        application @include(if: $applications) { id displayName }
      }
    }
  }
`,
  [Devices],
);

const DevicesDocument = graphql(
  `
  query UserDevices($id: ID!, $after: String) {
    record: user(id: $id) { id page: devices(first: 50, after: $after) { ...Devices } }
  }
`,
  [Devices],
);

/** The locks, factors, identities, sessions, consents, impersonations and devices of a user. */
export function UserSecurity(): ReactNode {
  const { id, locks } = useUser();
  const words = useWords();
  const may = useMay();
  const button = changesOf({ userId: id });
  const variables = { id, applications: may('applications:read'), providers: may('identity-providers:read') };
  const [{ data, error, fetching }, again] = useQuery({ query: SecurityDocument, variables });
  if (!data?.user) return error ? <Fault error={error} again={again} /> : fetching ? <Loading /> : null;
  const { factors, devices, sessions, consents, identities, impersonations } = data.user;
  return (
    <div className="columns">
      <Section
        title={words.users.locks}
        action={locks?.length ? button(words.common.unlock, 'unlockUser') : null}
        empty={locks?.length === 0 && words.users.noLocks}
      >
        {locks?.map(({ flow, failures, until, device }) => (
          <li key={flow + (device?.id ?? '')}>
            ✗ {words.label(flow)} · {words.number(failures)} · <LockEnd until={until} /> {device?.label}
          </li>
        ))}
      </Section>
      <Factors factors={factors} hasIdentity={identities !== null && identities.length > 0} />
      <Identities identities={identities} />
      <Section
        title={words.users.tabs.sessions}
        action={sessions?.length ? button(words.users.endSessions, 'endUserSessions') : null}
        empty={sessions?.length === 0 && words.users.noSessions}
      >
        {sessions?.map((session) => (
          <li key={session.id} className="row">
            <SessionText session={session} />
            {button(words.users.endSession, 'endUserSession', { sessionId: session.id })}
          </li>
        ))}
      </Section>
      <Consents consents={consents} />
      <Impersonations userId={id} impersonations={impersonations} />
      <RecordSection
        title={words.users.devices}
        empty={words.users.noDevices}
        isSearchable={false}
        first={devices}
        document={DevicesDocument}
        variables={{ id }}
      >
        {(device) => (
          <li key={device.id}>
            {device.label ?? device.id} · <When at={device.lastSeenAt} />
          </li>
        )}
      </RecordSection>
    </div>
  );
}

interface ConsentsProps {
  consents:
    | readonly { applicationId: string; applicationName: string; scopes: readonly string[]; consentedAt: string }[]
    | null;
}

/** Third-party applications that may act for the user. */
function Consents({ consents }: ConsentsProps): ReactNode {
  const words = useWords();
  return (
    <Section title={words.users.consents} empty={consents?.length === 0 && words.users.noConsents}>
      {consents?.map(({ applicationId, applicationName, scopes, consentedAt }) => (
        <li key={applicationId}>
          <Who id={applicationId} label={applicationName} />
          <span className="soft">
            {scopes.join(', ')} · <When at={consentedAt} />
          </span>
        </li>
      ))}
    </Section>
  );
}

interface SessionProps {
  session: {
    device: string | null;
    ipAddress: string | null;
    lastActiveAt: string;
    applications?: readonly Recognizable[] | null;
  };
}

/** The device and address of a session, the applications that it was used for, and its last activity. */
function SessionText({ session }: SessionProps): ReactNode {
  const words = useWords();
  const names = session.applications?.map(nameWithLine) ?? [];
  return (
    <span className="grow">
      {[session.device ?? words.users.unknownDevice, session.ipAddress, ...names].filter(Boolean).join(' · ')} ·{' '}
      <When at={session.lastActiveAt} />
    </span>
  );
}
