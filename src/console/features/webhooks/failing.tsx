import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useWebhook } from './webhook.ts';

/** Why a webhook fails, since when, and when it is tried again. Nothing while it works. */
export function Failing(): ReactNode {
  const { failingSince, lastAttempted, nextAttemptAt, isEnabled } = useWebhook();
  const { webhooks: texts } = useWords();
  if (!failingSince || !lastAttempted?.lastAttempt) return null;
  const { status, failure, error, startedAt } = lastAttempted.lastAttempt;
  return (
    <section className="notice stack tight" data-kind="bad" aria-label={texts.failing}>
      <strong>
        ✗ {texts.lastError} {failure === 'STATUS' ? status : error}
      </strong>
      <span className="row">
        <span>
          {texts.failingSince} <When at={failingSince} /> · {texts.lastAttempt} <When at={startedAt} />
          {nextAttemptAt ? (
            <>
              {' '}
              · {texts.nextAttempt} <When at={nextAttemptAt} />
            </>
          ) : null}
        </span>
        <Link to={`/deliveries/${lastAttempted.id}`}>{texts.seeAttempt}</Link>
        {nextAttemptAt ? (
          <ChangeButton operation="redeliverDelivery" input={{ deliveryId: lastAttempted.id }}>
            {texts.tryNow}…
          </ChangeButton>
        ) : null}
      </span>
      <span className="soft">{isEnabled ? texts.sendsItself : texts.sendsEnabled}</span>
    </section>
  );
}
