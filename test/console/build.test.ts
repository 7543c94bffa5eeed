import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSchema, Kind, parse, validate, visit } from 'graphql';
import generated from '../../src/console/generated/operations.json' with { type: 'json' };
import { readSources } from '../architecture/sources.ts';

const folder = new URL('../../dist/console/', import.meta.url);
const page = readFileSync(new URL('index.html', folder), 'utf8');
const sizeOf = (path: string): number => readFileSync(new URL(`${path.replace('/console/', '')}.gz`, folder)).length;
const linked = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, path]) => path ?? '');
const kilobytes = (paths: Iterable<string>): number => [...paths].reduce((sum, path) => sum + sizeOf(path), 0) / 1000;

/** The modules that are loaded as one script, by the name of their first; its imports are such names. */
const chunks = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8')) as Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[] }
>;
const scriptsOf = (name: string): string[] => {
  const { file = '', imports = [] } = chunks[name] ?? {};
  return [file, ...imports.flatMap(scriptsOf)];
};
const entry = 'index.html';
const firstScripts = new Set([entry, ...(chunks[entry]?.dynamicImports ?? [])].flatMap(scriptsOf));

const written = readSources('src/console').flatMap(({ text }) =>
  [...text.matchAll(/graphql\(\s*`([^`]+)`/g)].map(([, document]) => (document ?? '').trim()),
);
const fragments = new Map(written.map((text) => [/^fragment (\w+)/.exec(text)?.[1] ?? '', text]));
/** The names of the fragments in a document, those in other fragments included. */
const spreadIn = (document: string): string[] =>
  Array.from(document.matchAll(/\.\.\.(\w+)/g), ([, name = '']) => name).flatMap((name) => [
    name,
    ...spreadIn(fragments.get(name) ?? ''),
  ]);
const withFragments = (document: string): string =>
  [document, ...new Set(spreadIn(document).map((name) => fragments.get(name) ?? ''))].join('\n');

/** The documents in the code of the console, and those of its dialogs. */
const documents = [
  ...written.filter((document) => !document.startsWith('fragment')).map(withFragments),
  ...Object.values(generated.operations).flatMap(({ document, subject }) => [
    document,
    ...(subject ? [subject.document] : []),
  ]),
];

describe('the built console', () => {
  it('loads at most 224 kB of scripts and 23 kB of styles for a list at first, compressed', () => {
    const scripts = [...firstScripts, ...scriptsOf('words/en.ts'), ...scriptsOf('features/users/list.tsx')];
    expect(kilobytes(new Set(scripts))).toBeLessThan(224);
    expect(kilobytes(linked(/stylesheet" crossorigin href="([^"]+)"/g))).toBeLessThan(23);
  });

  it('links every script that all pages need, so that they load at once', () => {
    const links = linked(/(?:src|modulepreload" crossorigin href)="([^"]+\.js)"/g);
    expect(new Set(links)).toEqual(new Set([...firstScripts].map((file) => `/console/${file}`)));
  });

  it('loads at most 30 kB more for a further page, compressed', () => {
    const pages = Object.keys(chunks).filter((name) => /^features\/.*\/(page|list|live)\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(10);
    const more = pages.map((name) => [name, kilobytes(new Set(scriptsOf(name)).difference(firstScripts))] as const);
    expect(more.filter(([, size]) => size > 30)).toEqual([]);
  });

  it('adds at most 50 packages', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dependencies?: Record<string, string> }>;
    };
    const found = new Set<string>();
    const add = (name: string): void => {
      const entry = packages[`node_modules/${name}`];
      if (!entry || found.has(name)) return;
      found.add(name);
      for (const dependency of Object.keys(entry.dependencies ?? {})) add(dependency);
    };
    for (const name of [
      'react',
      'react-dom',
      '@mantine/core',
      '@mantine/hooks',
      '@tanstack/react-router',
      'urql',
      '@urql/core',
      'wonka',
      'get-nonce',
      'oauth4webapi',
      '@vitejs/plugin-react',
    ])
      add(name);
    expect(found.size).toBeLessThanOrEqual(50);
  });
});

describe('the documents of the console', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

  it('are valid by the schema of the API', () => {
    const problems = documents.flatMap((document) => validate(schema, parse(document)).map(({ message }) => message));
    expect(problems).toEqual([]);
    expect(documents.length).toBeGreaterThan(100);
  });

  it('count the records of a list in documents of their own, which take longer than a page', () => {
    const mixed = documents.filter((document) => {
      let isMixed = false;
      visit(parse(document), {
        [Kind.SELECTION_SET]({ selections }) {
          const names = selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : ''));
          // Beside each other: what belongs to each row of a page is counted together.
          isMixed ||= names.includes('totalCount') && names.includes('nodes');
        },
      });
      return isMixed;
    });
    expect(mixed).toEqual([]);
  });

  it('subscribe to events without the data of the records', () => {
    const feed = readFileSync('src/console/data/feed/feed.ts', 'utf8').match(/`(subscription[^`]+)`/)?.[1] ?? '';
    const names: string[] = [];
    visit(parse(feed), { [Kind.FIELD]: ({ name }) => void names.push(name.value) });
    expect(names).toContain('events');
    expect(names).not.toContain('data');
  });
});
