import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { declarationsOf, readSources, type SourceFile } from './sources.ts';

const sources = readSources('src');
const key = (file: string, name: string) => `${file}#${name}`;

/** The declarations of other files behind the imported names of a file. */
function importedNames({ path, text }: SourceFile): Map<string, string> {
  const statements = text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm);
  return new Map(
    [...statements].flatMap(([, names = '', target = '']) =>
      names.split(',').flatMap((one) => {
        const [, original, local = original] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(one) ?? [];
        return original === undefined ? [] : [[local ?? original, key(join(dirname(path), target), original)] as const];
      }),
    ),
  );
}

/** The declarations that each one uses: in the same file or imported. */
function graphOf(files: readonly SourceFile[]): Map<string, { code: string; leadsTo: string[] }> {
  return new Map(
    files.flatMap((file) => {
      const own = declarationsOf(file);
      const known = new Map([...own.map(({ name }) => [name, key(file.path, name)] as const), ...importedNames(file)]);
      return own.map(({ name, code }) => {
        const mentioned = new Set(code.match(/\b\w+\b/g));
        const leadsTo = [...known].flatMap(([word, target]) => (word !== name && mentioned.has(word) ? [target] : []));
        return [key(file.path, name), { code, leadsTo }] as const;
      });
    }),
  );
}

/** The first path from one declaration to one that uses a pool, or undefined. */
function wayToPool(graph: ReturnType<typeof graphOf>, from: string, seen = new Set<string>()): string[] | undefined {
  const node = graph.get(from);
  if (!node || seen.has(from)) return undefined;
  seen.add(from);
  if (/\b(?:pool|tokenPool)\b/.test(node.code)) return [from];
  for (const next of node.leadsTo) {
    const way = wayToPool(graph, next, seen);
    if (way) return [from, ...way];
  }
  return undefined;
}

// Transactions that wait for a second connection can wait for one another, until all of them time out.
it('no code inside a Prisma transaction requests a connection from a pool', () => {
  const files = sources.filter(({ path }) => !path.startsWith('src/platform/'));
  const graph = graphOf(files);
  const inTransaction = [...graph].filter(
    ([name, { code }]) => /\btx\b/.test(code) || name.startsWith('src/operations/'),
  );
  expect(inTransaction.length).toBeGreaterThan(150);
  const ways = inTransaction.flatMap(([name]) => wayToPool(graph, name)?.join(' > ') ?? []);
  expect(ways).toEqual([]);
});
