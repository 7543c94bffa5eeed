import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dropNewSecret, useNewSecret } from '../../data/new-secrets.ts';
import { Copy } from '../../parts/marks.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';

/** A secret that was just made, until it is put away or the application is left: it is shown this once. */
export function NewSecret({ isAtCode = false }: { isAtCode?: boolean }): ReactNode {
  const { id } = useApplication();
  const secret = useNewSecret(id);
  const { applications: texts, change } = useWords();
  if (secret === undefined) return null;
  return (
    <section className="notice stack tight" data-kind="warn" aria-labelledby="new-secret">
      <h2 id="new-secret">{texts.newSecret}</h2>
      <span className="row tight">
        <code data-secret>{secret}</code>
        <Copy text={secret} label={texts.copySecret} />
      </span>
      <p>{texts.newSecretText}</p>
      {isAtCode ? <p>{texts.newSecretNext}</p> : null}
      <div className="row">
        <Button onClick={() => dropNewSecret(id)}>{change.kept}</Button>
        {isAtCode ? null : <Link to={`/applications/${id}/connect`}>{texts.codeWithIt}</Link>}
      </div>
    </section>
  );
}
