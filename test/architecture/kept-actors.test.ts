import { describe, expect, it } from 'vitest';
import { type Declaration, declarationsOf, readSources, type SourceFile } from './sources.ts';

/** Work that goes on while other requests are answered: iterations over time, timers, subscriptions and streams. */
const goesOn = new RegExp(
  [
    /\basync function\*|\bfor await\b|\bfor \(;;\)|\bfor \(let [^;]*;(?: ;|[^;]*aborted)/,
    /\bset(?:Interval|Timeout)\(|\bcoalesce\(async\b|\bnew Repeater\b/,
    /\b(?:callerStream|pipeline|exemptFromRequestTimeout)\b|\.subscribe\(|\bon\(''/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The one place that keeps an actor: it reads it again after each change of rights, and ends what may not go on. */
const isReadAgain = ({ file, name }: Declaration): boolean =>
  file === 'src/graphql/context/live-token.ts' && name === 'createLiveToken';

/** Types whose actor is replaced while they are in use: `renewActor`. */
const renewed = new Set(['Context', 'RequestContext', 'RequestState']);

const declaredType = /:\s*(?:readonly )?([A-Z]\w+(?:<[^>()]*>)?)(?=[^\w<]|$)/gm;
const typeNames = (code: string): string[] =>
  [...withoutPromised(code).matchAll(declaredType)].flatMap(([, text = '']) => text.match(/\b[A-Z]\w+/g) ?? []);

/** Leaves out the results of functions and the values of streams: these are read when they are called. */
const withoutPromised = (code: string): string =>
  code
    .replaceAll(/\)(?:: | => )(?:Promise|AsyncGenerator|AsyncIterable)<(?:[^<>]|<[^<>]*>)*>/g, ')')
    .replaceAll(/\bAsyncIterable<(?:[^<>]|<[^<>]*>)*>/g, 'unknown');

/** Interfaces that have an actor as a field, or one with such a field, by name. */
function keepersOf(files: readonly SourceFile[]): Set<string> {
  const interfaces = files.flatMap(declarationsOf).filter(({ code }) => /^(?:export )?interface /.test(code));
  const keepers = new Set(['Actor', 'FixedActor']);
  for (let size = 0; size < keepers.size; ) {
    size = keepers.size;
    for (const { name, code } of interfaces) {
      // Methods and functions are called, so they are no fields.
      const fields = code.split('\n').filter((line) => /^ {2}(?:readonly )?\w+\??: [^(]*$/.test(line));
      const [head = ''] = code.split('{', 1);
      const named = [head.replace(/^.*?interface \w+/, ''), ...fields].join('\n').match(/\b[A-Z]\w+/g) ?? [];
      if (named.some((one) => keepers.has(one)) && !renewed.has(name)) keepers.add(name);
    }
  }
  return keepers;
}

/** Actors that a declaration has for longer than it takes to read them, as `file#name: what`. */
function keptIn(files: readonly SourceFile[]): string[] {
  const keepers = keepersOf(files);
  return files
    .flatMap(declarationsOf)
    .filter((declaration) => goesOn.test(declaration.code) && !isReadAgain(declaration))
    .flatMap(({ file, name, code }) => {
      const kept = code
        // A requirement, which is asked for the actor of each moment.
        .replaceAll(/\((?:actor|\{[^{}]*\}): Actor\) =>/g, '() =>')
        .replaceAll(/\{ actor \} = live\b|\bactor\(\)|\.actor\?\.id\b/g, '')
        // The caller never changes, only the rights of the caller.
        .replaceAll(/\bcallerOf\([\w.]*\bactor\)/g, '');
      const values = /\bactor\b/.test(kept) ? ['actor'] : [];
      const types = typeNames(kept).filter((type) => keepers.has(type));
      return [...values, ...types].map((what) => `${file}#${name}: ${what}`);
    });
}

const sources = readSources('src').filter(({ path }) => /^src\/(?!console|store|platform)/.test(path));

describe('what goes on while rights can be lost', () => {
  it('keeps no actor, but reads it again', () => {
    const going = sources.flatMap(declarationsOf).filter(({ code }) => goesOn.test(code));
    const files = new Set(going.map(({ file }) => file));
    for (const file of [
      'rest/import/import.ts',
      'rest/reads/export.ts',
      'app/jobs/start.ts',
      'graphql/context/live-access.ts',
    ])
      expect(files).toContain(`src/${file}`);
    expect(keptIn(sources)).toEqual([]);
  });

  const kept = (code: string) => keptIn([{ path: 'a.ts', text: code, code }, ...sources]);

  it.each([
    ['async function add(work: Work): Promise<void> {\n  for await (const line of work.lines) create(work, line);\n}'],
    ['async function* pages(request: RestRequest): AsyncGenerator<object> {\n  yield read(request);\n}'],
    [
      'function pages(request: R) {\n  const { actor } = request;\n  return async function* () {\n    yield actor;\n  };\n}',
    ],
    ['const poll = (read: Read, viewer: Viewer) => setInterval(() => read(viewer), 1000);'],
    [
      'async function work(run: Run) {\n  const actor = await run.currentActor();\n  for (;;) await run.next(actor);\n}',
    ],
    ['function watch({ log }: Live, { context }: Given<ReadContext>) {\n  log.subscribe(() => context);\n}'],
  ])('is found in %j', (code) => {
    const work = 'interface Batch {\n  actor: Actor;\n}\ninterface Work extends Batch {\n  lines: Lines;\n}\n';
    expect(kept(work + code)).not.toEqual([]);
  });
});

describe('a caller of the kernel', () => {
  const callers = sources.filter(({ path }) => !path.startsWith('src/kernel/'));
  /** A function that returns an actor which was read before, or an actor that is called one without rights to lose. */
  const wrapped =
    /\(\) => (?:Promise\.resolve\()?\(?[\w.]*\bactor\b\)*[,;)\s]|\bas (?:FixedActor|Caller|CurrentActor)\b/g;
  const found = ({ path, code }: SourceFile) => [...code.matchAll(wrapped)].map(([text]) => `${path}: ${text.trim()}`);

  it('is never an actor that was read before', () => {
    const holder = 'src/graphql/context/live-token.ts: () => actor,';
    expect(callers.flatMap(found)).toEqual([holder]);
  });

  it.each([
    ['const by = () => Promise.resolve(request.actor);'],
    ['run(async () => actor);'],
    ['run(actor as Caller);'],
  ])('would be found in %j', (code) => {
    expect(found({ path: 'a.ts', text: code, code })).toHaveLength(1);
  });
});
