import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAgainWhile } from '../../data/use-again-while.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { Code } from '../../parts/Code.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { StateMark, When, Who } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/RecordFrame.tsx';
import { RecordHeader } from '../../parts/RecordHeader.tsx';
import { useWords } from '../../words/index.ts';
import { DeliveryMark } from './delivery-mark.tsx';

const DeliveryDocument = graphql(`
  query Delivery($id: ID!) {
    webhookDelivery(id: $id) {
      id status eventType eventId createdAt firstAttemptAt nextAttemptAt finishedAt redelivery sequence previousEventId
      webhook { id displayName }
      attempts { number startedAt durationMs status failure error requestHeaders responseBody }
    }
  }
`);

/** A delivery: its event, its state, and each attempt with what was sent and answered. */
export function Delivery(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: DeliveryDocument, variables: { id } });
  useAgainWhile(data?.webhookDelivery?.finishedAt === null, again);
  const { deliveries: texts } = words;
  return (
    <RecordFrame record={data?.webhookDelivery} error={error} isLoading={fetching} again={again}>
      {(delivery) => (
        <article className="stack">
          <RecordHeader
            name={delivery.eventType.toLowerCase()}
            id={id}
            state={<DeliveryMark status={delivery.status} />}
            actions={[{ title: words.webhooks.resend, operation: 'redeliverDelivery', input: { deliveryId: id } }]}
          />
          <div className="card padded">
            <Facts
              facts={[
                [
                  texts.webhook,
                  <Who key="webhook" id={delivery.webhook?.id ?? null} label={delivery.webhook?.displayName ?? null} />,
                ],
                [texts.event, <Who key="event" id={delivery.eventId} label={null} />],
                [
                  texts.previous,
                  delivery.previousEventId ? (
                    <Who key="previous" id={delivery.previousEventId} label={null} />
                  ) : (
                    words.record.nothing
                  ),
                ],
                [words.record.created, <When key="created" at={delivery.createdAt} />],
                [texts.next, <When key="next" at={delivery.nextAttemptAt} />],
                [texts.finished, <When key="finished" at={delivery.finishedAt} />],
              ]}
            />
          </div>
          {delivery.attempts.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </article>
      )}
    </RecordFrame>
  );
}

type AttemptRecord = NonNullable<ResultOf<typeof DeliveryDocument>['webhookDelivery']>['attempts'][number];

function Attempt({ attempt }: { attempt: AttemptRecord }): ReactNode {
  const { deliveries: texts, webhooks } = useWords();
  const headers = Object.entries(attempt.requestHeaders);
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{webhooks.attempt(attempt.number, attempt.durationMs)}</h2>
        <When at={attempt.startedAt} />
        <StateMark tone={attempt.failure ? 'bad' : 'good'}>{attempt.status ?? attempt.error ?? ''}</StateMark>
      </div>
      {attempt.error ? <p className="soft">{attempt.error}</p> : null}
      <h3>{texts.sent}</h3>
      <Code label={texts.sent}>{headers.map(([name, value]) => `${name}: ${String(value)}`).join('\n')}</Code>
      {attempt.responseBody ? (
        <>
          <h3>{texts.answered}</h3>
          <Code label={texts.answered}>{attempt.responseBody}</Code>
        </>
      ) : null}
    </section>
  );
}
