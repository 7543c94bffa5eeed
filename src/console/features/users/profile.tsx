import { type ReactNode, Suspense } from 'react';
import { plainName } from '../../data/records/plain-names.ts';
import { InlineJson } from '../../parts/code/InlineJson.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Timeline } from '../../parts/sign-ins/Timeline.tsx';
import { useWords } from '../../words/index.ts';
import { Hindrances } from './hindrances.tsx';
import { useUser } from './user.ts';

/** The data of a user, the obstacles to their sign-in, and their timeline. */
export function UserProfile(): ReactNode {
  const { id } = useUser();
  return (
    <>
      <Suspense>
        <Hindrances />
      </Suspense>
      <div className="person">
        <Profile />
        <Suspense fallback={<Loading lines={6} />}>
          <Timeline id={id} />
        </Suspense>
      </div>
    </>
  );
}

function Profile(): ReactNode {
  const words = useWords();
  const user = useUser();
  const verified = (value: string | null, at: string | null): ReactNode => (
    <>
      {value ?? words.record.nothing} {value && at ? <span className="good">✓ {words.users.verified}</span> : null}
    </>
  );
  return (
    <section className="card padded at-start stack" aria-label={words.users.tabs.profile}>
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
      <div className="row">
        <LinkButton to="/explain" search={{ user: user.id }}>
          {words.users.explain}
        </LinkButton>
      </div>
    </section>
  );
}
