import { raw } from 'hono/html';
import { type Markup, markup } from '../../http/markup.ts';
import { type MailBrand, type MailColors, mailColors, mailFoot, mailHeader } from './mail-brand.ts';
import type { MailParts } from './texts/text.ts';

// Mail programs ignore style sheets of other servers, and some of them media queries: light is the default.
const styleOf = ({ light, dark }: MailColors) =>
  raw(`<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #ffffff; color: #1b2130; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.body { max-width: 480px; margin: 0 auto; }
h1 { font-size: 20px; line-height: 1.3; }
.code { margin: 24px 0; padding: 16px; font: 700 32px/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 4px; text-align: center; background: #eef0f5; border-radius: 8px; }
.action { display: inline-block; padding: 12px 20px; color: ${light.text}; background: ${light.accent}; border-radius: 8px; text-decoration: none; font-weight: 600; }
.address { font-size: 14px; overflow-wrap: anywhere; }
a { color: ${light.accent}; }
@media (prefers-color-scheme: dark) {
  body { background: #11141c; color: #e8ebf2; }
  .code { background: #1a1f2b; }
  .action { color: ${dark.text}; background: ${dark.accent}; }
  .address a { color: ${dark.accent}; }
}
</style>`);

/**
 * A mail as HTML, without scripts, and without images but the logo of a brand: it looks right without that, and its
 * address is the same for everyone, so that it reports nothing.
 */
export function mailHtml(
  { subject, paragraphs, code, link, action, facts = [], closing, language }: MailParts,
  brand: MailBrand | null,
): string {
  const paragraph = (text: string): Markup => markup`<p>${text}</p>\n`;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${styleOf(mailColors(brand))}
</head>
<body>
<div class="body" role="main" lang="${language}">
${mailHeader(brand)}<h1>${subject}</h1>
${paragraphs.map(paragraph)}${code === undefined ? '' : markup`<p class="code">${code}</p>\n`}${
  link === undefined
    ? ''
    : markup`<p><a class="action" href="${link}">${action}</a></p>
<p class="address"><a href="${link}">${link}</a></p>\n`
}${facts.map(([name, value]) => markup`<p>${name}: ${value}</p>\n`)}${closing.map(paragraph)}${mailFoot(brand, language)}</div>
</body>
</html>
`.toString();
}
