import { WrongClock } from './session/authorization.ts';
import { type Language, preferredLanguage } from './words/language.ts';
import { durationIn, startWords } from './words/start.ts';

/** The page in place of a console that cannot start. */
export function showStartFailure(error: unknown): void {
  const language = preferredLanguage();
  const words = startWords[language];
  const page = document.createElement('main');
  page.lang = language;
  const heading = document.createElement('h1');
  heading.textContent = words.title;
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = reasonOf(error, language);
  const link = document.createElement('a');
  link.href = '/console/';
  link.textContent = words.again;
  page.append(heading, text, link);
  document.querySelector('#root')?.replaceChildren(page);
}

function reasonOf(error: unknown, language: Language): string {
  const words = startWords[language];
  if (error instanceof WrongClock) return words.clock(durationIn(language, error.seconds));
  // Browsers refuse the storage of an address whose cookies are blocked.
  if (error instanceof DOMException && error.name === 'SecurityError') return words.storage;
  return error instanceof Error ? error.message : String(error);
}
