import { use } from 'react';
import { type Language, preferredLanguage } from './language.ts';

/** The hook of texts that only what shows them loads. */
export function ownTexts<Texts>(languages: Readonly<Record<Language, () => Promise<{ texts: Texts }>>>): () => Texts {
  const loading = languages[preferredLanguage()]();
  return () => use(loading).texts;
}
