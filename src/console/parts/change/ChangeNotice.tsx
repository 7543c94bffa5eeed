import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useOpenChange } from '../../data/use-address.ts';
import { eventText } from '../../words/acts/act.ts';
import { useActs } from '../../words/acts/index.ts';
import { useWords, type Words } from '../../words/index.ts';
import { subjectName } from '../events/EventRow.tsx';
import { Icon } from '../frame/Icon.tsx';
import { useKeys } from '../keys.ts';
import { type Undoable, undo } from './undo.ts';

/** Offers to take back the latest change, in words of what was done. */
export function UndoNotice(): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  const isDialogOpen = useAddress().do !== undefined;
  const undoable = useSyncExternalStore(undo.subscribe, undo.current);
  const open = (): void => {
    if (undoable) openChange(undoable.inverse.operation, undoable.inverse.input);
  };
  useKeys(undoable ? [['u', words.change.undo, open]] : []);
  if (!undoable || isDialogOpen) return null;
  return (
    <aside className="undo-notice row" aria-label={words.change.undo}>
      <span className="grow wrapped" role="status">
        <Done undoable={undoable} />
      </span>
      <Button variant="default" onClick={open}>
        {words.change.takeBack}…
      </Button>
      <kbd aria-hidden="true">u</kbd>
      <ActionIcon onClick={undo.forget} aria-label={words.change.close}>
        <Icon name="close" />
      </ActionIcon>
    </aside>
  );
}

const NamesDocument = graphql(`
  query UndoNames($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Named { displayName } } }
`);

/** Names that a line has room for. */
const mostNames = 3;

/** What was done, such as "Joan Clarke joined Globex". */
function Done({ undoable: { events } }: { undoable: Undoable }): ReactNode {
  const words = useWords();
  const acts = useActs();
  const [event] = events;
  const members = event && events.length === 1 ? membersOf(event.data) : null;
  const ids = members?.ids.slice(0, mostNames) ?? [];
  const [{ data }] = useQuery({ query: NamesDocument, variables: { ids }, pause: ids.length === 0 });
  if (members && event) {
    const names = data?.nodes?.flatMap((node) => (node && 'displayName' in node ? [node.displayName] : [])) ?? [];
    if (names.length === 0) return null;
    const sentence = members.haveJoined ? words.change.joined : words.change.left;
    return sentence(listOf(names, members.ids.length, words), event.subject.label ?? '');
  }
  const alike = events.filter(({ typeName }) => typeName === event?.typeName);
  return event
    ? eventText(
        acts,
        event,
        alike.map(({ subject }) => subjectName(subject, words)),
      )
    : null;
}

/** Who has joined an organization by a change, or left it; null if neither or both happened. */
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
