import { useRecordId } from '../../data/use-record-id.ts';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useMay } from '../../data/viewer.ts';
import { Facts } from '../../parts/Facts.tsx';
import { InlineJson } from '../../parts/InlineJson.tsx';
import { Day, StateMark, When } from '../../parts/marks.tsx';
import { Requires } from '../../parts/Lacking.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordEvents } from '../../parts/RecordEvents.tsx';
import { type RecordAction, RecordHeader } from '../../parts/RecordHeader.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type Application, ApplicationDocument } from './application.ts';
import { CredentialsOf } from './credentials.tsx';
import { RolesOf } from './roles.tsx';
import { SettingsOf } from './settings.tsx';

/** The frame of all tabs of an application. */
function ApplicationFrame({ children }: { children: (application: Application) => ReactNode }): ReactNode {
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: ApplicationDocument, variables: { id } });
  return (
    <RecordFrame record={data?.application} error={error} isLoading={fetching} again={again}>
      {(application) => <WithTabs application={application}>{children(application)}</WithTabs>}
    </RecordFrame>
  );
}

function WithTabs({ application, children }: { application: Application; children: ReactNode }): ReactNode {
  const words = useWords();
  const may = useMay();
  const { id } = application;
  const path = `/applications/${id}`;
  const { tabs } = words.applications;
  const links = [
    { path, title: tabs.general },
    { path: `${path}/settings`, title: tabs.settings },
    ...(may('applications:read') ? [{ path: `${path}/credentials`, title: tabs.credentials }] : []),
    ...(may('roles:read') ? [{ path: `${path}/roles`, title: tabs.roles }] : []),
    ...(may('events:read', 'anywhere') ? [{ path: `${path}/events`, title: tabs.events }] : []),
  ];
  const isActive = !application.isSuspended;
  const word = application.isBuiltIn ? words.state.builtIn : isActive ? words.state.active : words.state.suspended;
  const state = <StateMark tone={isActive ? 'good' : 'soft'}>{word}</StateMark>;
  const actions = actionsOf(application, words);
  return (
    <article className="stack">
      <RecordHeader
        name={application.displayName}
        id={id}
        version={application.version}
        state={state}
        actions={actions}
        tabs={links}
      />
      {children}
    </article>
  );
}

function actionsOf({ id, isSuspended, isBuiltIn }: Application, { applications, users }: Words): RecordAction[] {
  if (isBuiltIn) return [];
  const input = { applicationId: id };
  return [
    { title: users.edit, operation: 'updateApplication', input },
    { title: applications.addSecret, operation: 'addApplicationSecret', input },
    { title: users.assignRoles, operation: 'assignApplicationRoles', input, key: 'r' },
    {
      title: isSuspended ? users.reactivate : users.suspend,
      operation: 'setApplicationSuspended',
      key: 's',
      input: { ...input, isSuspended: !isSuspended },
    },
    { title: users.delete, operation: 'deleteApplication', input, isDangerous: true },
  ];
}

const lines = (values: readonly string[], nothing: string): ReactNode =>
  values.length === 0 ? (
    nothing
  ) : (
    <ul className="plain-list mono">
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );

export function ApplicationGeneral(): ReactNode {
  const words = useWords();
  const { applications, record } = words;
  return (
    <ApplicationFrame>
      {(application) => (
        <div className="card padded">
          <Facts
            facts={[
              [applications.type, applications.types[application.type]],
              [applications.description, application.description || record.nothing],
              [applications.thirdParty, application.isThirdParty ? words.list.yes : words.list.no],
              [applications.redirectUris, lines(application.redirectUris, record.nothing)],
              [applications.postLogoutRedirectUris, lines(application.postLogoutRedirectUris, record.nothing)],
              [applications.corsOrigins, lines(application.corsOrigins, record.nothing)],
              [applications.algorithm, application.idTokenSigningAlg],
              [applications.customData, <InlineJson key="data" value={application.customData} />],
              [applications.lastUsed, <Day key="at" at={application.lastUsedAt} />],
              [record.created, <When key="at" at={application.createdAt} />],
              [record.updated, <When key="at" at={application.updatedAt} />],
            ]}
          />
        </div>
      )}
    </ApplicationFrame>
  );
}

export const ApplicationSettings = (): ReactNode => (
  <ApplicationFrame>{(application) => <SettingsOf application={application} />}</ApplicationFrame>
);
export const ApplicationCredentials = (): ReactNode => (
  <ApplicationFrame>
    {(application) => (
      <Requires permission="applications:read">
        <CredentialsOf application={application} />
      </Requires>
    )}
  </ApplicationFrame>
);
export const ApplicationRoles = (): ReactNode => (
  <ApplicationFrame>
    {({ id }) => (
      <Requires permission="roles:read">
        <RolesOf id={id} />
      </Requires>
    )}
  </ApplicationFrame>
);
export const ApplicationEvents = (): ReactNode => (
  <ApplicationFrame>
    {({ id }) => (
      <Requires permission="events:read" where="anywhere">
        <RecordEvents id={id} />
      </Requires>
    )}
  </ApplicationFrame>
);
