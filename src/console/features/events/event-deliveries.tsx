import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { followAttempts } from '../../data/attempts.ts';
import { graphql } from '../../data/graphql.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { attemptText, DeliveryMark } from '../../parts/delivery-mark.tsx';
import { Identity } from '../../parts/identity/Identity.tsx';
import { When } from '../../parts/marks.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { useWords } from '../../words/index.ts';

const EventDeliveriesDocument = graphql(`
  query EventDeliveries($id: ID!, $after: String) {
    page: webhookDeliveries(first: 50, after: $after, filter: { eventId: $id }) {
      nodes { id status createdAt webhook { id displayName url } lastAttempt { number status error durationMs } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The webhooks that an event was sent to, and how each delivery ended. They change as they are attempted. */
export function EventDeliveries({ id }: { id: string }): ReactNode {
  const words = useWords();
  const [{ data }, again] = useQuery({ query: EventDeliveriesDocument, variables: { id } });
  useEffect(
    () =>
      followAttempts(null, (deliveries) => {
        if (deliveries.some(({ eventId }) => eventId === id)) again({ requestPolicy: 'network-only' });
      }),
    [id, again],
  );
  return (
    <RecordSection
      title={words.navigation.deliveries}
      empty={words.events.notSent}
      isSearchable={false}
      first={data?.page}
      document={EventDeliveriesDocument}
      variables={{ id }}
    >
      {(delivery) => (
        <li key={delivery.id} className="delivery-row">
          <DeliveryMark status={delivery.status} />
          <Link to={`/deliveries/${delivery.id}`}>
            {delivery.webhook ? <Identity record={delivery.webhook} /> : delivery.id}
          </Link>
          <When at={delivery.createdAt} />
          <span className="soft">{attemptText(delivery.lastAttempt, words)}</span>
          <ChangeButton operation="redeliverDelivery" input={{ deliveryId: delivery.id }}>
            {words.common.resend}…
          </ChangeButton>
        </li>
      )}
    </RecordSection>
  );
}
