import type { ReactNode } from 'react';
import { nameWithLine } from '../../data/records/recognition.ts';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { LockEnd } from '../../parts/lock-end.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { refusalOf } from '../../parts/sign-ins/timeline.ts';
import { useTexts } from '../../parts/sign-ins/use-texts.ts';
import { useWords } from '../../words/index.ts';
import type { Attempt } from './attempt.ts';

/** A sign-in as a story: who wanted what, from where, what failed, and until when it is so. */
export function Story({ attempt }: { attempt: Attempt }): ReactNode {
  const texts = useTexts();
  const { user, application, purpose, state, ipAddress, device, createdAt, entries } = attempt;
  const refusal = refusalOf(entries, texts);
  const place = [
    ipAddress,
    device ?? texts.unknownBrowser,
    application ? texts.onTheWayTo(nameWithLine(application)) : null,
  ].filter((part) => part !== null);
  return (
    <section className="card padded stack tight" aria-labelledby="story">
      <h2 id="story">
        {texts.tried[purpose](user ? nameWithLine(user) : texts.someone)} {texts.outcomes[state]}
      </h2>
      <Facts
        facts={[
          [texts.who, user ? <IdentityLink key="who" record={user} /> : texts.someone],
          [
            texts.where,
            <span key="where">
              {place.join(' · ')} · <When at={createdAt} isDated />
            </span>,
          ],
          [texts.what, <span key="what">{refusal === null ? texts.nothingFailed : `${capitalized(refusal)}.`}</span>],
          ...(refusal === null ? [] : ([[texts.until, <Until key="until" attempt={attempt} />]] as const)),
        ]}
      />
    </section>
  );
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Until when the person is locked out, and after how many failures; or that no lock holds. */
function Until({ attempt: { user, lockedUntil } }: { attempt: Attempt }): ReactNode {
  const texts = useTexts();
  const { label, number } = useWords();
  if (!user && lockedUntil) return <LockEnd until={lockedUntil} />;
  if (!user?.locks?.length)
    return <StateMark tone="good">{lockedUntil === null ? texts.noLock : texts.unlocked}</StateMark>;
  return (
    <ul className="plain-list">
      {user.locks.map(({ flow, failures, until }) => (
        <li key={flow + until}>
          <StateMark tone="bad">
            {label(flow)}: {texts.failures(number(failures))} · <LockEnd until={until} />
          </StateMark>
        </li>
      ))}
    </ul>
  );
}
