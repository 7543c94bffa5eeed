import type { ReactNode } from 'react';
import type { OperationName } from '../../data/needs.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { AtOnceButton } from '../../parts/change/at-once/AtOnceButton.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { useTexts } from '../../parts/sign-ins/use-texts.ts';
import { useWords, type Words } from '../../words/index.ts';
import type { Attempt } from './attempt.ts';

type Reason = NonNullable<Attempt['entries'][number]['reason']>;

/** The acts that can help a person, and the pages where something is set that keeps them out. */
type Act = 'link' | 'password' | 'reactivate' | 'factors' | 'providers' | 'experience' | 'users';

/** The acts that help after a refusal. After the other reasons, only the person can do something. */
const acts: Readonly<Partial<Record<Reason, readonly Act[]>>> = {
  ACCOUNT_EXISTS: ['users'],
  ACCOUNT_LOCKED: ['link'],
  ACCOUNT_SUSPENDED: ['reactivate'],
  ADDRESS_IN_USE: ['users'],
  ADDRESS_UNVERIFIED: ['link'],
  CODE_EXPIRED: ['link'],
  CODE_USED: ['link'],
  DELETION_PENDING: ['reactivate'],
  IDENTITY_DOMAIN: ['providers'],
  IDENTITY_INVALID: ['providers'],
  IDENTITY_REFUSED: ['providers', 'link'],
  IDENTITY_UNLINKED: ['link'],
  LINK_INVALID: ['link'],
  NO_PASSWORD: ['link', 'password'],
  PASSKEY_UNUSABLE: ['factors'],
  PROVIDER_DISABLED: ['providers'],
  PROVIDER_UNREACHABLE: ['providers'],
  SIGN_UP_CLOSED: ['users', 'experience'],
  SSO_REQUIRED: ['providers'],
  TOO_MANY_MESSAGES: ['link'],
  UNKNOWN_ACCOUNT: ['users'],
  WRONG_CODE: ['link'],
  WRONG_LINK: ['link'],
  WRONG_PASSKEY: ['factors', 'link'],
  WRONG_PASSWORD: ['link', 'password'],
};

/** The advice after a refusal, with the acts that follow it: a lock ends at one press. Nothing after a success. */
export function Help({ attempt: { user, state, entries } }: { attempt: Attempt }): ReactNode {
  const texts = useTexts();
  const reason = entries.findLast((entry) => entry.reason !== null)?.reason;
  if (!reason || state === 'FINISHED') return null;
  const isLocked = Boolean(user?.locks?.length);
  const [, advice] = texts.reasons[isLocked ? 'ACCOUNT_LOCKED' : reason];
  return (
    <section className="card padded stack tight" aria-label={texts.helps}>
      <h2>{texts.helps}</h2>
      <p>
        {advice} {isLocked ? <span className="soft">{texts.unlockEffect}</span> : null}
      </p>
      <div className="row">
        {user && isLocked ? (
          <AtOnceButton operation="unlockUser" input={{ userId: user.id }} variant="filled">
            {texts.unlockPerson(nameWithLine(user))}
          </AtOnceButton>
        ) : null}
        {acts[reason]?.map((act) => (
          <ActButton key={act} act={act} userId={user?.id} />
        ))}
      </div>
    </section>
  );
}

/** The changes among them. */
const changes: Readonly<
  Partial<Record<Act, { operation: OperationName; more?: object; title: (words: Words) => string }>>
> = {
  link: { operation: 'createOneTimeToken', title: ({ attempts }) => attempts.sendLink },
  password: { operation: 'setUserPassword', title: ({ users }) => users.setPassword },
  factors: { operation: 'removeUserFactors', title: ({ attempts }) => attempts.removeFactors },
  reactivate: {
    operation: 'setUserSuspended',
    more: { isSuspended: false },
    title: ({ common }) => common.reactivate,
  },
};

/** The pages among them. */
const pages: Readonly<Partial<Record<Act, { to: string; title: (words: Words) => string }>>> = {
  providers: { to: '/sign-in/identity-providers', title: ({ navigation }) => navigation.identityProviders },
  experience: { to: '/sign-in', title: ({ navigation }) => navigation.experience },
  users: { to: '/users', title: ({ navigation }) => navigation.users },
};

/** A change of the person, if it is known who it is; or the way to a page. */
function ActButton({ act, userId }: { act: Act; userId: string | undefined }): ReactNode {
  const words = useWords();
  const change = changes[act];
  const page = pages[act];
  if (change && userId !== undefined)
    return (
      <ChangeButton operation={change.operation} input={{ userId, ...change.more }}>
        {change.title(words)}…
      </ChangeButton>
    );
  return page ? <LinkButton to={page.to}>{page.title(words)}</LinkButton> : null;
}
