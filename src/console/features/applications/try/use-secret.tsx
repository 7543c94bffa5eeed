import { PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNewSecret } from '../../../data/new-secrets.ts';
import { useApplication } from '../application.ts';
import { useTexts } from './use-texts.ts';

/** The secret with which an application is tried out: the one that was just made, or one that is typed. */
export function useSecret(): { secret: string; field: ReactNode } {
  const { id } = useApplication();
  const texts = useTexts();
  const fresh = useNewSecret(id);
  const [typed, setTyped] = useState('');
  if (fresh !== undefined) return { secret: fresh.value, field: <p className="soft">{texts.withNewSecret}</p> };
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
