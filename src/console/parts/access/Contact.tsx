import type { ReactNode } from 'react';
import { useViewer } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';

/** The contact of people who lack a permission, as far as it is set. */
export function Contact(): ReactNode {
  const { contact } = useViewer();
  const { contact: texts } = useWords();
  if (contact === null) return <p>{texts.anyone}</p>;
  return (
    <p>
      {texts.ask}{' '}
      {contact.includes('://') ? (
        <a href={contact} target="_blank" rel="noreferrer">
          {contact}
        </a>
      ) : (
        <a href={`mailto:${contact}`}>{contact}</a>
      )}
    </p>
  );
}
