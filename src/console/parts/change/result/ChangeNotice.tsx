import { ActionIcon, Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { EmittedEvent } from '../../../data/change.ts';
import { nameWithLine } from '../../../data/records/recognition.ts';
import { useRecognizables, useRecordNames } from '../../../data/records/record-names.ts';
import { useAddress, useOpenChange } from '../../../data/use-address.ts';
import { eventText, listedIds } from '../../../words/acts/act.ts';
import { useActs } from '../../../words/acts/index.ts';
import { useWords, type Words } from '../../../words/index.ts';
import { subjectName } from '../../events/EventRow.tsx';
import { Icon } from '../../frame/Icon.tsx';
import { useKeys } from '../../keys.ts';
import { latestChange } from './latest-change.ts';

/** The latest change, in words of what was done: the way to what it created, or the one to take it back. */
export function ChangeNotice(): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const openChange = useOpenChange();
  const isDialogOpen = useAddress().do !== undefined;
  const change = useSyncExternalStore(latestChange.subscribe, latestChange.current);
  useEndWithPage();
  const { inverse, page } = change ?? { inverse: null, page: null };
  const takeBack = (): void => {
    if (inverse) openChange(inverse.operation, inverse.input);
  };
  const open = (): void => {
    if (page) void navigate({ to: page });
    latestChange.forget();
  };
  useKeys([
    ...(page ? [['v', words.change.open(''), open] as const] : []),
    ...(inverse ? [['u', words.change.undo, takeBack] as const] : []),
  ]);
  if (!change || isDialogOpen) return null;
  return (
    <aside className="change-notice row" aria-label={inverse ? words.change.undo : words.change.latest}>
      <span className="grow wrapped" role="status">
        {change.events && change.events.length > 0 ? <Done events={change.events} /> : words.change.done}
        {change.events?.length === 0 ? `. ${words.change.unchanged}` : null}
      </span>
      {page ? (
        <Button variant="default" onClick={open} title={words.change.openKey('v')} aria-keyshortcuts="v">
          {words.change.open('')}
        </Button>
      ) : null}
      {inverse ? (
        <Button variant="default" onClick={takeBack} title={words.change.undoKey('u')} aria-keyshortcuts="u">
          {words.change.undo}…
        </Button>
      ) : null}
      <ActionIcon onClick={latestChange.forget} aria-label={words.change.close}>
        <Icon name="close" />
      </ActionIcon>
    </aside>
  );
}

/** It ends with the page that it is shown on: on the next one it would cover what people came for. */
function useEndWithPage(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (latestChange.current()?.at !== pathname) latestChange.forget();
  }, [pathname]);
}

/** Names that a line has room for. */
const mostNames = 3;

/** The change in words, such as "Joan Clarke joined Globex". */
function Done({ events }: { events: readonly EmittedEvent[] }): ReactNode {
  const words = useWords();
  const acts = useActs();
  const [event] = events;
  const alike = events.filter(({ typeName }) => typeName === event?.typeName);
  const listedNames = useRecordNames(listedIds(acts, alike));
  const members = event && events.length === 1 ? membersOf(event.data) : null;
  const ids = members?.ids.slice(0, mostNames) ?? [];
  const records = useRecognizables(ids);
  if (members && event) {
    const names = Array.from(records.values(), nameWithLine);
    if (names.length === 0) return null;
    const sentence = members.haveJoined ? words.change.joined : words.change.left;
    return sentence(listOf(names, members.ids.length, words), event.subject.label ?? '');
  }
  const scopes = events.filter(({ typeName }) => typeName === 'Scope.Created').length;
  if (event?.typeName === 'ApiResource.Created' && scopes > 0)
    return words.change.resourceCreated(subjectName(event.subject, words) ?? words.kinds.ApiResource, scopes);
  return event
    ? eventText(
        acts,
        event,
        alike.map(({ subject }) => subjectName(subject, words)),
        listedNames,
      )
    : null;
}

/** The members who have joined an organization by a change, or left it; null if neither or both happened. */
function membersOf(data: Readonly<Record<string, unknown>>): { ids: readonly string[]; haveJoined: boolean } | null {
  const all = (names: readonly string[]): string[] =>
    names.flatMap((name) => (data[name] as string[] | undefined) ?? []);
  const joined = all(['addedUserIds', 'addedApplicationIds']);
  const left = all(['removedUserIds', 'removedApplicationIds']);
  if (joined.length > 0 === left.length > 0) return null;
  return { ids: [...joined, ...left], haveJoined: joined.length > 0 };
}

function listOf(names: readonly string[], total: number, words: Words): string {
  const rest = total > names.length ? [words.change.othersOf(total - names.length)] : [];
  return new Intl.ListFormat(words.locale).format([...names, ...rest]);
}
