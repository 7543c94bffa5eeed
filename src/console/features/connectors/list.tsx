import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { createdColumn, idColumn, createdId, nameColumn, namedOrders } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { StateMark, When } from '../../parts/marks.tsx';

const PageDocument = graphql(`
  query Connectors(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: ConnectorFilter, $orderBy: ConnectorOrder
  ) {
    page: connectors(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName kind driver isEnabled lastSucceededAt lastFailedAt lastError createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query ConnectorsCount($search: String, $filter: ConnectorFilter) {
    page: connectors(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.connectors.title,
  empty: (words) => words.connectors.empty,
  rest: '/connectors',
  newId: createdId('CONNECTOR'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'kind', title: (words) => words.connectors.kind, values: ['EMAIL', 'SMS'] },
    { key: 'isEnabled', title: (words) => words.state.enabled },
    { key: 'isFailing', title: (words) => words.state.failing },
  ],
  columns: [
    nameColumn,
    {
      key: 'kind',
      title: (words) => words.connectors.kind,
      show: ({ kind, driver }, words) => `${words.label(kind)} · ${words.label(driver)}`,
    },
    {
      key: 'success',
      title: (words) => words.connectors.success,
      show: ({ lastSucceededAt }) => <When at={lastSucceededAt} />,
      role: 'minor',
    },
    {
      key: 'error',
      title: (words) => words.connectors.error,
      show: ({ lastError }, words) => lastError ?? words.record.nothing,
      role: 'minor',
    },
    { ...createdColumn, isExtra: true },
    idColumn,
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ isEnabled }, { state }) => (
        <StateMark tone={isEnabled ? 'good' : 'soft'}>{isEnabled ? state.enabled : state.disabled}</StateMark>
      ),
      role: 'state',
    },
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/connectors/${id}`,
  create: { operation: 'createConnector', title: (words) => words.connectors.create },
  actions: [
    {
      takes: 'one',
      operation: 'updateConnector',
      title: (words) => words.common.edit,
      input: ([row]) => ({ connectorId: row?.id }),
    },
    {
      takes: 'one',
      operation: 'testConnector',
      title: (words) => words.connectors.test,
      input: ([row]) => ({ connectorId: row?.id }),
    },
    {
      takes: 'one',
      operation: 'setConnectorEnabled',
      title: (words) => words.connectors.toggle,
      input: ([row]) => ({ connectorId: row?.id, isEnabled: !row?.isEnabled }),
    },
    {
      takes: 'one',
      operation: 'deleteConnector',
      title: (words) => words.common.delete,
      input: ([row]) => ({ connectorId: row?.id }),
    },
  ],
};

export const Connectors = (): ReactNode => <RecordList list={list} />;
