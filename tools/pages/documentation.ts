import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../testing/steps.ts';
import { htmlOf } from './markdown.ts';

const docs = join(projectFolder, 'docs');
const style = join(projectFolder, 'src/console/style');

/** Writes the chapters of the documentation as pages, to which the pages of the console lead. */
export function writeDocumentation(folder: string): void {
  const assets = readdirSync(join(folder, 'assets'));
  const addressOf = (name: string): string => assets.find((file) => file.startsWith(`${name}-`)) ?? name;
  const styles = ['tokens', 'fonts', 'documentation'].map((name) => readFileSync(join(style, `${name}.css`), 'utf8'));
  // These pages have no script: they follow the system.
  const text = styles
    .join('')
    .replace(/\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/, '@media (prefers-color-scheme: dark) { :root $1 }')
    .replaceAll(/url\("(.*?)\.woff2"\)/g, (_, name: string) => `url("${addressOf(name)}")`);
  const sheet = `documentation-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(folder, 'assets', sheet), text);
  const names = readdirSync(docs).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));
  const chapters = names.map((name) => {
    const markdown = readFileSync(join(docs, `${name}.md`), 'utf8');
    return { name, markdown, title: /^# (.*)$/m.exec(markdown)?.[1] ?? name };
  });
  mkdirSync(join(folder, 'docs'), { recursive: true });
  for (const { name, markdown, title } of chapters) {
    const links = chapters.map(
      (one) => `<li><a href="${one.name}"${one.name === name ? ' aria-current="page"' : ''}>${one.title}</a></li>`,
    );
    writeFileSync(
      join(folder, 'docs', `${name}.html`),
      pageOf({ title, sheet, links, text: htmlOf(markdown, linkTo) }),
    );
  }
}

/** Another chapter, a part of one, or a page elsewhere. Other files of the repository are not served. */
function linkTo(target: string): string | null {
  if (/^(https?:|#)/.test(target)) return target;
  const [, chapter, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  return chapter === undefined ? null : `${chapter}${anchor}`;
}

interface Page {
  title: string;
  sheet: string;
  links: readonly string[];
  text: string;
}

const pageOf = ({ title, sheet, links, text }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Mandate</title>
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/assets/${sheet}">
</head>
<body>
<nav aria-label="Chapters"><a href="/console/">Mandate</a><ul>${links.join('')}</ul></nav>
<main>
${text}
</main>
</body>
</html>
`;
