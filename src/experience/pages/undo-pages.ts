import { markup } from '../../http/markup.ts';
import type { Texts } from '../texts/index.ts';
import { laidOut } from './layout.ts';

/** What the link takes back. Nothing changes before the button is pressed: programs open links, too. */
export function undoPage(address: string, texts: Texts, action: string): string {
  const { title, lead, consequence, confirm } = texts.undo;
  const [before, emphasized, after] = lead(address);
  return laidOut(
    title,
    markup`<p class="lead">${before}<strong>${emphasized}</strong>${after}</p>
<p>${consequence}</p>
<form method="post" action="${action}">
<button>${confirm}</button>
</form>
<p class="detail">${texts.link.notYou}</p>`,
    texts,
  );
}

export const restoredPage = (texts: Texts): string =>
  laidOut(
    texts.undo.done,
    markup`<p>${texts.undo.next}</p>
<p><a href="/reset-password">${texts.setPassword}</a></p>`,
    texts,
  );
