import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useKeptSecret } from '../../../data/new-secrets.ts';
import { useApplication } from '../application.ts';
import { useTexts } from './use-texts.ts';

/** The secret with which an application is tried out: the one that was made in this page, or one that is typed. */
export function useSecret(): { secret: string; field: ReactNode } {
  const { id } = useApplication();
  const texts = useTexts();
  const kept = useKeptSecret(id);
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState('');
  if (kept !== undefined && !isOther) {
    return {
      secret: kept,
      field: (
        <div className="row">
          <span className="soft">{texts.withKeptSecret}</span>
          <Button variant="subtle" onClick={() => setOther(true)}>
            {texts.otherSecret}
          </Button>
        </div>
      ),
    };
  }
  return {
    secret: typed.trim(),
    field: (
      <PasswordInput
        size="xs"
        label={texts.secret}
        description={texts.secretText}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    ),
  };
}
