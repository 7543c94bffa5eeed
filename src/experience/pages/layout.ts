import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import { type Markup, markup } from '../../http/markup.ts';
import { projectFile } from '../../platform/project-file.ts';
import type { Emphasis } from '../texts/emphasis.ts';
import type { Texts } from '../texts/index.ts';

export const style = readFileSync(projectFile('src/experience/style.css'));
/** Changes with the content, so that browsers may cache it forever. */
export const styleAddress = `/sign-in/style.css?v=${hash('sha256', style, 'base64url').slice(0, 12)}`;

/** The same in one color scheme, whatever the browser prefers: for previews. */
export const fixedStyleAddress = (isDark: boolean): string => `${styleAddress}&scheme=${isDark ? 'dark' : 'light'}`;

export function fixedStyle(isDark: boolean): Buffer {
  const text = style
    .toString()
    .replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
    .replace('color-scheme: light dark', `color-scheme: ${isDark ? 'dark' : 'light'}`);
  return Buffer.from(text);
}

export const script = readFileSync(projectFile('src/experience/script.js'));
/** The script of every page, for passkeys and conveniences. */
export const scriptElement = markup`<script type="module" src="/sign-in/script.js?v=${hash('sha256', script, 'base64url').slice(0, 12)}"></script>`;

const mark = raw(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">' +
    '<path fill="currentColor" d="M12 1 3 4.5v6.2c0 5.6 3.8 10.2 9 12.3 5.2-2.1 9-6.7 9-12.3V4.5L12 1Z"/>' +
    '<path fill="none" stroke="var(--card)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m8 12.2 2.8 2.8L16 9.4"/></svg>',
);

interface PageOptions {
  /** Elements of a single page. */
  head?: Markup;
  language?: string;
  direction?: 'ltr' | 'rtl';
}

/** A page with its title as the heading. */
export const laidOut = (title: string, body: Markup, texts: Texts, options: PageOptions = {}): string =>
  pageDocument(title, markup`<h1>${title}</h1>\n${body}`, {
    language: texts.language,
    direction: texts.direction,
    ...options,
  });

/** A complete page as text. */
export function pageDocument(
  title: string,
  body: Markup,
  { head, language = 'en', direction = 'ltr' }: PageOptions = {},
): string {
  return markup`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${styleAddress}">
${scriptElement}
${head ?? ''}
</head>
<body>
<main>
<p class="brand">${mark}<span>Mandate</span></p>
${body}
</main>
</body>
</html>`.toString();
}

/** A sentence whose emphasized part is a link. */
export const linked = ([before, text, after]: Emphasis, url: string): Markup =>
  markup`${before}<a href="${url}">${text}</a>${after}`;
