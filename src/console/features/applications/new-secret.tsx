import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hideNewSecret, markCopied, useNewSecret } from '../../data/new-secrets.ts';
import { Secret } from '../../parts/secret/Secret.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { useConnectTexts } from './connect/use-connect-texts.ts';

/** A secret that was just made: until it is put away, or it was copied and the application is left. */
export function NewSecret({ isAtCode = false }: { isAtCode?: boolean }): ReactNode {
  const { id } = useApplication();
  const secret = useNewSecret(id);
  const texts = useConnectTexts();
  const { change } = useWords();
  if (secret === undefined) return null;
  return (
    <section className="notice stack tight" data-kind="warn" aria-labelledby="new-secret">
      <h2 id="new-secret">{texts.newSecret}</h2>
      <Secret value={secret.value} label={texts.copySecret} onCopied={() => markCopied(id)} />
      <p>{texts.secretStays}</p>
      {isAtCode ? <p>{texts.newSecretNext}</p> : null}
      <div className="row">
        <Button onClick={() => hideNewSecret(id)}>{change.copied}</Button>
        {isAtCode ? null : <Link to={`/applications/${id}/connect`}>{texts.codeWithIt}</Link>}
      </div>
    </section>
  );
}
