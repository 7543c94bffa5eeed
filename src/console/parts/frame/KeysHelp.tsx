import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/index.ts';
import { Dialog } from '../Dialog.tsx';
import { activeKeys, areKeysOn, setKeysOn } from '../keys.ts';
import { usePlaces } from './use-places.ts';

/** The keys that work on this page, and the switch for single keys. */
export function KeysHelp({ close }: { close: () => void }): ReactNode {
  const words = useWords();
  const places = usePlaces();
  const [bindings] = useState(activeKeys);
  const [isOn, setOn] = useState(areKeysOn);
  const rows = [
    ['Ctrl K', words.keys.palette],
    ...bindings.map(([key, title]) => [key, title] as const),
    ...places.map(({ key, title }) => [`g ${key}`, words.keys.goTo(title(words))] as const),
  ];
  const change = (checked: boolean): void => {
    setKeysOn(checked);
    setOn(checked);
  };
  return (
    <Dialog title={words.keys.title} close={close}>
      <Switch label={words.keys.off} checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      <dl className="facts">
        {rows.map(([key, title]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
