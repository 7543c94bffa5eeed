import { raw } from 'hono/html';
import { type Markup, markup } from '../../http/markup.ts';
import { type MailBrand, type MailColors, mailColors, mailFoot, mailHeader } from './mail-brand.ts';
import type { Facts, MailParts } from './texts/text.ts';

/**
 * The looks of each element, in light colors: mail programs ignore style sheets of other servers, and some of them
 * every style sheet.
 */
const looksOf = ({ light }: MailColors) => ({
  page: 'margin: 0; padding: 24px; background: #ffffff; color: #1b2130; font: 16px/1.5 system-ui, -apple-system, &quot;Segoe UI&quot;, Roboto, sans-serif;',
  body: 'max-width: 480px; margin: 0 auto;',
  heading: 'font-size: 20px; line-height: 1.3;',
  code: 'margin: 24px 0; padding: 16px; font: 700 32px/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 4px; text-align: center; background: #eef0f5; border-radius: 8px;',
  action: `display: inline-block; padding: 12px 20px; color: ${light.text}; background: ${light.accent}; border-radius: 8px; text-decoration: none; font-weight: 600;`,
  small: 'font-size: 14px; overflow-wrap: anywhere;',
  address: `color: ${light.accent};`,
});

/** An element in its looks; the class is that of the dark colors. */
function lookIn(colors: MailColors): (name: keyof ReturnType<typeof looksOf>) => Markup {
  const looks = looksOf(colors);
  return (name) => raw(`class="${name}" style="${looks[name]}"`);
}

/** Dark colors, where a mail program has them. */
const darkStyle = ({ dark }: MailColors): Markup =>
  raw(`<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #11141c !important; color: #e8ebf2 !important; }
  .code { background: #1a1f2b !important; }
  .action { color: ${dark.text} !important; background: ${dark.accent} !important; }
  .address { color: ${dark.accent} !important; }
}
</style>`);

/**
 * A mail as HTML, without scripts, and without images but the logo of a brand: it looks right without that, and its
 * address is the same for everyone, so that it reports nothing.
 */
export function mailHtml(
  { subject, paragraphs, code, link, action, facts = [], closing, language, direction, colon }: MailParts,
  brand: MailBrand | null,
): string {
  const colors = mailColors(brand);
  const look = lookIn(colors);
  const paragraph = (text: string): Markup => markup`<p>${text}</p>\n`;
  return markup`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${darkStyle(colors)}
</head>
<body ${look('page')}>
<div ${look('body')} role="main" lang="${language}" dir="${direction}">
${mailHeader(brand)}<h1 ${look('heading')}>${subject}</h1>
${paragraphs.map(paragraph)}${code === undefined ? '' : markup`<p ${look('code')} dir="ltr">${code}</p>\n`}${
  link === undefined
    ? ''
    : markup`<p><a ${look('action')} href="${link}">${action}</a></p>
<p ${look('small')}><a ${look('address')} href="${link}" dir="ltr">${link}</a></p>\n`
}${facts.length ? factList(facts, colon, look('small')) : ''}${closing.map(paragraph)}${mailFoot(brand, language)}</div>
</body>
</html>
`.toString();
}

const factList = (facts: Facts, colon: string, looks: Markup): Markup =>
  markup`<p ${looks}>${facts.map(
    ([name, value], index) => markup`${index ? raw('<br>') : ''}${name}${colon}<bdi>${value}</bdi>`,
  )}</p>\n`;
