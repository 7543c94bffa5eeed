import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAddress, useSetAddress } from '../../../data/use-address.ts';
import { useViews, type View } from '../../../data/preferences/views.ts';
import { isRecordId } from '../../record/record-id.ts';
import { useWords } from '../../../words/index.ts';

const longestName = 60;

/** The views of a list that the person has saved: search, filters, order and columns by name. */
export function SavedViews(): ReactNode {
  const words = useWords();
  const { q, order, where, columns } = useAddress();
  const setAddress = useSetAddress();
  // The views of a list on the page of a record are the same for each record.
  const views = useViews(useLocation().pathname.split('/').map(withoutId).join('/'));
  const [isOpen, setOpen] = useState(false);
  if (!views) return null;
  const show = (view: View): void => {
    const { q: text, order: by, where: filters, columns: chosen } = view;
    setAddress({ q: text, order: by, where: filters, columns: chosen, after: undefined, before: undefined });
    setOpen(false);
  };
  const names = Object.keys(views.byName).toSorted();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          {words.views.title(names.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="stack" bg="var(--card)" aria-label={words.views.title(names.length)}>
        {names.length === 0 ? <p className="soft">{words.views.none}</p> : null}
        <ul className="plain-list stack tight">
          {names.map((name) => (
            <li key={name} className="row tight">
              <button type="button" className="link grow" onClick={() => show(views.byName[name] ?? {})}>
                {name}
              </button>
              <ActionIcon
                variant="subtle"
                aria-label={words.views.remove(name)}
                onClick={() => void views.save(name, null)}
              >
                ×
              </ActionIcon>
            </li>
          ))}
        </ul>
        <SaveForm save={(name) => views.save(name, withoutMissing({ q, order, where, columns }))} />
      </Popover.Dropdown>
    </Popover>
  );
}

const withoutId = (part: string): string => (isRecordId(part) ? '$id' : part);

function SaveForm({ save }: { save: (name: string) => Promise<string | null> }): ReactNode {
  const words = useWords();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === '') return;
    const failure = await save(name.trim());
    setProblem(failure);
    if (failure === null) setName('');
  };
  return (
    <form className="row tight" onSubmit={(event) => void submit(event)}>
      <TextInput
        aria-label={words.views.name}
        placeholder={words.views.name}
        maxLength={longestName}
        value={name}
        error={problem}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit">{words.views.save}</Button>
    </form>
  );
}

const withoutMissing = (view: { readonly [Name in keyof View]?: View[Name] | undefined }): View =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined));
