import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPage, readPages } from '../support/documentation.ts';
import { readSources } from './sources.ts';
import { declaredNames, declaredTypes } from './syntax.ts';

/** Words that the RFCs of this field do not use, and those to write instead. */
const refused: Readonly<Record<string, string>> = {
  afresh: 'again, from the start',
  anew: 'again',
  asked: 'requested, queried, called',
  chore: 'maintenance',
  chores: 'maintenance',
  doings: 'changes, events',
  door: 'channel, API',
  doors: 'channels, APIs',
  everybody: 'all users, every caller',
  forgot: 'removed',
  gather: 'batch',
  gathered: 'batched',
  heard: 'received',
  hears: 'receives',
  nobody: 'no user, no caller',
  patience: 'timeout, interval',
  rehearsal: 'dry run',
  rehearse: 'dry run',
  said: 'stated, named',
  says: 'states, shows',
  sightings: 'cache',
  somebody: 'a user, a caller',
  standings: 'states',
  stands: 'is',
  strangers: 'unauthenticated clients',
  tell: 'send, show, state',
  telling: 'sending, showing',
  tells: 'sends, shows, states',
  told: 'sent, notified',
  undone: 'rolled back',
  unforeseen: 'unexpected',
  whoever: 'a user who, a caller that',
  wholly: 'completely',
};
const pattern = new RegExp(`\\b(${Object.keys(refused).join('|')})\\b`, 'i');

/** Also finds the words in identifiers and file names: "toldEvents". */
const inNames = (text: string): string => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** Names in quotation marks are those of others: of older versions, of an operating system's account. */
const withoutQuoted = (text: string): string => text.replaceAll(/(['"`])[\w.: ]+\1/g, '');

const refusedIn = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const [word] = pattern.exec(inNames(withoutQuoted(line))) ?? [];
    return word === undefined ? [] : [`${path}:${index + 1}: ${word} (write: ${refused[word.toLowerCase()]})`];
  });

const own = 'test/architecture/words.test.ts';
const code = ['src', 'bench', 'tools'].flatMap(readSources);
const tests = readSources('test').filter(({ path }) => path !== own);
const published = '{docs,src,prisma,catalog,test}/**/*.{prisma,json,d.ts}';
const documents = [
  ...readPages(),
  ...globSync([published, 'schema.graphql'], { exclude: ['src/generated/**'] }).map(readPage),
];

/** Reads what version 0.1 stored, by the names of that time. */
const readsFormerNames = 'src/kernel/append-events.ts';

/** They leave open what the thing is: a name is the noun of it, like `input`, `record` or `token`. */
const participles = new Set(['known', 'given', 'found', 'made', 'wanted', 'own', 'sent', 'done']);
const participlesIn = (path: string, text: string): string[] =>
  declaredNames(text, path)
    .filter((name) => participles.has(name))
    .map((name) => `${path}: ${name}`);
/** Names of types besides: a type is named by what its values are. */
const participlesOfTypes = new Set([...participles, 'held', 'kept', 'named', 'read', 'shown', 'taken']);
const participialTypesIn = (path: string, text: string): string[] =>
  declaredTypes(text, path)
    .filter((name) => participlesOfTypes.has(name.toLowerCase()))
    .map((name) => `${path}: ${name}`);
/** The last line of an export and of an import, as the API has it. */
const ofApi = ['src/console/data/export.ts: done', 'src/console/data/import-users.ts: done'];

/** Folders with texts for people, which have questions: to them, and theirs. */
const forPeople = ['src/console/', 'src/experience/', 'src/graphql/types/identity-providers/'];
const asking = /\b(?:asks?|questions?)\b/i;

describe('the words of the field', () => {
  it('are used in names, messages, log lines and comments of the code', () => {
    const present = code.filter(({ path }) => path !== readsFormerNames);
    expect(present.flatMap(({ path, text }) => refusedIn(path, text))).toEqual([]);
  });

  it('let only people ask: a read has a query, not a question', () => {
    const others = readSources('src').filter(({ path }) => !forPeople.some((folder) => path.startsWith(folder)));
    const found = others.filter((file) => asking.test(inNames(`${file.path.replaceAll('/', ' ')} ${file.code}`)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('name variables, parameters and members by what they are', () => {
    const participial = readSources('src').flatMap(({ path, text }) => participlesIn(path, text));
    expect(participial.filter((name) => !ofApi.includes(name))).toEqual([]);
  });

  it('name types by what their values are', () => {
    expect([...code, ...tests].flatMap(({ path, text }) => participialTypesIn(path, text))).toEqual([]);
    expect(participialTypesIn('a.ts', 'interface Given { a: 1 } export type Read = 1; type Reader = 2;')).toHaveLength(
      2,
    );
  });

  it('are found in names however they are declared', () => {
    const text = 'const [a, { b: known }] = c; const f = (given: A, ...sent: B[]) => given; interface C { own: D }';
    expect(participlesIn('a.ts', text)).toEqual(['a.ts: known', 'a.ts: given', 'a.ts: sent', 'a.ts: own']);
    expect(participlesIn('a.ts', 'const ownPath = { done: true }; const { done: isAtEnd } = next();')).toEqual([]);
  });

  it('are used in descriptions of the API, the catalog of events, the data model and the documentation', () => {
    expect(documents.flatMap(({ path, text }) => refusedIn(path, text))).toEqual([]);
  });

  it('are used in the names of files, and in the titles of tests', () => {
    const title = /\b(?:describe|it|test)(?:\.each\([^]*?\))?\(\s*(['`])(.+?)\1,/g;
    const titles = tests.flatMap(({ path, text }) =>
      Array.from(text.matchAll(title), ([, , words = '']) => refusedIn(path, words)).flat(),
    );
    const names = [...code, ...tests].flatMap(({ path }) => refusedIn(path, path.replaceAll('/', ' ')));
    expect([...names, ...titles]).toEqual([]);
  });

  it('do not include these, in any spelling of a name', () => {
    expect(refusedIn('a.ts', 'const eventsTold = 1;\nThe webhook is told.\nfast')).toHaveLength(2);
    expect(refusedIn('a.ts', 'retold untold teller')).toEqual([]);
  });
});
