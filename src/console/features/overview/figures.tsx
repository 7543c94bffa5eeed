import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Sparkline } from '../../parts/Sparkline.tsx';
import { useWords } from '../../words/index.ts';

const FiguresDocument = graphql(`
  query Figures($users: Boolean!, $exchanges: Boolean!, $events: Boolean!) {
    figures(bucket: DAY) {
      usersCreated @include(if: $users)
      signIns @include(if: $users)
      refusedSignIns @include(if: $users)
      exchangesGranted @include(if: $exchanges)
      exchangesRefused @include(if: $exchanges)
      events @include(if: $events)
    }
  }
`);

const bad: ReadonlySet<string> = new Set(['exchangesRefused', 'refusedSignIns']);
const shown = ['exchangesGranted', 'exchangesRefused', 'signIns', 'refusedSignIns', 'usersCreated', 'events'] as const;

/** The figures of the last 30 days, each day as a bar: the series that the viewer may read. */
export function Figures(): ReactNode {
  const { overview: texts, locale } = useWords();
  const may = useMay();
  const variables = {
    users: may('users:read'),
    exchanges: may('applications:read') && may('resources:read'),
    events: may('events:read'),
  };
  const [{ data, fetching }] = useQuery({ query: FiguresDocument, variables });
  if (fetching && !data) return <Loading lines={3} />;
  const series = shown.flatMap((name) => {
    const values = data?.figures[name];
    return values ? [{ name, values, total: values.reduce((sum, value) => sum + value, 0) }] : [];
  });
  if (series.length === 0) return null;
  return (
    <section className="card padded stack tight">
      <h2>{texts.figures}</h2>
      <dl className="figures">
        {series.map(({ name, values, total }) => (
          <div key={name}>
            <dt>{texts.series[name]}</dt>
            <dd data-tone={bad.has(name) ? 'bad' : undefined}>
              <strong>{total.toLocaleString(locale)}</strong>
              <Sparkline values={values} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
