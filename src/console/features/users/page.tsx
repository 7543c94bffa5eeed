import { useRecordId } from '../../data/use-record-id.ts';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { Facts } from '../../parts/Facts.tsx';
import { InlineJson } from '../../parts/InlineJson.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { Requires } from '../../parts/Lacking.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordEvents } from '../../parts/RecordEvents.tsx';
import { type RecordAction, RecordHeader } from '../../parts/RecordHeader.tsx';
import { useWords, type Words } from '../../words/index.ts';
import { AccessOf } from './access.tsx';
import { SecurityOf } from './security.tsx';

const UserDocument = graphql(`
  query User($id: ID!) {
    user(id: $id) {
      id displayName version name email emailVerifiedAt username phone phoneVerifiedAt hasPassword isSuspended suspendedAt
      lastSignInAt createdAt updatedAt passwordResetRequiredAt customData
    }
  }
`);

type User = NonNullable<ResultOf<typeof UserDocument>['user']>;

/** The frame of all tabs of a user. */
function UserFrame({ children }: { children: (user: User) => ReactNode }): ReactNode {
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: UserDocument, variables: { id } });
  return (
    <RecordFrame record={data?.user} error={error} isLoading={fetching} again={again}>
      {(user) => <WithTabs user={user}>{children(user)}</WithTabs>}
    </RecordFrame>
  );
}

function WithTabs({ user, children }: { user: User; children: ReactNode }): ReactNode {
  const words = useWords();
  const may = useMay();
  const { id } = user;
  const path = `/users/${id}`;
  const tabs = [
    { path, title: words.users.tabs.profile },
    ...(may('roles:read') ? [{ path: `${path}/access`, title: words.users.tabs.access }] : []),
    ...(may('users:read') ? [{ path: `${path}/security`, title: words.users.tabs.security }] : []),
    ...(may('events:read', 'anywhere') ? [{ path: `${path}/events`, title: words.users.tabs.events }] : []),
  ];
  const state = user.isSuspended ? (
    <StateMark tone="soft">{words.state.suspended}</StateMark>
  ) : (
    <StateMark tone="good">{words.state.active}</StateMark>
  );
  return (
    <article className="stack">
      <RecordHeader
        name={user.displayName}
        id={id}
        version={user.version}
        state={state}
        actions={actionsOf(user, words)}
        tabs={tabs}
      />
      {children}
    </article>
  );
}

function actionsOf({ id, isSuspended }: User, { users }: Words): RecordAction[] {
  const input = { userId: id };
  return [
    { title: users.edit, operation: 'updateUser', input },
    { title: users.assignRoles, operation: 'assignUserRoles', input, key: 'r' },
    { title: users.setPassword, operation: 'setUserPassword', input },
    { title: users.requireReset, operation: 'requireUserReset', input },
    { title: users.endSessions, operation: 'endUserSessions', input },
    {
      title: isSuspended ? users.reactivate : users.suspend,
      operation: 'setUserSuspended',
      key: 's',
      input: { ...input, isSuspended: !isSuspended },
    },
    { title: users.delete, operation: 'deleteUser', input, isDangerous: true },
  ];
}

export function UserProfile(): ReactNode {
  const words = useWords();
  const verified = (value: string | null, at: string | null): ReactNode => (
    <>
      {value ?? words.record.nothing} {value && at ? <span className="good">✓ {words.users.verified}</span> : null}
    </>
  );
  return (
    <UserFrame>
      {(user) => (
        <div className="card padded">
          <Facts
            facts={[
              [words.users.name, user.name ?? words.record.nothing],
              [words.users.email, verified(user.email, user.emailVerifiedAt)],
              [words.users.username, user.username ?? words.record.nothing],
              [words.users.phone, verified(user.phone, user.phoneVerifiedAt)],
              [words.users.password, user.hasPassword ? words.list.yes : words.list.no],
              [words.users.lastSignIn, <When key="at" at={user.lastSignInAt} />],
              [words.record.created, <When key="at" at={user.createdAt} />],
              [words.record.updated, <When key="at" at={user.updatedAt} />],
              [words.users.customData, <InlineJson key="data" value={user.customData} />],
            ]}
          />
        </div>
      )}
    </UserFrame>
  );
}

export const UserAccess = (): ReactNode => (
  <UserFrame>
    {({ id }) => (
      <Requires permission="roles:read">
        <AccessOf id={id} />
      </Requires>
    )}
  </UserFrame>
);
export const UserSecurity = (): ReactNode => (
  <UserFrame>
    {({ id }) => (
      <Requires permission="users:read">
        <SecurityOf id={id} />
      </Requires>
    )}
  </UserFrame>
);
export const UserEvents = (): ReactNode => (
  <UserFrame>
    {({ id }) => (
      <Requires permission="events:read" where="anywhere">
        <RecordEvents id={id} />
      </Requires>
    )}
  </UserFrame>
);
