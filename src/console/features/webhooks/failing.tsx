import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AtOnceButton } from '../../parts/change/at-once/AtOnceButton.tsx';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { countText } from '../../parts/list/Count.tsx';
import { StateMark, When } from '../../parts/marks.tsx';
import { useHasBeen } from '../../parts/use-has-been.ts';
import { useWords } from '../../words/index.ts';
import { firstMissingAt, sendMissing } from './resend.ts';
import { totalOf, useStateCounts } from './state-counts.ts';
import { useWebhook, type Webhook } from './webhook.ts';

/** The failure of a webhook: its beginning and cause, the next attempt, and the buttons that send what is missing. */
export function Failing(): ReactNode {
  const webhook = useWebhook();
  const { webhooks: texts } = useWords();
  const { failingSince, isEnabled, FAILED: failed } = webhook;
  const hasFailed = useHasBeen(failingSince !== null);
  const isGivenUp = !isEnabled && webhook.disabledReason !== 'REQUESTED';
  if (failingSince || isGivenUp)
    return (
      <section className="notice stack" data-kind="bad" aria-label={texts.failing}>
        <Cause />
        <Remedies />
        <Attempts attempts={webhook.lastAttempted?.attempts ?? []} />
      </section>
    );
  if (failed?.nodes.length)
    return (
      <section className="notice stack tight" data-kind="warn" aria-label={texts.missing}>
        <strong>{texts.missing}</strong>
        <span>
          {texts.missingSince} <When at={firstMissingAt(webhook)} />
        </span>
        <Remedies />
      </section>
    );
  if (!hasFailed) return null;
  return (
    <section role="status" className="notice stack tight" data-kind="good" aria-label={texts.recovered}>
      <strong>✓ {texts.recovered}</strong>
      {firstMissingAt(webhook) ? <Remedies /> : null}
    </section>
  );
}

/** The answer to the last attempt as a sentence has it: its status, or why there was none. */
const answerOf = ({ failure, status, error }: NonNullable<NonNullable<Webhook['lastAttempted']>['lastAttempt']>) =>
  failure === 'STATUS' ? status : error;

function Cause(): ReactNode {
  const { failingSince, lastAttempted, nextAttemptAt, isEnabled } = useWebhook();
  const { webhooks: texts } = useWords();
  const last = lastAttempted?.lastAttempt;
  return (
    <div className="stack tight">
      <strong>
        ✗ {failingSince ? texts.failingSince : texts.givenUp} {failingSince ? <When at={failingSince} isDated /> : null}
      </strong>
      {last && lastAttempted ? (
        <span>
          {texts.lastError} {answerOf(last)} · <When at={last.startedAt} /> ·{' '}
          <Link to={`/deliveries/${lastAttempted.id}`}>{texts.seeAttempt}</Link>
        </span>
      ) : null}
      {last?.responseBody ? <code>{last.responseBody.slice(0, 300)}</code> : null}
      <span>
        {nextAttemptAt ? (
          <>
            {texts.nextAttempt} <When at={nextAttemptAt} />.{' '}
          </>
        ) : null}
        <span className="soft">{isEnabled ? texts.sendsItself : texts.sendsEnabled}</span>
      </span>
    </div>
  );
}

/** The remedies of a failure: an attempt now, and everything that has not arrived; each at one press. */
function Remedies(): ReactNode {
  const webhook = useWebhook();
  const words = useWords();
  const { webhooks: texts, common } = words;
  const total = totalOf(useStateCounts(webhook.id));
  const { lastAttempted, failingSince, nextAttemptAt, isEnabled, id } = webhook;
  if (!isEnabled)
    return (
      <div className="row">
        <ChangeButton operation="setWebhookEnabled" input={{ webhookId: id, isEnabled: true }}>
          {common.enable}…
        </ChangeButton>
      </div>
    );
  return (
    <div className="row">
      {failingSince && nextAttemptAt && lastAttempted ? (
        <AtOnceButton operation="redeliverDelivery" input={{ deliveryId: lastAttempted.id }}>
          {texts.tryNow}
        </AtOnceButton>
      ) : null}
      <AtOnceButton operation="redeliverMissingSince" input={sendMissing(webhook)} variant="filled">
        {texts.sendAll}
      </AtOnceButton>
      {total ? (
        <span className="soft">{texts.undelivered(total.totalCount, countText(total, words) ?? '')}</span>
      ) : null}
    </div>
  );
}

/** Attempts that are shown. */
const mostAttempts = 5;

interface AttemptsProps {
  attempts: readonly {
    number: number;
    startedAt: string;
    durationMs: number;
    status: number | null;
    error: string | null;
  }[];
}

/** The attempts of the delivery that failed last, the newest first. */
function Attempts({ attempts }: AttemptsProps): ReactNode {
  const { webhooks: texts, common } = useWords();
  if (attempts.length === 0) return null;
  return (
    <div>
      <span id="attempts" className="soft">
        {texts.attempts}
      </span>
      <ol className="plain-list" aria-labelledby="attempts">
        {attempts
          .toReversed()
          .slice(0, mostAttempts)
          .map(({ number, startedAt, durationMs, status, error }) => (
            <li key={number} className="row">
              <StateMark tone={error === null ? 'good' : 'bad'}>{status ?? error}</StateMark>
              <span className="soft">
                <When at={startedAt} /> · {common.attempt(number, durationMs)}
              </span>
            </li>
          ))}
      </ol>
    </div>
  );
}
