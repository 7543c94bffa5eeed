import type { ReactNode } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { EventTypeFilter, TextFilter } from '../../parts/list/FilterBox.tsx';
import { useWords } from '../../words/index.ts';

/** Filters of the address that take one id each. */
const ids = ['subjectId', 'actorId', 'organizationId', 'requestId', 'traceId'] as const;

/** The filters of the audit. */
export function EventFilters(): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  const { where = {} } = useAddress();
  const set = (name: string, value: string | undefined): void => {
    const { [name]: _before, ...others } = where;
    const next = value ? { ...others, [name]: value } : others;
    setAddress({ where: Object.keys(next).length > 0 ? next : undefined, after: undefined, before: undefined });
  };
  return (
    <div className="row" role="search">
      <EventTypeFilter
        label={words.events.type}
        value={String(where['type'] ?? '')}
        onChange={(value) => set('type', value)}
      />
      {ids.map((name) => (
        <TextFilter
          key={name}
          label={words.events.filters[name]}
          value={String(where[name] ?? '')}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
}
