import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAttempts } from '../../data/attempts.ts';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { eventTypeName } from '../../data/feed/use-event-types.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { Facts } from '../../parts/record/Facts.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { When } from '../../parts/marks.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { RecordHeader } from '../../parts/record/RecordHeader.tsx';
import { useWords } from '../../words/index.ts';
import { AttemptSection } from './attempt.tsx';
import { DeliveryBody } from './body.tsx';
import { DeliveryMark } from '../../parts/delivery-mark.tsx';

const DeliveryDocument = graphql(`
  query Delivery($id: ID!, $withBody: Boolean!) {
    webhookDelivery(id: $id) {
      id status eventType eventId createdAt firstAttemptAt nextAttemptAt finishedAt redelivery sequence previousEventId
      webhook { id displayName }
      body @include(if: $withBody)
      missingBodyReason @include(if: $withBody)
      attempts { number startedAt durationMs status failure error requestHeaders bodySha256 responseBody }
    }
  }
`);

/** A delivery: its event, its state, and each attempt with what was sent and answered. */
export function Delivery(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const withBody = useMay()('events:read');
  const [{ data, error, fetching }, again] = useQuery({ query: DeliveryDocument, variables: { id, withBody } });
  // The answer at the beginning may be older than the subscription.
  useAttempts(data?.webhookDelivery?.webhook?.id);
  const { deliveries: texts } = words;
  return (
    <RecordFrame record={data?.webhookDelivery} error={error} isLoading={fetching} again={again}>
      {(delivery) => (
        <article className="stack">
          <RecordHeader
            name={eventTypeName(delivery.eventType)}
            id={id}
            state={<DeliveryMark status={delivery.status} />}
            actions={[{ title: words.common.resend, operation: 'redeliverDelivery', input: { deliveryId: id } }]}
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
                [words.common.finished, <When key="finished" at={delivery.finishedAt} />],
              ]}
            />
          </div>
          {delivery.attempts.length === 0 && withBody ? (
            <section className="card padded stack tight">
              <h2>{texts.nextBody}</h2>
              <DeliveryBody {...delivery} />
            </section>
          ) : null}
          {delivery.attempts.toReversed().map((attempt) => (
            <AttemptSection key={attempt.number} attempt={attempt} delivery={delivery} withBody={withBody} />
          ))}
        </article>
      )}
    </RecordFrame>
  );
}
