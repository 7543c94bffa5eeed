import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { useMay } from '../../data/viewer.ts';
import { StateMark } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { type User, UserContext, UserDocument } from './user.ts';

/** A user: the frame of all tabs. */
export function UserPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const withLocks = useMay()('users:read');
  const [{ data, error, fetching }, again] = useQuery({ query: UserDocument, variables: { id, withLocks } });
  const { tabs } = words.users;
  return (
    <RecordFrame record={data?.user} error={error} isLoading={fetching} again={again}>
      {(user) => (
        <UserContext value={user}>
          <TabbedRecord
            name={user.displayName}
            id={id}
            version={user.version}
            state={<UserMark user={user} />}
            actions={actionsOf(user, words)}
            path={`/users/${id}`}
            tabs={[
              { path: '', title: tabs.profile },
              { path: '/access', title: tabs.access, permissions: ['roles:read'] },
              { path: '/exchanges', title: tabs.exchanges, permissions: ['exchanges:read'] },
              { path: '/organizations', title: tabs.organizations, permissions: ['organizations:read'] },
              { path: '/security', title: tabs.security, permissions: ['users:read'] },
              { path: '/events', title: tabs.events, permissions: ['events:read'], where: 'anywhere' },
            ]}
          />
        </UserContext>
      )}
    </RecordFrame>
  );
}

/** Whether a person can sign in. A lock after failed attempts is shown as well: it hinders them, too. */
function UserMark({ user: { isSuspended, deletionDueAt, locks } }: { user: User }): ReactNode {
  const { state, users } = useWords();
  if (deletionDueAt) return <StateMark tone="warn">{users.isDeletionDue}</StateMark>;
  if (!isSuspended && locks?.length) return <StateMark tone="bad">{state.locked}</StateMark>;
  return <StateMark tone={isSuspended ? 'soft' : 'good'}>{isSuspended ? state.suspended : state.active}</StateMark>;
}

function actionsOf({ id, isSuspended, locks }: User, { users, common }: Words): RecordAction[] {
  const input = { userId: id };
  return [
    { title: common.edit, operation: 'updateUser', input },
    { title: common.assignRoles, operation: 'assignUserRoles', input, key: 'r' },
    ...(locks?.length ? [{ title: common.unlock, operation: 'unlockUser' as const, input }] : []),
    { title: users.setPassword, operation: 'setUserPassword', input },
    { title: users.requireReset, operation: 'requireUserReset', input },
    { title: users.endSessions, operation: 'endUserSessions', input },
    {
      title: isSuspended ? common.reactivate : common.suspend,
      operation: 'setUserSuspended',
      key: 's',
      input: { ...input, isSuspended: !isSuspended },
    },
    { title: common.delete, operation: 'deleteUser', input, isDangerous: true },
  ];
}
