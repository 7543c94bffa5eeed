import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEventTypes } from '../../../data/feed/use-event-types.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

/** A filter by a type of events. */
export function EventTypeFilter({ label, value, onChange }: Props): ReactNode {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={useEventTypes()}
      value={value || null}
      searchable
      clearable
      onChange={(type) => onChange(type ?? undefined)}
      w={270}
    />
  );
}
