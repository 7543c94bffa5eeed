import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Markup, markup } from '../../../http/markup.ts';
import { projectFile } from '../../../platform/project-file.ts';
import { brandOf, pageDocument, type PageTexts } from '../../pages/layout.ts';

/** The pages of an account, in the order of the navigation: what is needed most often comes first. */
const pageNames = [
  'overview',
  'profile',
  'security',
  'sessions',
  'applications',
  'organizations',
  'activity',
  'data',
] as const;
export type PageName = (typeof pageNames)[number];

export const isPageName = (name: string): name is PageName => pageNames.some((one) => one === name);

/** The address of a page. */
export const addressOf = (page: PageName): string => (page === 'overview' ? '/account' : `/account/${page}`);

export const accountStyle = readFileSync(projectFile('src/experience/account/style.css'));
const accountStyleAddress = `/account/style.css?v=${hash('sha256', accountStyle, 'base64url').slice(0, 12)}`;

/** An application that has led the person here, and its address to return to. */
export interface ReturnTo {
  clientId: string;
  name: string;
  url: string;
}

/** The frame of every page of an account, around its content. */
export interface Frame {
  texts: PageTexts;
  /** The page that is shown, or to which the shown action belongs. */
  page: PageName;
  returnTo: ReturnTo | undefined;
  /** The result of the last change. */
  notice: string | undefined;
}

/** An address of the account pages that keeps where the person came from. */
export function linkTo(
  path: string,
  { returnTo }: Pick<Frame, 'returnTo'>,
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams(query);
  if (returnTo) {
    parameters.set('client_id', returnTo.clientId);
    parameters.set('return_to', returnTo.url);
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/** A whole page. */
export function accountPage(title: string, body: Markup, frame: Frame): string {
  const { texts, notice } = frame;
  const content = markup`${notice === undefined ? '' : markup`<p class="notice" role="status" tabindex="-1" autofocus>${notice}</p>\n`}${body}`;
  return pageDocument(`${title} – ${texts.account.name}`, content, {
    texts,
    head: markup`<link rel="stylesheet" href="${accountStyleAddress}">`,
    header: headerOf(frame),
  });
}

function headerOf(frame: Frame): Markup {
  const { texts, returnTo } = frame;
  const { account } = texts;
  return markup`<a class="skip" href="#main">${account.skip}</a>
<header class="bar">
${brandOf(texts.brand ?? null)}
<p class="bar-links">${returnTo ? markup`<a href="${returnTo.url}">${account.backTo(returnTo.name)}</a> ` : ''}<a href="/oidc/session/end">${account.signOut}</a></p>
</header>
<nav class="wide" aria-label="${account.name}">${navigation(frame)}</nav>
<details class="narrow"><summary>${account.menu}${texts.colon}${account.pages[frame.page].title}</summary>
<nav aria-label="${account.name}">${navigation(frame)}</nav></details>
`;
}

const navigation = (frame: Frame): Markup =>
  markup`<ul>${pageNames.map(
    (name) =>
      markup`<li><a href="${linkTo(addressOf(name), frame)}" ${name === frame.page ? markup`aria-current="page"` : ''}>${frame.texts.account.pages[name].title}</a></li>`,
  )}</ul>`;
