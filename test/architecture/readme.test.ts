import { existsSync, globSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { documentedVariables } from '../../src/config.ts';
import {
  aliasLimit,
  batchLimit,
  depthLimit,
  errorLimit,
  fieldLimit,
  nodesLimit,
  tokenLimit,
} from '../../src/graphql/context/limits.ts';
import { errorCodes } from '../../src/vocabulary/errors.ts';
import { permissionDescriptions } from '../../src/vocabulary/permissions.ts';
import { type Page, proseOf, readPage, readPages } from '../support/documentation.ts';

const pages = readPages();
const linesOf = ({ text }: Page): string[] => text.replace(/\n$/, '').split('\n');

/** Relative links of a page, as a file and an anchor: the page itself if a link has an anchor only. */
const linksOf = (page: Page): { file: string; anchor: string }[] =>
  [...proseOf(page).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)].map(([, path = '', anchor = '']) => ({
    file: path === '' ? page.path : normalize(join(dirname(page.path), path)),
    anchor,
  }));

/** The anchors that GitHub generates for the headings of a page. */
const anchorsOf = (page: Page): string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The part of a page between `<!-- name -->` and `<!-- /name -->`. */
const partOf = (page: Page, name: string): string | undefined =>
  new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(page.text)?.[1];

describe('the documentation', () => {
  it('links to files and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ file, anchor }) => {
          if (!existsSync(file)) return true;
          return anchor !== '' && !anchorsOf(readPage(file)).includes(anchor);
        })
        .map(({ file, anchor }) => `${page.path}: ${file}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  it('has no page in docs/ that cannot be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const path of reached) {
      for (const { file } of linksOf(readPage(path))) if (file.endsWith('.md')) reached.add(file);
    }
    expect(pages.map(({ path }) => path).filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([]);
  });

  it('names npm commands that exist', () => {
    const named = pages.flatMap(({ text }) => [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(packageJson.scripts, name ?? ''))).toEqual([]);
  });

  it('has lines of at most 120 columns, except for tables and addresses, which cannot be broken', () => {
    const long = pages.flatMap((page) =>
      linesOf(page)
        .filter((line) => line.length > 120 && !line.startsWith('|') && !/^\s*\S*https?:\/\/\S+$/.test(line))
        .map((line) => `${page.path}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it('uses plain words', () => {
    const unusual =
      /\b(told|tells|afresh|anew|whoever|nobody|somebody|doings|patience|rehears\w+|under way|stands (?:so|there))\b/i;
    const found = pages.flatMap((page) =>
      proseOf(page)
        .replaceAll(/<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g, '') // copied from the code
        .replaceAll(/`[^`\n]*`/g, '')
        .split('\n')
        .filter((line) => unusual.test(line))
        .map((line) => `${page.path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('has a README of at most 220 lines', () => {
    expect(linesOf(readPage('README.md')).length).toBeLessThanOrEqual(220);
  });

  it('has a glossary of at most 15 terms', () => {
    const [, glossary = ''] = readPage('src/README.md').text.split('\n## Glossary\n');
    const terms = glossary.match(/^\| (?!term ).*$/gm) ?? [];
    expect(terms.length).toBeGreaterThan(0);
    expect(terms.length).toBeLessThanOrEqual(15);
  });

  it('has a README of at most 15 lines in each folder of src with more than ten files', () => {
    const folders = globSync('src/*/**/', { exclude: ['src/generated'] }).filter((path) =>
      statSync(path).isDirectory(),
    );
    expect(folders.length).toBeGreaterThan(10);
    const large = folders.filter((folder) => globSync(`${folder}/*.{ts,tsx}`).length > 10);
    expect(large.filter((folder) => !existsSync(`${folder}/README.md`))).toEqual([]);
    const readmes = pages.filter(({ path }) => /^src\/.+\/README\.md$/.test(path));
    expect(readmes.filter((page) => linesOf(page).length > 15).map(({ path }) => path)).toEqual([]);
  });
});

describe('tables of the documentation', () => {
  it('list every folder of tests', () => {
    const { text } = readPage('test/README.md');
    const folders = globSync('test/*/').map((path) => basename(path));
    expect(folders.filter((folder) => !new RegExp(`^\\|.*\`${folder}\`.* \\|`, 'm').test(text))).toEqual([]);
  });

  it('list the settings as --help does', () => {
    const rows = documentedVariables.map(
      ({ name, meaning, otherwise }) => `| \`${name}\` | ${meaning} | ${otherwise} |`,
    );
    const table = ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
    expect(partOf(readPage('docs/operating.md'), 'configuration')).toBe(table);
  });

  it('list the permissions as the schema does', () => {
    const rows = Object.entries(permissionDescriptions).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
    const table = ['| permission | allows |', '|---|---|', ...rows].join('\n');
    expect(partOf(readPage('docs/permissions.md'), 'permissions')).toBe(table);
  });

  it('list every error code with its status', () => {
    const rows = [...readPage('docs/management-api.md').text.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|/gm)];
    const statuses = rows.map(([, code = '', status]) => [code, Number(status)] as const);
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(Object.entries(errorCodes).map(([code, { status }]) => [code, status])),
    );
  });

  it('list the limits of GraphQL', () => {
    const limits = {
      'GraphQL operations in one request': batchLimit,
      'Errors listed for one document': errorLimit,
      'Depth of a query': depthLimit,
      'Estimated fields in a response': fieldLimit,
      'Lexical tokens in a document': tokenLimit,
      'Aliases in a document': aliasLimit,
      'Records per page, ids in `nodes`': nodesLimit,
    };
    const { text } = readPage('docs/management-api.md');
    for (const [name, limit] of Object.entries(limits)) {
      expect(text).toContain(`| ${name} | ${limit.toLocaleString('en')}`);
    }
  });
});
