import type { UndoKind } from '../../domain/account/undo.ts';
import { type Markup, markup } from '../../http/markup.ts';
import type { Undo } from '../../store/account/undos.ts';
import type { Texts } from '../texts/index.ts';
import { laidOut, type PageTexts } from './layout.ts';
import { buttonTo } from './next-steps.ts';

/** The change that the link takes back. Nothing changes before the button is pressed: programs open links, too. */
export function undoPage(undo: Pick<Undo, 'kind' | 'before'>, texts: PageTexts, action: string): string {
  const { title, consequence, confirm } = textsOfKind(undo.kind, texts);
  return laidOut(
    title,
    markup`<p class="lead">${leadOf(undo, texts)}</p>
<p>${consequence}</p>
<form method="post" action="${action}">
<button>${confirm}</button>
</form>
<p class="detail">${texts.link.notYou}</p>`,
    texts,
  );
}

const textsOfKind = (kind: UndoKind, { undo, undoDeletion }: Texts) => (kind === 'deletion' ? undoDeletion : undo);

function leadOf({ before }: Pick<Undo, 'before'>, { undo, undoDeletion }: Texts): Markup {
  if (before === null) return markup`${undoDeletion.lead}`;
  const [start, emphasized, end] = undo.lead(before.address);
  return markup`${start}<strong>${emphasized}</strong>${end}`;
}

export const restoredPage = (kind: UndoKind, texts: PageTexts): string =>
  laidOut(
    textsOfKind(kind, texts).done,
    markup`<p>${textsOfKind(kind, texts).next}</p>
<p>${buttonTo('/reset-password', texts.setPassword)}</p>`,
    texts,
  );

/** The reason why a link takes nothing back. */
type UndoProblem = Exclude<Undo['status'], 'valid'> | 'unknown';

export const undoProblemText = (problem: UndoProblem, { link, undoEnded }: Texts): string =>
  problem === 'unknown' ? link.problems.unknown : undoEnded[problem];

/** There is no other link, but a person who did not change the account can still do something. */
export const undoProblemPage = (problem: UndoProblem, texts: PageTexts): string =>
  laidOut(
    texts.link.cannotBeUsed,
    markup`<p>${undoProblemText(problem, texts)}</p>
<p>${texts.undoEnded.help}</p>
<p>${buttonTo('/account/security', texts.link.checkAccount)}</p>
<p>${buttonTo('/reset-password', texts.reset, { isQuiet: true })}</p>`,
    texts,
  );
