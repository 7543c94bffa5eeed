import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { subjectName } from '../../parts/events/EventRow.tsx';
import { idColumn } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { isRecordId } from '../../parts/record/record-id.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { When } from '../../parts/marks.tsx';
import { eventFilters, meets } from './filters.ts';

// The ids of subjects and actors have other names here: an event about one of them changes no event of the list.
const PageDocument = graphql(`
  query Events($first: Int, $after: String, $last: Int, $before: String, $filter: EventFilter, $orderBy: EventOrder) {
    page: events(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes {
        id typeName timestamp organizationId
        subject { kind recordId: id label }
        actor { kind recordId: id label }
        cause { operation channel requestId }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query EventsCount($filter: EventFilter) {
    page: events(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.navigation.audit,
  empty: (words) => words.eventRows.none,
  rest: '/events',
  newId: (event, where) => (meets(event, where) ? event.id : null),
  order: '-POSITION',
  orders: [{ field: 'POSITION', title: (words) => words.events.when }],
  find: {
    hint: (words) => words.events.finds,
    read: (text) => {
      if (/^req_\w+$/.test(text)) return { requestId: text };
      if (/^[0-9a-f]{32}$/.test(text)) return { traceId: text };
      return isRecordId(text) ? { subjectId: text } : null;
    },
  },
  filters: eventFilters,
  columns: [
    {
      key: 'type',
      title: (words) => words.common.type,
      show: ({ typeName }) => <code>{typeName}</code>,
      role: 'name',
    },
    {
      key: 'when',
      title: (words) => words.events.when,
      show: ({ timestamp }) => <When at={timestamp} />,
      role: 'state',
      order: 'POSITION',
    },
    {
      key: 'about',
      title: (words) => words.events.about,
      show: ({ subject }, words) => <Who id={subject.recordId} label={subjectName(subject, words)} />,
    },
    {
      key: 'by',
      title: (words) => words.common.by,
      show: ({ actor }, words) => <Who id={actor.recordId} label={actor.label ?? words.label(actor.kind)} />,
    },
    {
      key: 'operation',
      title: (words) => words.common.operation,
      show: ({ cause }) => <code>{cause.operation}</code>,
      role: 'minor',
      isExtra: true,
    },
    {
      key: 'channel',
      title: (words) => words.events.channel,
      show: ({ cause }, words) => words.label(cause.channel),
      role: 'minor',
      isExtra: true,
    },
    {
      key: 'request',
      title: (words) => words.common.idFilters.requestId,
      show: ({ cause: { requestId } }) => (
        <Link to="/events" search={{ where: { requestId } }}>
          <code>{requestId}</code>
        </Link>
      ),
      role: 'minor',
      isExtra: true,
    },
    {
      key: 'organization',
      title: (words) => words.kinds.Organization,
      show: ({ organizationId }, { record }) =>
        organizationId ? <Who id={organizationId} label={null} /> : record.nothing,
      role: 'minor',
      isExtra: true,
    },
    idColumn,
  ],
  nameOf: ({ typeName }) => typeName,
  pathOf: ({ id }) => `/events/${id}`,
};

/** The page of all events, newest first. */
export const Audit = (): ReactNode => <RecordList list={list} />;
