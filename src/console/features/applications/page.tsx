import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { leaveNewSecret } from '../../data/new-secrets.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { StateMark } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type Application, ApplicationContext, ApplicationDocument, hasExpired } from './application.ts';

/** An application: the frame of all tabs. */
export function ApplicationPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: ApplicationDocument, variables: { id } });
  const { tabs } = words.applications;
  useEffect(() => () => leaveNewSecret(id), [id]);
  return (
    <RecordFrame record={data?.application} error={error} isLoading={fetching} again={again}>
      {(application) => (
        <ApplicationContext value={application}>
          <TabbedRecord
            name={application.displayName}
            id={id}
            version={application.version}
            state={<ApplicationState {...application} />}
            description={application.description}
            actions={actionsOf(application, words)}
            path={`/applications/${id}`}
            tabs={[
              { path: '', title: tabs.overview },
              { path: '/settings', title: tabs.settings },
              ...(hasPages(application)
                ? [{ path: '/branding', title: tabs.branding, permissions: ['applications:write'] }]
                : []),
              { path: '/credentials', title: tabs.credentials, permissions: ['applications:read'] },
              { path: '/roles', title: tabs.roles, permissions: ['roles:read'] },
              { path: '/organizations', title: tabs.organizations, permissions: ['organizations:read'] },
              { path: '/connect', title: tabs.connect },
              { path: '/events', title: tabs.events, permissions: ['events:read'], where: 'anywhere' },
            ]}
          />
        </ApplicationContext>
      )}
    </RecordFrame>
  );
}

/** Whether people sign in to it on pages that can look like it. */
const hasPages = ({ type, isBuiltIn }: Application): boolean => type !== 'MACHINE_TO_MACHINE' && !isBuiltIn;

function ApplicationState(application: Application): ReactNode {
  const { isSuspended, isBuiltIn } = application;
  const { state } = useWords();
  const inactive = hasExpired(application) ? state.expired : state.suspended;
  const word = isBuiltIn ? state.builtIn : isSuspended ? inactive : state.active;
  return <StateMark tone={isSuspended ? 'soft' : 'good'}>{word}</StateMark>;
}

function actionsOf(application: Application, { applications, common }: Words): RecordAction[] {
  const { id, isSuspended, isBuiltIn, expiresAt } = application;
  if (isBuiltIn) return [];
  const input = { applicationId: id };
  return [
    { title: common.edit, operation: 'updateApplication', input },
    { title: applications.addSecret, operation: 'addApplicationSecret', input },
    { title: common.assignRoles, operation: 'assignApplicationRoles', input, key: 'r' },
    hasExpired(application)
      ? { title: applications.changeEnd, operation: 'updateApplication', key: 's', input: { ...input, expiresAt } }
      : {
          title: isSuspended ? common.reactivate : common.suspend,
          operation: 'setApplicationSuspended',
          key: 's',
          input: { ...input, isSuspended: !isSuspended },
        },
    { title: common.delete, operation: 'deleteApplication', input, isDangerous: true },
  ];
}
