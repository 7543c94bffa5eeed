import type { ReactNode } from 'react';
import { plainName } from '../../data/plain-names.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { InlineJson } from '../../parts/InlineJson.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useUser } from './user.ts';

/** Who a user is. */
export function UserProfile(): ReactNode {
  const words = useWords();
  const user = useUser();
  const verified = (value: string | null, at: string | null): ReactNode => (
    <>
      {value ?? words.record.nothing} {value && at ? <span className="good">✓ {words.users.verified}</span> : null}
    </>
  );
  return (
    <>
      <Deletion />
      <div className="card padded">
        <Facts
          facts={[
            [words.common.name, <bdi key="name">{plainName(user.name ?? words.record.nothing)}</bdi>],
            [words.common.email, verified(user.email, user.emailVerifiedAt)],
            [words.common.username, user.username ?? words.record.nothing],
            [words.users.phone, verified(user.phone, user.phoneVerifiedAt)],
            [words.users.password, user.hasPassword ? words.list.yes : words.list.no],
            [words.common.lastSignIn, <When key="at" at={user.lastSignInAt} />],
            [words.record.created, <When key="at" at={user.createdAt} />],
            [words.record.updated, <When key="at" at={user.updatedAt} />],
            [words.common.customData, <InlineJson key="data" value={user.customData} />],
          ]}
        />
      </div>
    </>
  );
}

/** When the account is deleted, if its person has deleted it, with the change that keeps it. */
function Deletion(): ReactNode {
  const { id, deletionDueAt } = useUser();
  const { users: texts, common } = useWords();
  if (!deletionDueAt) return null;
  return (
    <div className="notice row" data-kind="warn">
      <p className="grow">
        {texts.deletionDue} <When at={deletionDueAt} />. {texts.keptBy}
      </p>
      {changesOf({ userId: id })(common.reactivate, 'setUserSuspended', { isSuspended: false })}
    </div>
  );
}
