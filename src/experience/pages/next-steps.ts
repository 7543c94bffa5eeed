import { type Markup, markup } from '../../http/markup.ts';
import type { Destination } from '../flow/destinations.ts';
import type { Texts } from '../texts/index.ts';

/** A link that looks like a button. */
export const buttonTo = (url: string, label: string, { isQuiet = false } = {}): Markup =>
  markup`<a class="${isQuiet ? 'button quiet' : 'button'}" href="${url}">${label}</a>`;

/** The applications, as buttons: the main one only if there is no other. */
export const applicationList = (
  destinations: readonly Destination[],
  { isQuiet = destinations.length > 1 } = {},
): Markup =>
  markup`<ul class="buttons">${destinations.map(({ name, url }) => markup`<li>${buttonTo(url, name, { isQuiet })}</li>`)}</ul>`;

/** Pages on which a person goes on: those of an application, else those of their account, which every platform has. */
export const nextSteps = (destinations: readonly Destination[], { link }: Texts): Markup =>
  destinations.length
    ? markup`<p>${link.openInstead}</p>\n${applicationList(destinations)}`
    : markup`<p>${buttonTo('/account', link.openAccount)}</p>`;
