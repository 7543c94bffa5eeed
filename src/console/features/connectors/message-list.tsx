import { graphql, type ResultOf } from '../../data/graphql.ts';
import { createdColumn, creationFilters } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { When } from '../../parts/marks.tsx';
import { MessageMark } from './message-mark.tsx';

const PageDocument = graphql(`
  query Messages(
    $first: Int, $after: String, $last: Int, $before: String, $filter: MessageFilter, $orderBy: MessageOrder
  ) {
    page: messages(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes { id recipient channel template state attempts lastError createdAt sentAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query MessagesCount($filter: MessageFilter) {
    page: messages(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** Messages: all, or those of one connector. */
export const messages: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.messages.title,
  empty: (words) => words.messages.empty,
  rest: '/messages',
  isPolled: true,
  order: '-CREATED_AT',
  orders: [{ field: 'CREATED_AT', title: (words) => words.record.created }],
  filters: [
    { key: 'channel', title: (words) => words.connectors.kind, values: ['EMAIL', 'SMS'] },
    {
      key: 'state',
      title: (words) => words.common.state,
      values: ['PENDING', 'SENT', 'FAILED', 'EXPIRED', 'WITHHELD'],
    },
    { key: 'recipient', title: (words) => words.messages.recipient, input: 'text' },
    {
      key: 'template',
      title: (words) => words.messages.template,
      values: [
        'ACCOUNT_LOCKED',
        'CONNECTOR_TEST',
        'FACTORS_REMOVED',
        'LINK_ADDRESS_CODE',
        'NO_ACCOUNT',
        'ONE_TIME_LINK',
        'ORGANIZATION_INVITATION',
        'PASSWORD_CHANGED',
        'RESET_CODE',
        'SIGN_IN_CODE',
        'SIGN_UP_CODE',
        'TOO_MANY_CODES',
      ],
      isExtra: true,
    },
    { key: 'connectorId', input: 'record', isExtra: true },
    ...creationFilters,
  ],
  columns: [
    { key: 'name', title: (words) => words.messages.recipient, show: ({ recipient }) => recipient, role: 'name' },
    {
      key: 'template',
      title: (words) => words.messages.template,
      show: ({ template, channel }, words) => `${words.label(template)} · ${words.label(channel)}`,
    },
    createdColumn,
    {
      key: 'sent',
      title: (words) => words.messages.sent,
      show: ({ sentAt }) => <When at={sentAt} />,
      role: 'minor',
      isExtra: true,
    },
    {
      key: 'attempts',
      title: (words) => words.messages.attempts,
      show: ({ attempts }, words) => words.number(attempts),
      role: 'minor',
      isExtra: true,
    },
    {
      key: 'error',
      title: (words) => words.connectors.error,
      show: ({ lastError }, words) => lastError ?? words.record.nothing,
      role: 'minor',
    },
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ state }) => <MessageMark state={state} />,
      role: 'state',
    },
  ],
  nameOf: ({ recipient }) => recipient,
  find: {
    hint: (words) => words.messages.recipient,
    read: (recipient) => (/@|^\+?[\d ]+$/.test(recipient) ? { recipient } : null),
  },
};
