import { followAttempts } from '../../data/attempts.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { kindOfId } from '../../data/records/record-names.ts';
import { createdColumn, idColumn } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { isRecordId } from '../../parts/record/record-id.ts';
import { Identity } from '../../parts/identity/Identity.tsx';
import { When } from '../../parts/marks.tsx';
import { EventTypeName } from '../../parts/events/EventTypeName.tsx';
import { attemptText, DeliveryMark } from '../../parts/delivery-mark.tsx';

const PageDocument = graphql(`
  query Deliveries(
    $first: Int, $after: String, $last: Int, $before: String, $filter: WebhookDeliveryFilter, $orderBy: WebhookDeliveryOrder
  ) {
    page: webhookDeliveries(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes {
        id status eventType createdAt nextAttemptAt
        webhook { id displayName url }
        lastAttempt { number status error durationMs }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query DeliveriesCount($filter: WebhookDeliveryFilter) {
    page: webhookDeliveries(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** Announces deliveries at their first attempt, if their conditions are known from the subscription. */
const followNew: ListDefinition<Row>['follow'] = (where, onNew, onBegin) => {
  const { webhookId, status, eventTypes, ...others } = where;
  const isKnown = Object.keys(others).length === 0;
  return followAttempts(typeof webhookId === 'string' ? webhookId : null, (deliveries, isFirst) => {
    if (isFirst) onBegin();
    const fresh = deliveries.filter(
      (delivery) =>
        delivery.lastAttempt?.number === 1 &&
        (status === undefined || delivery.status === status) &&
        (eventTypes === undefined || delivery.eventType === eventTypes),
    );
    if (isKnown) onNew(fresh.map(({ id }) => id));
  });
};

/** Deliveries: of all webhooks, or of one. */
export const deliveries: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.navigation.deliveries,
  empty: (words) => words.webhooks.none,
  rest: ({ webhookId }) => (typeof webhookId === 'string' ? `/webhooks/${webhookId}/deliveries` : null),
  follow: followNew,
  order: '-CREATED_AT',
  orders: [{ field: 'CREATED_AT', title: (words) => words.record.created }],
  find: {
    hint: (words) => words.deliveries.finds,
    read: (text) => {
      if (!isRecordId(text)) return null;
      return kindOfId(text)?.kind === 'event' ? { eventId: text } : { subjectId: text };
    },
  },
  filters: [
    { key: 'status', title: (words) => words.common.state, values: ['DELIVERED', 'FAILED', 'PENDING', 'WAITING'] },
    {
      key: 'failure',
      title: (words) => words.deliveries.failure,
      values: ['REFUSED', 'DNS', 'CONNECT', 'TLS', 'TIMEOUT', 'BODY', 'STATUS'],
    },
    { key: 'isRedelivery', title: (words) => words.deliveries.again, isExtra: true },
    { key: 'eventTypes', title: (words) => words.common.type, input: 'event type', read: (type) => [type] },
    { key: 'httpStatus', title: (words) => words.deliveries.httpStatus, input: 'number', read: Number },
    { key: 'eventId', title: (words) => words.deliveries.event, input: 'text', isExtra: true },
    { key: 'subjectId', title: (words) => words.common.idFilters.subjectId, input: 'text', isExtra: true },
    { key: 'webhookId', title: (words) => words.deliveries.webhook, input: 'record' },
    { key: 'createdAfter', title: (words) => words.common.since, input: 'time', isExtra: true },
    { key: 'createdBefore', title: (words) => words.common.until, input: 'time', isExtra: true },
  ],
  columns: [
    {
      key: 'type',
      title: (words) => words.deliveries.event,
      show: ({ eventType }) => <EventTypeName type={eventType} />,
      role: 'name',
    },
    {
      key: 'webhook',
      title: (words) => words.deliveries.webhook,
      show: ({ webhook }, { record }) => (webhook ? <Identity record={webhook} /> : record.nothing),
    },
    createdColumn,
    {
      key: 'attempt',
      title: (words) => words.deliveries.lastAttempt,
      show: ({ lastAttempt }, words) => (
        <span className="wrapped">{attemptText(lastAttempt, words) ?? words.record.nothing}</span>
      ),
      role: 'minor',
    },
    {
      key: 'next',
      title: (words) => words.deliveries.next,
      show: ({ nextAttemptAt }, { record }) => (nextAttemptAt ? <When at={nextAttemptAt} /> : record.nothing),
      role: 'minor',
      isExtra: true,
    },
    idColumn,
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ status }) => <DeliveryMark status={status} />,
      role: 'state',
    },
  ],
  nameOf: ({ eventType }, words) => words.label(eventType),
  pathOf: ({ id }) => `/deliveries/${id}`,
  actions: [
    {
      operation: 'redeliverDeliveries',
      title: (words, number) => words.list.act(words.common.resend, number),
      input: (rows) => ({ items: rows.map(({ id: deliveryId }) => ({ deliveryId })) }),
    },
  ],
};
