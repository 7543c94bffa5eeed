import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Search } from '../../data/address.ts';

interface Bar {
  value: number;
  /** The value with what it counts: the title of the bar, and the text for those who do not see it. */
  label: string;
  /** Its place on the axis; only some have one. */
  tick?: string | undefined;
  /** The page of what it counts. */
  to: string;
  search: Search;
}

interface Props {
  title: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  isBad: boolean;
}

/** Bars with axes; each leads to what it counts. Arrow keys go from bar to bar: together they are one stop of Tab. */
export function BarChart({ title, bars, format, isBad }: Props): ReactNode {
  const top = topOf(Math.max(...bars.map(({ value }) => value)));
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(bars.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step === undefined ? undefined : list.current?.querySelectorAll('a')[current + step];
    if (!next || step === undefined) return;
    event.preventDefault();
    setCurrent(current + step);
    next.focus();
  };
  return (
    <div className="bar-chart" data-tone={isBad ? 'bad' : undefined}>
      <div className="bar-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{Number.isInteger(value) ? format(value) : ''}</span>
        ))}
      </div>
      <ol ref={list} className="plain-list bars" aria-label={title} onKeyDown={onKeyDown}>
        {bars.map(({ value, label, tick, to, search }, index) => (
          <li key={label}>
            <Link
              to={to}
              search={search}
              title={label}
              aria-label={label}
              tabIndex={index === current ? 0 : -1}
              style={{ '--share': String(value / top) }}
              data-none={value === 0 || undefined}
            />
            {tick === undefined ? null : <span aria-hidden="true">{tick}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The end of an axis with these values: a round number that has a half. */
function topOf(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * size).find((value) => value >= highest) ?? 1;
}
