import { isolate } from '../../../domain/isolate.ts';
import { type Markup, markup } from '../../../http/markup.ts';
import type { Texts } from '../../texts/index.ts';

/** A part of a page with its heading; null if that of the page is enough. */
export const section = (title: string | null, body: Markup, lead: Markup | string = ''): Markup =>
  markup`<section>
${title === null ? '' : markup`<h2>${title}</h2>`}
${lead === '' ? '' : markup`<p class="lead">${lead}</p>\n`}${body}
</section>
`;

/** Parts of a sentence in a list. From right to left, each one keeps its own direction. */
export const listed = (parts: readonly string[], { comma, direction }: Pick<Texts, 'comma' | 'direction'>): string =>
  (direction === 'rtl' ? parts.map(isolate) : parts).join(comma);

/** One thing of a list: what it is, what is known of it, and what can be done with it. */
export interface Row {
  title: Markup | string;
  /** A mark beside the title. */
  mark?: string | undefined;
  details?: readonly (Markup | string | undefined)[];
  acts?: readonly Markup[];
}

export const rows = (list: readonly Row[], ifEmpty: string): Markup =>
  list.length ? markup`<ul class="rows">${list.map(row)}</ul>` : markup`<p class="empty">${ifEmpty}</p>`;

function row({ title, mark, details = [], acts = [] }: Row): Markup {
  const shown = details.filter((detail) => detail !== undefined && detail !== '');
  return markup`<li>
<div><p class="what"><bdi>${title}</bdi>${mark === undefined ? '' : markup` <span class="mark">${mark}</span>`}</p>${shown.map((detail) => markup`<div class="soft">${detail}</div>`)}</div>
${acts.length ? markup`<div class="acts">${acts}</div>` : ''}</li>
`;
}

/** Facts in one line, in every language with the same sign between: parts of a sentence would need their commas. */
export const inOneLine = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

/** Times as people read them. */
export interface Times {
  /** A day and time. */
  at(time: Date): Markup;
  /** The time since then, as text for a sentence. */
  ago(time: Date): string;
  /** As text, for a sentence. */
  text(time: Date): string;
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function timesIn(language: string, timeZone: string, now: Date): Times {
  // The mirrored English is a pseudo-language.
  const locale = language === 'ar-xb' ? 'en' : language;
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const text = (time: Date) => (timeZone === 'UTC' ? `${whole.format(time)} UTC` : whole.format(time));
  const ago = (time: Date) => {
    const seconds = Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000));
    const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['minute' as const, 60];
    return relative.format(-Math.floor(seconds / size), unit);
  };
  const at = (time: Date) => markup`<time datetime="${time.toISOString()}">${text(time)}</time>`;
  return { text, ago, at };
}
