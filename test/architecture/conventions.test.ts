import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { layerOf, readSource, readSources, type SourceFile } from './sources.ts';

const sources = readSources('src');
const everything = [...sources, ...['test', 'tools', 'bench'].flatMap(readSources)];
const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');

/** "file: line" of every line, outside the places that may, in which the pattern occurs. */
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

describe('the outside world', () => {
  const isPlatform = (file: SourceFile): boolean => layerOf(file.path) === 'platform';

  it('tells the time to src/platform alone: others are given a clock', () => {
    expect(uses(/\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\)|\bTemporal\.Now\b/, isPlatform)).toEqual([]);
  });

  it('gives chance to src/platform alone: others are given ids', () => {
    const chance = /\bMath\.random\b|\brandom(UUID|Bytes|Int|FillSync|Fill)\b|\bgetRandomValues\b/;
    expect(uses(chance, isPlatform)).toEqual([]);
  });

  it('shows its environment to config.ts alone, through command.ts', () => {
    const mayRead = ({ path }: SourceFile): boolean => ['src/config.ts', 'src/app/command.ts'].includes(path);
    expect(uses(/\bprocess\.env\b/, mayRead)).toEqual([]);
  });
});

describe('events', () => {
  const isEventLog = ({ path }: SourceFile): boolean => path === 'src/kernel/event-log.ts';
  const inserts = /\.event\.(create|createMany|createManyAndReturn|upsert)\b|\bINSERT\s+INTO\s+"?events\b/i;

  it('are written by kernel/event-log.ts alone', () => {
    expect(uses(inserts, isEventLog, 'text')).toEqual([]);
    expect(inserts.test(readSource('src/kernel/event-log.ts').code)).toBe(true);
  });
});

describe('surfaces', () => {
  it('change nothing themselves: every write is an operation', () => {
    const isSurface = ({ path }: SourceFile): boolean => /^src\/(graphql|rest|experience|http)\//.test(path);
    const write = /\.(create|update|upsert|delete)(Many|ManyAndReturn)?\(\s*\{|\$executeRaw|\$transaction/;
    expect(uses(write, (file) => !isSurface(file))).toEqual([]);
  });
});

describe('the data model', () => {
  it('says of every model and enumeration what it is', () => {
    const undocumented = [...schema.matchAll(/(^.*)\n(?:model|enum) (\w+) \{/gm)]
      .filter(([, before]) => !before?.startsWith('///'))
      .map(([, , name]) => name);
    expect(undocumented).toEqual([]);
  });
});

describe('files', () => {
  // One entry after the other, read by searching.
  const isCatalogue = ({ path }: SourceFile): boolean =>
    path === 'src/vocabulary/events.ts' || /^test\/.*(examples|table)\.ts$/.test(path);

  it('have at most 300 lines, but for catalogues and tables of tests', () => {
    const long = everything
      .filter((file) => !isCatalogue(file))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  it('are finished: nothing is left for later, nothing switched off', () => {
    const unfinished = /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(skip|todo|only)\b/;
    const found = everything
      .filter(({ path }) => path !== 'test/architecture/conventions.test.ts')
      .filter(({ text }) => unfinished.test(text))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });
});
