import type { ReactNode } from 'react';
import { AtOnceButton } from '../../parts/change/at-once/AtOnceButton.tsx';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { LockEnd } from '../../parts/lock-end.tsx';
import { When } from '../../parts/marks.tsx';
import { useTexts } from '../../parts/sign-ins/use-texts.ts';
import { useWords } from '../../words/index.ts';
import { useUser } from './user.ts';

/** Why a person cannot sign in at present, each reason with the change that ends it. */
export function Hindrances(): ReactNode {
  const { id, isSuspended, suspendedAt, deletionDueAt, passwordResetRequiredAt } = useUser();
  const texts = useTexts();
  const { common } = useWords();
  const reactivate = changesOf({ userId: id })(common.reactivate, 'setUserSuspended', { isSuspended: false });
  return (
    <>
      <Locks />
      {deletionDueAt ? (
        <div className="notice row" data-kind="warn">
          <p className="grow">
            {texts.deletionDue} <When at={deletionDueAt} />. {texts.keptBy}
          </p>
          {reactivate}
        </div>
      ) : null}
      {isSuspended && !deletionDueAt ? (
        <div className="notice row" data-kind="warn">
          <p className="grow">
            {texts.suspendedSince} <When at={suspendedAt} />. {texts.suspendedEffect}
          </p>
          {reactivate}
        </div>
      ) : null}
      {passwordResetRequiredAt ? <p className="notice">{texts.resetRequired}</p> : null}
    </>
  );
}

/** The locks after failed attempts, which end at one press. */
function Locks(): ReactNode {
  const { id, displayName, locks } = useUser();
  const texts = useTexts();
  const { label, number } = useWords();
  if (!locks?.length) return null;
  return (
    <div className="notice stack tight" data-kind="bad">
      {locks.map(({ flow, failures, until, device }) => (
        <p key={flow + (device?.id ?? '')}>
          {texts.lockedOut} {label(flow)} · {texts.failures(number(failures))} · <LockEnd until={until} />{' '}
          {device?.label}
        </p>
      ))}
      <div className="row">
        <AtOnceButton operation="unlockUser" input={{ userId: id }} variant="filled">
          {texts.unlockPerson(displayName)}
        </AtOnceButton>
        <span className="soft">{texts.unlockEffect}</span>
      </div>
    </div>
  );
}
