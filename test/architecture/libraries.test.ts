import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources, type SourceFile } from './sources.ts';

const sources = readSources('src').filter(({ path }) => !path.startsWith('src/console/'));

/** "file: match" of each match. */
const matches = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([found]) => `${path}: ${found}`));

describe('libraries are used by their public interfaces', () => {
  /** Of pg, whose types do not have them; and whatever begins with an underscore. */
  const privateFields =
    /(?<=\.)(?:_[a-z]\w*|pipeline|readyForQuery|activeQuery|queryQueue|processID|secretKey|connection\.stream)\b/gi;
  /** Prisma: numbers of related records. Zod: for libraries (https://zod.dev/library-authors). */
  const isPublic = (found: string): boolean => /: (_count|_zod)$/.test(found);
  /** What Node's own handler of `clientError` reads. */
  const known = ['src/server/server.ts: _httpMessage'];

  const found = (files: readonly SourceFile[]): string[] =>
    matches(files, privateFields).filter((one) => !isPublic(one) && !known.includes(one));

  it('no private field is used', () => {
    expect(found(sources)).toEqual([]);
  });

  it('private fields are found', () => {
    const code = 'client._ending || socket.connection.stream.cork(); client.pipeline = true; row._count;';
    expect(found([{ path: 'a.ts', text: code, code }])).toEqual([
      'a.ts: _ending',
      'a.ts: connection.stream',
      'a.ts: pipeline',
    ]);
  });
});

it('an override of a version names an upstream issue in CONTRIBUTING.md', () => {
  const { overrides = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as { overrides?: object };
  const listed = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^- `(.+)`: [^-]*https:\/\/\S+\/issues\/\d+/gm);
  expect([...listed].map(([, name]) => name)).toEqual(Object.keys(overrides));
});

describe('SQL', () => {
  const withSql = sources.filter(({ code }) =>
    /\.\$(queryRaw|executeRaw)|\b(pool|tokenPool|client)\.query\b/.test(code),
  );

  /** One short statement each: a lock, a setting, a column that changes alone; and lists that one statement reads. */
  const others = [
    'src/delivery/webhooks/start.ts',
    'src/graphql/request/one-transaction.ts',
    'src/operations/connectors/report-connector-failure.ts',
    'src/operations/jobs/start-job.ts',
    'src/operations/platform/set-up-platform.ts',
    'src/reads/related-totals.ts',
    'src/reads/related.ts',
  ];

  it('is in store/, in what opens databases and transactions, and on the path of token exchange', () => {
    const mayHave = /^src\/(store|platform|kernel|oidc)\//;
    const elsewhere = withSql.map(({ path }) => path).filter((path) => !mayHave.test(path) && !others.includes(path));
    expect(elsewhere).toEqual([]);
  });

  it('store/ has SQL only for what Prisma cannot do, which a line of the file states', () => {
    const unexplained = withSql.filter(
      ({ path, text }) => path.startsWith('src/store/') && !/^\/\/ SQL: ./m.test(text),
    );
    expect(unexplained.map(({ path }) => path)).toEqual([]);
  });
});
