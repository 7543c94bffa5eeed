import { NativeSelect, NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../words/index.ts';
import type { Common } from './field-props.ts';

interface Props {
  common: Common;
  /** Seconds. */
  value: unknown;
  /** Seconds that the platform takes if the field is left out. */
  absent: unknown;
  set: (value: number | undefined) => void;
}

const units = { second: 1, minute: 60, hour: 3600, day: 86_400 };
type Unit = keyof typeof units;
const names = Object.keys(units) as Unit[];

/** The largest unit of which seconds are a whole number. */
const unitOf = (seconds: number): Unit =>
  seconds === 0 ? 'second' : (names.findLast((unit) => seconds % units[unit] === 0) ?? 'second');

/** A duration as a number of units, sent in seconds. */
export function DurationField({ common, value, absent, set }: Props): ReactNode {
  const { change: words } = useWords();
  const [chosen, choose] = useState<Unit>();
  const seconds = typeof value === 'number' ? value : undefined;
  const proposed = seconds ?? (typeof absent === 'number' ? absent : undefined);
  // A value that is read with the record can be no whole number of the unit that was chosen.
  const unit = chosen && (seconds ?? 0) % units[chosen] === 0 ? chosen : unitOf(proposed ?? units.hour);
  const setNumber = (number: number | string, of: Unit): void => {
    choose(of);
    set(typeof number === 'number' ? number * units[of] : undefined);
  };
  const number = seconds === undefined ? '' : seconds / units[unit];
  return (
    <NumberInput
      size="xs"
      {...common}
      allowDecimal={false}
      allowNegative={false}
      placeholder={proposed === undefined ? '' : String(proposed / units[unit])}
      value={number}
      onChange={(next) => setNumber(next, unit)}
      hideControls
      inputContainer={(input) => (
        <div className="duration">
          {input}
          <NativeSelect
            size="xs"
            aria-label={words.unitOf(common.label)}
            data={names.map((name) => ({ value: name, label: words.units[name] }))}
            value={unit}
            onChange={({ currentTarget }) => setNumber(number, currentTarget.value as Unit)}
          />
        </div>
      )}
    />
  );
}
