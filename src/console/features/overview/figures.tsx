import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { BarChart } from '../../parts/charts/BarChart.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useTimeFormat } from '../../parts/time/time-format.ts';
import { useWords } from '../../words/index.ts';
import { bad, series, type SeriesName, seriesNames, targetOf } from './series.ts';
import { useTexts } from './use-texts.ts';

const FiguresDocument = graphql(`
  query Figures($since: DateTime!, $users: Boolean!, $exchanges: Boolean!, $events: Boolean!) {
    figures(bucket: DAY, since: $since) {
      starts
      usersCreated @include(if: $users)
      signIns @include(if: $users)
      refusedSignIns @include(if: $users)
      exchangesGranted @include(if: $exchanges)
      exchangesRefused @include(if: $exchanges)
      events @include(if: $events)
    }
  }
`);

const day = 86_400_000;
/** Milliseconds between two readings: the platform counts once a minute, without an event. */
const reading = 20_000;
const minutes = { timeStyle: 'short' } as const;
/** Days between two dates of the axis. */
const ticks = 7;

interface ReadableSeries {
  name: SeriesName;
  values: readonly number[];
  total: number;
}

/** The figures of the last 30 days that the viewer may read: their sums, and the course of one of them. */
export function Figures(): ReactNode {
  const may = useMay();
  const holds = (name: SeriesName): boolean => series[name].every((permission) => may(permission));
  const readable = seriesNames.filter(holds);
  // The bucket with this time is the first of thirty.
  const since = useMemo(() => new Date(Date.now() - 29 * day).toISOString(), []);
  const variables = { since, users: holds('signIns'), exchanges: holds('exchangesGranted'), events: holds('events') };
  const [{ data, error }, again] = useQuery({ query: FiguresDocument, variables, pause: readable.length === 0 });
  useAgainWhile(readable.length > 0, again, reading);
  const readAt = useMemo(() => new Date().toISOString(), [data]);
  if (readable.length === 0) return null;
  if (!data) return error ? <Fault error={error} again={again} /> : <Loading lines={6} />;
  const shown = readable.flatMap((name): ReadableSeries[] => {
    const values = data.figures[name];
    return values ? [{ name, values, total: values.reduce((sum, value) => sum + value, 0) }] : [];
  });
  return <Course shown={shown} starts={data.figures.starts} readAt={readAt} />;
}

interface CourseProps {
  shown: readonly ReadableSeries[];
  starts: readonly string[];
  readAt: string;
}

function Course({ shown, starts, readAt }: CourseProps): ReactNode {
  const timeOf = useTimeFormat(minutes);
  const { overview: texts } = useTexts();
  const { locale, number } = useWords();
  const may = useMay();
  const { where = {} } = useAddress();
  const setAddress = useSetAddress();
  const chosen = shown.find(({ name }) => name === where['figure']) ?? shown[0];
  if (!chosen) return null;
  const { name, values } = chosen;
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const target = (since: string, until: string) => targetOf(name, { since, until }, may);
  const all = target(starts[0] ?? '', endOf(starts.at(-1)));
  return (
    <section className="card padded stack" aria-labelledby="figures">
      <div className="row">
        <h2 id="figures" className="grow">
          {texts.figures}
        </h2>
        <span className="soft">{texts.counted(timeOf(readAt))}</span>
      </div>
      <div className="figures" role="group" aria-labelledby="figures">
        {shown.map((one) => (
          <button
            key={one.name}
            type="button"
            className="choice"
            aria-pressed={one === chosen}
            data-tone={bad.has(one.name) && one.total > 0 ? 'bad' : undefined}
            onClick={() => setAddress({ where: { ...where, figure: one.name } })}
          >
            <span>{texts.series[one.name]}</span>
            <strong>{number(one.total)}</strong>
          </button>
        ))}
      </div>
      <BarChart
        title={texts.series[name]}
        isBad={bad.has(name)}
        format={number}
        bars={starts.map((start, index) => ({
          value: values[index] ?? 0,
          label: `${date.format(Date.parse(start))}: ${number(values[index] ?? 0)}`,
          tick: (starts.length - 1 - index) % ticks === 0 ? date.format(Date.parse(start)) : undefined,
          ...target(start, endOf(start)),
        }))}
      />
      <div className="row">
        <span className="grow soft">{texts.days}</span>
        <LinkButton {...all}>{texts.all(texts.series[name])}</LinkButton>
      </div>
    </section>
  );
}

/** The end of the day that begins at a time. */
const endOf = (start = ''): string => new Date(Date.parse(start) + day).toISOString();
