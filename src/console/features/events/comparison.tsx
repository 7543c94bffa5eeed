import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useTimeFormat } from '../../parts/time/time-format.ts';
import { recordInEvent } from '../../parts/change/preview/record-in-event.ts';
import { shownValue } from '../../parts/change/conflict/shown-value.ts';
import { Rows } from '../../parts/list/Rows.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useWords, type Words } from '../../words/index.ts';

const OthersDocument = graphql(`
  query OtherEvents($subject: ID!) {
    events(first: 100, filter: { subjectId: $subject }, orderBy: { field: POSITION, direction: DESC }) {
      nodes { id typeName timestamp }
    }
  }
`);

const ComparedDocument = graphql(`
  query ComparedEvent($id: ID!) { event(id: $id) { id typeName timestamp data subject { id } } }
`);

type Compared = NonNullable<ResultOf<typeof ComparedDocument>['event']>;

const timeForm = { dateStyle: 'medium', timeStyle: 'medium' } as const;

/** The record of an event beside what it was at another event: the fields that differ. */
export function Comparison({ event }: { event: Compared }): ReactNode {
  const words = useWords();
  const timeOf = useTimeFormat(timeForm);
  const { compare } = useAddress();
  const setAddress = useSetAddress();
  const [{ data }] = useQuery({ query: OthersDocument, variables: { subject: event.subject.id } });
  const others = (data?.events?.nodes ?? []).filter(({ id }) => id !== event.id);
  if (others.length === 0 && !compare) return null;
  const options = others.map(({ id, typeName, timestamp }) => ({
    value: id,
    label: `${typeName} · ${timeOf(timestamp)}`,
  }));
  return (
    <section className="card padded stack tight" aria-labelledby="comparison">
      <div className="row">
        <h2 className="grow" id="comparison">
          {words.events.comparison.title}
        </h2>
        <Select
          aria-label={words.events.comparison.other}
          placeholder={words.events.comparison.choose}
          data={options}
          value={options.some(({ value }) => value === compare) ? (compare ?? null) : null}
          searchable
          clearable
          w="min(26rem, 100%)"
          onChange={(id) => setAddress({ compare: id ?? undefined })}
        />
      </div>
      {compare ? <Compare event={event} otherId={compare} /> : <p className="soft">{words.events.comparison.text}</p>}
    </section>
  );
}

function Compare({ event, otherId }: { event: Compared; otherId: string }): ReactNode {
  const words = useWords();
  const timeOf = useTimeFormat(timeForm);
  const [{ data, error, fetching }, again] = useQuery({ query: ComparedDocument, variables: { id: otherId } });
  const other = data?.event;
  if (!other) return error ? <Fault error={error} again={again} /> : fetching ? <Loading /> : <NotComparable />;
  if (other.subject.id !== event.subject.id) return <NotComparable />;
  const [earlier, later] = [other, event].toSorted((one, next) => one.timestamp.localeCompare(next.timestamp));
  const rows = differencesOf(words, recordOf(earlier), recordOf(later));
  if (rows.length === 0) return <p>{words.events.comparison.same}</p>;
  const column = (key: 'earlier' | 'later', at: string | undefined) => ({
    key,
    title: () => timeOf(at ?? ''),
    show: (row: Difference) => <span className="compared">{row[key]}</span>,
  });
  return (
    <Rows
      list={{
        title: () => words.events.comparison.title,
        nameOf: ({ id }) => id,
        columns: [
          {
            key: 'field',
            title: () => words.events.comparison.field,
            show: ({ id }) => <code>{id}</code>,
            role: 'name',
          },
          column('earlier', earlier?.timestamp),
          column('later', later?.timestamp),
        ],
      }}
      rows={rows}
    />
  );
}

const NotComparable = (): ReactNode => <p className="soft">{useWords().events.comparison.notComparable}</p>;

interface Difference {
  /** The name of the field. */
  id: string;
  earlier: string;
  later: string;
}

const recordOf = (event: Compared | undefined): Record<string, unknown> =>
  flat((event && recordInEvent(event.data)) ?? {});

/** The members of a record, those of its objects by their paths. */
function flat(record: object, path = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value, `${path}${name}.`))
        : [[path + name, value] as const],
    ),
  );
}

type Values = Record<string, unknown>;

function differencesOf(words: Words, earlier: Values, later: Values): Difference[] {
  const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return [...names].flatMap((id) => {
    const [before, after] = [shownValue(words, id, earlier[id]), shownValue(words, id, later[id])];
    return before === after ? [] : [{ id, earlier: before, later: after }];
  });
}
