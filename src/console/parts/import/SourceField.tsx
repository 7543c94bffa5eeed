import { Button, FileButton, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from './use-texts.ts';

interface Source {
  /** The name of a file; null for what was typed. */
  name: string | null;
  text: string;
}
export const nothingGiven: Source = { name: null, text: '' };

/** The source of the rows: a file, or a text that is pasted. */
export function SourceField({ source, set }: { source: Source; set: (source: Source) => void }): ReactNode {
  const texts = useTexts();
  const choose = (file: File | null): void => {
    if (file) void file.text().then((text) => set({ name: file.name, text }));
  };
  return (
    <div className="stack">
      <p>{texts.text}</p>
      <div className="row">
        <FileButton accept=".csv,.json,.ndjson,.jsonl,.txt" onChange={choose}>
          {(props) => (
            <Button variant="default" data-autofocus {...props}>
              {texts.file}…
            </Button>
          )}
        </FileButton>
        {source.name === null ? null : (
          <>
            <strong className="import-file">{source.name}</strong>
            <Button variant="subtle" onClick={() => set(nothingGiven)}>
              {texts.remove}
            </Button>
          </>
        )}
      </div>
      {source.name === null ? (
        <Textarea
          label={texts.paste}
          description={texts.formats}
          minRows={7}
          maxRows={14}
          spellCheck={false}
          classNames={{ input: 'code-input' }}
          placeholder={'email,name,username\nada@example.com,Ada Lovelace,ada'}
          value={source.text}
          onChange={({ currentTarget }) => set({ name: null, text: currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
