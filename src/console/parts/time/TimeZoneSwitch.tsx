import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '../../data/preferences/preferences.ts';
import { useTimeZone } from '../../data/preferences/time-zone.ts';
import { useWords } from '../../words/index.ts';

/** Whether times are in UTC or in the time zone of the browser: a preference of the person. */
export function TimeZoneSwitch(): ReactNode {
  const { common: texts } = useWords();
  const preferences = usePreferences();
  const timeZone = useTimeZone();
  const [problem, setProblem] = useState<string | null>(null);
  if (!preferences) return null;
  const choose = async (value: string): Promise<void> =>
    setProblem(await preferences.save({ timeZone: value === 'UTC' ? 'UTC' : null }));
  return (
    <span className="row tight">
      <SegmentedControl
        size="xs"
        aria-label={texts.times}
        value={timeZone ?? 'local'}
        onChange={(value) => void choose(value)}
        data={[
          { value: 'local', label: texts.local },
          { value: 'UTC', label: 'UTC' },
        ]}
      />
      {problem ? <span role="alert">{problem}</span> : null}
    </span>
  );
}
