import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { importsOf, layerOf, readSource, readSources, type SourceFile } from './sources.ts';

/** Code that runs in the browser has the clock and random source of the browser. */
const isConsole = ({ path }: SourceFile): boolean => path.startsWith('src/console/');
const sources = readSources('src').filter((file) => !isConsole(file));
const everything = [...readSources('src'), ...['test', 'tools', 'bench'].flatMap(readSources)];
const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');

/** "file: line" of every line outside the permitted files that matches the pattern. */
function uses(pattern: RegExp, mayUse: (file: SourceFile) => boolean, part: 'code' | 'text' = 'code'): string[] {
  return sources
    .filter((file) => !mayUse(file))
    .flatMap(({ path, [part]: searched }) =>
      searched
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
}

describe('an unexpected failure of a request', () => {
  it('is one message in the log, with its channel: that of http/request-log.ts', () => {
    const parts = ['graphql', 'rest', 'experience', 'http', 'server', 'kernel'];
    const mayLog = ({ path }: SourceFile): boolean =>
      path === 'src/http/request-log.ts' || !(parts.includes(layerOf(path)) || path.startsWith('src/oidc/provider/'));
    expect(uses(/\blogger\.error\(/, mayLog)).toEqual([]);
  });
});

describe('access to the outside world', () => {
  const isPlatform = (file: SourceFile): boolean => layerOf(file.path) === 'platform';

  it('only src/platform reads the clock', () => {
    expect(uses(/\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\)|\bTemporal\.Now\b/, isPlatform)).toEqual([]);
  });

  it('only src/platform uses randomness', () => {
    const chance = /\bMath\.random\b|\brandom(UUID|Bytes|Int|FillSync|Fill)\b|\bgetRandomValues\b/;
    expect(uses(chance, isPlatform)).toEqual([]);
  });

  it('only config.ts and command.ts read the environment', () => {
    const mayRead = ({ path }: SourceFile): boolean => ['src/config.ts', 'src/app/command.ts'].includes(path);
    expect(uses(/\bprocess\.env\b/, mayRead)).toEqual([]);
  });
});

describe('events', () => {
  const isEventLog = ({ path }: SourceFile): boolean => path === 'src/kernel/append-events.ts';
  const inserts = /\.event\.(create|createMany|createManyAndReturn|upsert)\b|\bINSERT\s+INTO\s+"?events\b/i;

  it('are inserted by kernel/append-events.ts only', () => {
    expect(uses(inserts, isEventLog, 'text')).toEqual([]);
    expect(inserts.test(readSource('src/kernel/append-events.ts').code)).toBe(true);
  });
});

describe('the APIs', () => {
  it('never write to the database themselves: every write is an operation', () => {
    const isSurface = ({ path }: SourceFile): boolean => /^src\/(graphql|rest|experience|http)\//.test(path);
    const write = /\.(create|update|upsert|delete)(Many|ManyAndReturn)?\(\s*\{|\$executeRaw|\$transaction/;
    expect(uses(write, (file) => !isSurface(file))).toEqual([]);
  });
});

describe('what callers send', () => {
  /** For each value, a search among all others. */
  const inEach = /\bindexOf\(\w+\) *(?:[!=]==?|[<>]=?) *[a-z]\w*/;

  it('is searched for repeated values in one pass: a form of 16 KiB can have five thousand', () => {
    expect(uses(inEach, () => false)).toEqual([]);
    expect(inEach.test('names.find((name, index) => names.indexOf(name) !== index)')).toBe(true);
    expect(inEach.test('names.filter((name, at) => names.indexOf(name) === at)')).toBe(true);
  });
});

describe('the data model', () => {
  it('describes every model and enumeration', () => {
    const undocumented = [...schema.matchAll(/(^.*)\n(?:model|enum) (\w+) \{/gm)]
      .filter(([, before]) => !before?.startsWith('///'))
      .map(([, , name]) => name);
    expect(undocumented).toEqual([]);
  });

  it('has comments of at most 120 columns', () => {
    expect(schema.split('\n').filter((line) => line.length > 120 && /^\s*\/\//.test(line))).toEqual([]);
  });
});

describe('names', () => {
  const types = ['Record', 'Partial', 'Pick', 'Omit', 'Generator', 'Parameters', 'Awaited', 'Readonly', 'Required'];
  const globals = new Set([...Object.getOwnPropertyNames(globalThis), ...types]);
  const declared =
    /^(?:export )?\s*(?:async )?(?:const|let|function\*?|class|interface|type) (?:(\w+)|\{([^}=]*)\} =)/gm;
  const localNames = (destructured: string) => destructured.split(',').map((one) => one.replace(/^.*:/, '').trim());

  const shadowing = ({ path, code }: SourceFile): string[] =>
    [...code.matchAll(declared)]
      .flatMap(([, name, destructured]) => (name === undefined ? localNames(destructured ?? '') : [name]))
      .filter((name) => globals.has(name))
      .map((name) => `${path}: ${name}`);

  it('are not those of global values and types', () => {
    // The words of the field for both: a GraphQL type, and the channel of a message to a person.
    const known = [
      'src/graphql/types/events/event.ts: Event',
      'src/vocabulary/connectors/message-templates.ts: MessageChannel',
    ];
    const shipped = everything.filter(({ path }) => !path.startsWith('test/'));
    expect(shipped.flatMap(shadowing).filter((found) => !known.includes(found))).toEqual([]);
  });

  it('are found however they are declared', () => {
    const code = 'const { a, b: fetch } = c;\n  let process: A;\nexport interface Record {\nfunction own() {';
    const found = shadowing({ path: 'a.ts', text: code, code });
    expect(found).toEqual(['a.ts: fetch', 'a.ts: process', 'a.ts: Record']);
  });
});

describe('exports', () => {
  it('are of names that another file imports', () => {
    const files = everything.map((file) => {
      const { path, text } = file;
      const used = new Set(text.match(/[\w$]+/g));
      const targets = new Set(importsOf(file).map(({ target }) => target));
      const names = [
        ...text.matchAll(/^export (?:async |declare )?(?:function\*?|const|class|interface|type) (\w+)/gm),
      ];
      return { path, used, targets, exported: names.map(([, name = '']) => name) };
    });
    // Operations and lists are declared with types of these folders, by inference.
    const isInferred = (path: string) => /^src\/(kernel|reads)\//.test(path);
    const ofSrc = files.filter(({ path }) => path.startsWith('src/'));
    expect(ofSrc.length).toBeGreaterThan(500);
    const unused = ofSrc.flatMap(({ path, exported }) =>
      exported
        .filter((name) => !isInferred(path) && !files.some(({ used, targets }) => targets.has(path) && used.has(name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('files', () => {
  // One entry after the other, read by searching.
  const isCatalog = ({ path }: SourceFile): boolean =>
    path === 'src/vocabulary/events.ts' ||
    path.startsWith('src/console/words/') ||
    /^test\/.*(examples|table)\.ts$/.test(path);

  it('are at most 40 in a folder', () => {
    const folders = Map.groupBy(everything, ({ path }) => path.slice(0, path.lastIndexOf('/')));
    const crowded = [...folders].filter(([, { length }]) => length > 40).map(([folder]) => folder);
    expect(folders.size).toBeGreaterThan(50);
    expect(crowded).toEqual([]);
  });

  it('have at most 300 lines, except for catalogs and tables of tests', () => {
    const long = everything
      .filter((file) => !isCatalog(file))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  it('contain no TODO and no disabled checks', () => {
    const unfinished = /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(skip|todo|only)\b/;
    const found = everything
      .filter(({ path }) => path !== 'test/architecture/conventions.test.ts')
      .filter(({ text }) => unfinished.test(text))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it('have comments of at most 120 columns', () => {
    const long = everything.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(long).toEqual([]);
  });
});

describe('tests', () => {
  const tests = readSources('test').filter(({ path }) => path.endsWith('.test.ts'));
  /** Milliseconds of a test or hook. */
  const ofTests = /^ *\}, ([\d_]+)\);$/;
  /** Of these, of a poll, of `until`, and of a page. */
  const ofAll = [ofTests, /\btimeout: ([\d_]+)/, /\buntil\(.*, ([\d_]+)\)/, /\bsetDefaultTimeout\(([\d_]+)\)/];
  const least = 20_000;
  const limitsOf = ({ path, text }: SourceFile, limits: readonly RegExp[]) =>
    limits.flatMap((limit) =>
      Array.from(text.matchAll(new RegExp(limit, 'gm')), ([line, milliseconds = '']) => ({
        line: `${path}: ${line.trim()}`,
        milliseconds: Number(milliseconds.replaceAll('_', '')),
      })),
    );

  it('wait long enough for a slow machine: 20 seconds at least', () => {
    const all = tests.flatMap((file) => limitsOf(file, ofAll));
    expect(all.filter(({ milliseconds }) => milliseconds < least)).toEqual([]);
    expect(all.length).toBeGreaterThan(10);
  });

  it('have no shorter limit of their own than all tests', () => {
    const own = tests.flatMap((file) => limitsOf(file, [ofTests]));
    expect(own.filter(({ milliseconds }) => milliseconds <= (config.test?.testTimeout ?? 0))).toEqual([]);
    expect(own).not.toEqual([]);
  });

  it('use `until` or `expect.poll`: those of vitest that look alike wait for one second', () => {
    expect(tests.filter(({ code }) => /\bvi\.wait(For|Until)\b/.test(code)).map(({ path }) => path)).toEqual([]);
  });
});
