import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { contains } from '../../data/contains.ts';
import type { FeedEvent } from '../../data/feed/feed.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { useClockTime } from '../../parts/time/time-format.ts';
import { EventRow } from '../../parts/events/EventRow.tsx';
import { useKeys } from '../../parts/keys.ts';
import { FilterBox } from '../../parts/list/controls/FilterBox.tsx';
import { SearchBox } from '../../parts/list/controls/SearchBox.tsx';
import { Sparkline } from '../../parts/charts/Sparkline.tsx';
import { useWords } from '../../words/index.ts';
import { liveFilters, meets, webhookOf } from './filters.ts';
import { useLiveEvents } from './use-live-events.ts';
import { PageHeading } from '../../parts/PageHeading.tsx';

/** Events that are shown: the newest that match. */
const mostShown = 300;

/** The events that stay on the page. `toggle` is the same function each time, so that rows are drawn once. */
function usePinned() {
  const [pinned, setPinned] = useState<readonly FeedEvent[]>([]);
  const toggle = useCallback(
    (event: { id: string }): void =>
      setPinned((before) =>
        before.some(({ id }) => id === event.id)
          ? before.filter(({ id }) => id !== event.id)
          : [...before, event as FeedEvent],
      ),
    [],
  );
  return { pinned, toggle };
}

/** Events as they happen, with filters in the address that a webhook can have, too. */
export function Live(): ReactNode {
  const words = useWords();
  const may = useMay();
  const { q = '', where = {} } = useAddress();
  const setAddress = useSetAddress();
  const { events, since, perSecond, pausedAt, waiting, pause, resume } = useLiveEvents();
  const clockTime = useClockTime();
  const { pinned, toggle } = usePinned();
  const search = useRef<HTMLInputElement>(null);
  useKeys([['/', words.keys.search, () => search.current?.focus()]]);
  const shown = events.filter((event) => meets(event, where) && contains(textOf(event), q)).slice(0, mostShown);
  const rows = (list: readonly FeedEvent[]): ReactNode =>
    list.map((event) => <EventRow key={event.id} event={event} isPinned={pinned.includes(event)} pin={toggle} />);
  return (
    <section className="stack">
      <header className="row">
        <PageHeading title={words.navigation.live} grows />
        <span className="density">
          <Sparkline values={perSecond} />
          <span className="soft">{words.events.lastMinute(perSecond.reduce((sum, count) => sum + count, 0))}</span>
        </span>
        {may('webhooks:write') ? (
          <ChangeButton operation="createWebhook" input={webhookOf(where)}>
            {words.events.makeWebhook}…
          </ChangeButton>
        ) : null}
        <Button variant="default" onClick={pausedAt ? resume : pause}>
          {pausedAt ? words.events.resume(waiting) : words.events.pause}
        </Button>
      </header>
      <div className="row" role="search">
        <SearchBox inputRef={search} />
        {liveFilters.map((filter) => (
          <FilterBox key={filter.key} filter={filter} />
        ))}
        {q !== '' || Object.keys(where).length > 0 ? (
          <Button variant="subtle" onClick={() => setAddress({ q: undefined, where: undefined })}>
            {words.list.clear}
          </Button>
        ) : null}
      </div>
      {pinned.length > 0 ? (
        <ul className="plain-list card" aria-label={words.events.pinned}>
          {rows(pinned)}
        </ul>
      ) : null}
      <ul className="plain-list card" aria-label={words.navigation.live}>
        {rows(shown)}
        {shown.length === 0 ? (
          <li className="empty">
            {pausedAt
              ? words.events.nothingBetween(clockTime(since), clockTime(pausedAt))
              : words.events.nothingSince(clockTime(since))}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

const textOf = ({ typeName, subject, actor }: FeedEvent): string =>
  `${typeName} ${subject.label} ${subject.id} ${actor.label}`;
