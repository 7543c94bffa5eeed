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
  /**
   * The field that Node's own listener of `clientError` reads, which ours replaces: nothing public shows whether a
   * response has begun on a socket, and within it there must not be another one.
   */
  const known = ['src/server/server.ts: _httpMessage'];

  const found = (files: readonly SourceFile[]): string[] =>
    matches(files, privateFields).filter((one) => !isPublic(one) && !known.includes(one));

  it('no private field is used, except one that Node has no other way for', () => {
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
  /**
   * Statements that are sent, whatever the connection is called, but not a parameter of a request; parts of statements;
   * deletions in batches; and texts that begin as a statement does.
   */
  const sql = new RegExp(
    [
      String.raw`\.\$(?:queryRaw|executeRaw)`,
      String.raw`(?<!\breq)\.query[<(]`,
      String.raw`\b(?:Prisma|Sql)\.(?:sql|raw|join)\b`,
      String.raw`\b(?:preparedStatement|deleteInBatches|deleteBatch)\(`,
      String.raw`${'`'}\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|SET|CREATE|DROP|ALTER)\s`,
    ].join('|'),
  );
  const withSql = (files: readonly SourceFile[]): SourceFile[] => files.filter(({ code }) => sql.test(code));

  /** The places in CONTRIBUTING.md: files, and folders with a "/" at the end. */
  const [, section = ''] = /^PostgreSQL has one way([\s\S]*?)^## /m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
  const places = [...section.matchAll(/^- ((?:`[^`]+`(?:,\s+)?)+): ./gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `src/${name}`),
  );
  const isIn = (place: string | undefined, path: string): boolean =>
    place !== undefined && (place.endsWith('/') ? path.startsWith(place) : path === place);

  it('is in store/ and in the places that CONTRIBUTING.md lists, each of which has some', () => {
    const paths = withSql(sources).map(({ path }) => path);
    const allowed = ['src/store/', ...places];
    expect(paths.filter((path) => !allowed.some((place) => isIn(place, path)))).toEqual([]);
    expect(places.filter((place) => !paths.some((path) => isIn(place, path)))).toEqual([]);
  });

  it('does what Prisma cannot, which one line of each file states', () => {
    const unexplained = withSql(sources).filter(({ text }) => text.match(/^\/\/ SQL: ./gm)?.length !== 1);
    expect(unexplained.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    'await tx.$executeRaw`SELECT`;',
    'const { rows } = await connection.query<Row>(text);',
    'const name = Prisma.sql`(${column})`;',
    'const name = Sql.raw(column);',
    'await deleteInBatches(pool, text, [before]);',
    "const old = deleteBatch('jobs', 'id', '$1');",
    'const text = `\n  DELETE FROM ${table}`;',
  ])('is found: %s', (code) => {
    expect(withSql([{ path: 'a.ts', text: code, code }])).toHaveLength(1);
  });
});
