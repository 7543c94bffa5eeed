import { describe, expect, it } from 'vitest';
import { permittedFiles } from './permitted-patterns.ts';
import { readSource, readSources } from './sources.ts';

/** Folders that derive types, documents and forms from declarations: of these, each line is permitted. */
const folders = [
  'src/vocabulary',
  'src/rest/openapi',
  'src/graphql/mutations',
  'src/graphql/schema',
  'tools/console',
  'src/console/parts/change',
];

/** A regular expression, or a comparison with a part of a text. */
const pattern = /\.(?:startsWith|endsWith|match|matchAll|search)\(|\bRegExp\b|[=(,:?&|!>] *\/(?![/*])[^\n]*\//;

/** The comparisons, and why each is no decision by the name of an operation, an event or a field. */
const permitted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/rest/openapi/dry-runs.ts': { 'status.startsWith': 'classes of HTTP statuses' },
  'src/rest/openapi/export.ts': { 'nameOf(collection).replace': 'spells the name of an export: that of its list' },
  'src/rest/openapi/parts.ts': { 'path.replaceAll': 'spells parameters of paths' },
  'src/rest/openapi/reads.ts': {
    articleFor: 'the article of a word in a sentence',
    'text.replaceAll': 'spells a name from a path',
    '.replaceAll(/s': 'spells a name from a path',
  },
  'src/graphql/mutations/mutation-fields.ts': { 'selection.name.value.startsWith': 'reserved names (GraphQL 2.1.8)' },
  'src/graphql/schema/enums.ts': { '.replaceAll(/': 'spells values of enumerations' },
  'src/graphql/schema/outputs.ts': { 'info.name.replace': 'spells the name of an output type' },
  'src/graphql/schema/semantic-non-null.ts': { 'getNamedType(type).name.endsWith': 'connections (Relay, section 2)' },
  'tools/console/build.ts': { 'name.endsWith': 'files' },
  'tools/console/develop.ts': { '/<meta name=': 'a page' },
  'tools/console/plain-text.ts': {
    codeNames: 'sentences of descriptions',
    '/^(`': 'a description',
    '.replaceAll(/': 'sentences of descriptions',
    '.split(/': 'sentences of descriptions',
  },
  'tools/console/words.ts': { matchAll: 'places in a text' },
  'tools/console/styles.ts': { 'name.endsWith': 'files', 'read(name).match': 'styles', 'const classes': 'styles' },
  'src/console/parts/change/fields/Fields.tsx': { 'path.startsWith': 'paths of problems, which are below a field' },
  'src/console/parts/change/result/Result.tsx': { 'location.pathname.startsWith': 'addresses of pages' },
  'src/console/parts/change/choices/RolePresets.tsx': {
    isReading: 'scopes of customers, who have no other way to tell',
  },
  'src/console/parts/change/code.ts': {
    'query.replaceAll': 'spaces',
    'path.matchAll': 'parameters of paths',
    'path.replaceAll': 'parameters of paths',
  },
};

const isDeriving = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
const files = [
  ...readSources('src'),
  ...readSources('tools/console'),
  ...['src/experience/script.js', 'src/rest/docs-page/page.js'].map(readSource),
];
const patterns = files.flatMap(({ path, code }) =>
  code.split('\n').flatMap((line) => (pattern.test(line) ? [{ path, line: line.trim() }] : [])),
);
const elsewhere = Object.values(permittedFiles).flatMap((group) => Object.entries(group));
const isPermitted = ({ path, line }: { path: string; line: string }): boolean =>
  isDeriving(path)
    ? Object.keys(permitted[path] ?? {}).some((part) => line.includes(part))
    : elsewhere.some(([file]) => file === path);

describe('nothing is decided by a part of a name', () => {
  it('of an operation, an event or a field: the declaration states it', () => {
    expect(patterns.filter((one) => !isPermitted(one))).toEqual([]);
  });

  it('nothing is permitted that is not used', () => {
    const parts = Object.entries(permitted).flatMap(([path, uses]) =>
      Object.keys(uses).map((part) => ({ path, part })),
    );
    const isUsed = ({ path, part }: (typeof parts)[number]): boolean =>
      patterns.some((one) => one.path === path && one.line.includes(part));
    expect(parts.filter((one) => !isUsed(one))).toEqual([]);
    expect(new Set(elsewhere.map(([file]) => file)).size).toBe(elsewhere.length);
  });

  it('no permitted file has a pattern more than those that were looked at', () => {
    const linesOf = (file: string): number => patterns.filter(({ path }) => path === file).length;
    expect(elsewhere.filter(([file, lines]) => isDeriving(file) || linesOf(file) !== lines)).toEqual([]);
  });

  it.each([
    "if (type.endsWith('')) return now;",
    'const isIdName = /(ids?|Id|Ids)$/;',
    "const kind = /^(.*)Ids?$/.exec(name)?.[1] ?? '';",
    'names.filter((name) => !/OrderField$/.test(name))',
    'const start = name.match(/^removed/);',
    "const ends = new RegExp('Id$');",
    'return isKnown && /^organization/.test(subject);',
  ])('is found in %s', (line) => {
    expect(pattern.test(line)).toBe(true);
  });

  it.each(['const total = (first + second) / 2 / count;', "import a from './a.ts';", '</Folded>', '// a comment'])(
    'is not found in %s',
    (line) => {
      expect(pattern.test(line)).toBe(false);
    },
  );
});
