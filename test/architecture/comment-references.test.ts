import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Page, readPages } from '../support/documentation.ts';
import { commentsOf, readSources, type SourceFile } from './sources.ts';

/** A file name, with or without folders; not part of an address, a package or a pattern, nor written by a command. */
const fileName = /(?<!-o )(?<![\w@:/.*{}<>$-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs|graphql|md)\b(?![/(])/g;

interface Text {
  path: string;
  text: string;
}

/** File names in a text that exist neither in the project, nor in src, nor in the folder of the text. */
function missingFiles({ path, text }: Text): string[] {
  const folders = ['.', 'src', dirname(path)];
  const exists = (name: string): boolean => folders.some((folder) => existsSync(join(folder, name)));
  return [...text.matchAll(fileName)].filter(([name]) => !exists(name)).map(([name]) => `${path}: ${name}`);
}

const comments = (file: SourceFile): Text => ({ path: file.path, text: commentsOf(file).join('\n') });
/** A page without the labels of links: readme.test.ts checks the links. */
const unlinked = ({ path, text }: Page): Text => ({ path, text: text.replaceAll(/\[[^\]]*\]\(/g, '(') });

it('comments and documents name only files that exist', () => {
  const sources = ['src', 'test', 'bench', 'tools'].flatMap(readSources);
  const texts = [...sources.map(comments), ...readPages().map(unlinked)];
  expect(texts.flatMap(({ text }) => [...text.matchAll(fileName)]).length).toBeGreaterThan(100);
  expect(texts.flatMap(missingFiles)).toEqual([]);
});

it.each(['/** As in $. */', 'a(); // See $.', '/*\n * As (a/$)\n */'])(
  'a missing file is found in a comment: %j',
  (text) => {
    const file = { path: 'src/main.ts', text: text.replace('$', 'missing.ts'), code: '' };
    expect(missingFiles(comments(file))).toEqual([expect.stringMatching(/^src\/main\.ts: (a\/)?missing\.ts$/)]);
  },
);

it('an address, a string and an existing file are not missing', () => {
  const text = "read('missing.ts'); // https://example.com/missing.ts, config.ts and test/README.md";
  expect(missingFiles(comments({ path: 'src/main.ts', text, code: '' }))).toEqual([]);
});
