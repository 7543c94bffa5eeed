import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FeedEvent, onEvents } from '../../data/feed.ts';
import { EventRow } from '../../parts/EventRow.tsx';
import { useWords } from '../../words/index.ts';

/** Events that the page keeps: the newest. */
const kept = 300;

/** Events as they happen. */
export function Live(): ReactNode {
  const words = useWords();
  const [events, setEvents] = useState<readonly FeedEvent[]>([]);
  const [isPaused, setPaused] = useState(false);
  const [text, setText] = useState('');
  const waiting = useRef<readonly FeedEvent[]>([]);
  const [waitingCount, setWaitingCount] = useState(0);
  useEffect(
    () =>
      onEvents((arrived) => {
        if (isPaused) {
          waiting.current = [...waiting.current, ...arrived].slice(-kept);
          setWaitingCount((count) => count + arrived.length);
        } else setEvents((before) => [...arrived.toReversed(), ...before].slice(0, kept));
      }),
    [isPaused],
  );
  const resume = (): void => {
    const missed = waiting.current.toReversed();
    setEvents((before) => [...missed, ...before].slice(0, kept));
    waiting.current = [];
    setWaitingCount(0);
    setPaused(false);
  };
  const needle = text.toLowerCase();
  const shown = events.filter(({ typeName, subject, actor }) =>
    `${typeName} ${subject.label} ${subject.id} ${actor.label}`.toLowerCase().includes(needle),
  );
  return (
    <section className="stack">
      <div className="row">
        <h1 className="grow">{words.navigation.live}</h1>
        <TextInput
          aria-label={words.events.filterText}
          placeholder={words.events.filterText}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          w={240}
        />
        <Button variant="default" onClick={() => (isPaused ? resume() : setPaused(true))}>
          {isPaused ? words.events.resume(waitingCount) : words.events.pause}
        </Button>
      </div>
      <ul className="plain-list card" aria-label={words.navigation.live}>
        {shown.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
        {shown.length === 0 ? <li className="empty">{words.events.nothingYet}</li> : null}
      </ul>
    </section>
  );
}
