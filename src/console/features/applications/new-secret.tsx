import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { hideNewSecret, markCopied, useNewSecret } from '../../data/new-secrets.ts';
import { Secret } from '../../parts/secret/Secret.tsx';
import { useSecretGuard } from '../../parts/secret/use-secret-guard.ts';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { useConnectTexts } from './connect/use-connect-texts.ts';

// Needed only by those who leave too early.
const NotCopiedDialog = lazy(() => import('../../parts/secret/NotCopiedDialog.tsx'));

/** A secret that was just made, until it is put away or the application is left: it is shown this once. */
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
      <p>{change.secret}</p>
      {isAtCode ? <p>{texts.newSecretNext}</p> : null}
      <div className="row">
        <Button onClick={() => hideNewSecret(id)}>{change.copied}</Button>
        {isAtCode ? null : <Link to={`/applications/${id}/connect`}>{texts.codeWithIt}</Link>}
      </div>
    </section>
  );
}

/** Asks before the application is left while its new secret is not copied. All of its tabs keep the secret. */
export function NewSecretGuard(): ReactNode {
  const { id } = useApplication();
  const secret = useNewSecret(id);
  const { label } = useWords();
  const guard = useSecretGuard(secret?.isCopied === false, (path) => path.split('/').includes(id));
  if (secret === undefined || !guard.isOpen) return null;
  return (
    <Suspense>
      <NotCopiedDialog guard={guard} kind={label('secret')} name={secret.name} />
    </Suspense>
  );
}
