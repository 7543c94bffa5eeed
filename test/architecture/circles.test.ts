import { describe, expect, it } from 'vitest';
import { importsOf, readSources } from './sources.ts';

const sources = readSources('src');

/** The texts of the console are one folder by their imports, although those of a page lie beside it. */
const isText = (path: string): boolean => /^src\/console\/\w+\/[\w-]+\/texts\//.test(path);

describe('the folders of a part', () => {
  /** The folder right below a part: "src/graphql/types"; undefined for a file that is directly in the part. */
  function roomOf(path: string): string | undefined {
    if (isText(path)) return 'src/console/words';
    return path.split('/').length > 3 ? path.split('/').slice(0, 3).join('/') : undefined;
  }

  it('import one way: there is no circle among them', () => {
    const targets = new Map<string, Set<string>>();
    for (const file of sources) {
      const room = roomOf(file.path);
      if (room === undefined) continue;
      const others = importsOf(file).flatMap(({ isOurs, target }) => (isOurs ? (roomOf(target) ?? []) : []));
      targets.set(room, new Set([...(targets.get(room) ?? []), ...others.filter((other) => other !== room)]));
    }
    expect(circlesOf(targets)).toEqual([]);
  });

  it('files import one way, too', () => {
    const files = [...sources, ...readSources('bench'), ...readSources('tools')];
    const targets = files.map((file): [string, Set<string>] => [
      file.path,
      new Set(importsOf(file).flatMap(({ isOurs, target }) => (isOurs ? target : []))),
    ]);
    expect(circlesOf(new Map(targets))).toEqual([]);
  });

  it('folders that form a circle are found', () => {
    const targets = new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [] }).map(toSet));
    expect(circlesOf(targets)).toEqual(['a', 'b', 'c']);
  });
});

const toSet = ([from, to]: [string, string[]]): [string, Set<string>] => [from, new Set(to)];

/** The names in circles: each can be reached from itself. */
function circlesOf(targets: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reachable = (from: string): Set<string> => {
    const reached = new Set<string>();
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const target of targets.get(next) ?? []) {
        if (reached.has(target)) continue;
        reached.add(target);
        open.push(target);
      }
    }
    return reached;
  };
  return [...targets.keys()].filter((from) => reachable(from).has(from)).toSorted();
}
