import { expect, it } from 'vitest';
import { readSources } from './sources.ts';
import { isNode, nodesOf } from './syntax.ts';

/** The function that a call ends at: `it` for `it.each(table)(title, test)`. */
function calledBy(callee: unknown): unknown {
  if (!isNode(callee)) return undefined;
  return callee.type === 'Identifier' ? callee['name'] : calledBy(callee['object'] ?? callee['callee']);
}

/** The text of a string or a template, whose values are left out. */
function textOf(argument: unknown): string | undefined {
  if (!isNode(argument)) return undefined;
  if (argument.type === 'Literal') return String(argument['value']);
  const parts = argument.type === 'TemplateLiteral' ? (argument['quasis'] as { value: { cooked: string } }[]) : [];
  return parts.length > 0 ? parts.map(({ value }) => value.cooked).join('…') : undefined;
}

/** The titles of all tests in a file; those of `describe` are none. */
const titlesIn = (text: string): string[] =>
  nodesOf(text, 'a.test.ts').flatMap(({ type, callee, arguments: args }) => {
    const isTest = type === 'CallExpression' && ['it', 'test'].includes(String(calledBy(callee)));
    return isTest && Array.isArray(args) ? (textOf(args[0]) ?? []) : [];
  });

/** Words that continue a sentence, and begin none. */
const continuing = 'and|but|or|nor|that|which|who|whose|because|also|even|together|again|except|than';
/** Words that begin a sentence only if a comma and its main clause follow. */
const introducing =
  'with|without|for|in|inside|of|after|before|if|unless|until|when|while|once|during|as|at|by|to|from|into|on|over|' +
  'under|through|between|within|below|above|since|although|though|up|against|beyond';
const atMost = /^at (?:most|least)\b/i;
const startsAs = (words: string) => new RegExp(`^(?:${words})\\b`, 'i');

function isFragment(title: string): boolean {
  if (startsAs(continuing).test(title)) return true;
  if (!startsAs(introducing).test(title) || atMost.test(title)) return false;
  const [, clause = ''] = /, (\S+ .+)/.exec(title) ?? [];
  return clause === '' || startsAs(`${continuing}|${introducing}`).test(clause);
}

const tests = readSources('test').filter(({ path }) => path.endsWith('.test.ts'));
const titles = tests.flatMap(({ path, text }) => titlesIn(text).map((title) => ({ path, title })));

/** Placeholders of tables. Only rows whose `title` is a sentence may be all of a title. */
const placeholder = /%[a-z#]|\$[\w.]+|…/g;
const verb = /(?<![\w/])(?:can|cannot|is|are|may|must|never|[a-z]{2,}(?:s|ed))\b(?!-)/;

/** A title that names a thing, and states nothing of it. */
function isOnlyName(title: string): boolean {
  const words = title.replaceAll(placeholder, '').trim();
  if (words === '') return title !== '$title';
  return words.split(/\s+/).length <= 3 && !verb.test(words);
}

const wordsOfTitles = new Set(titles.flatMap(({ title }) => title.match(/\b[a-z]+\b/g) ?? []));

/** A name is always written with a capital; a word that other titles write small is none. */
function isCapitalized(title: string): boolean {
  const [word] = /^[A-Z][a-z]*(?=[ ,’'])/.exec(title) ?? [];
  return word !== undefined && wordsOfTitles.has(word.toLowerCase());
}

const offending = (isWrong: (title: string) => boolean): string[] =>
  titles.filter(({ title }) => isWrong(title)).map(({ path, title }) => `${path}: ${title}`);

it('titles of tests begin as sentences do', () => {
  expect(titles.length).toBeGreaterThan(3000);
  expect(offending(isFragment)).toEqual([]);
});

it('titles of tests state something: each has a verb, or more than three words', () => {
  expect(offending(isOnlyName)).toEqual([]);
});

it('titles of tests begin with a small letter, except for names', () => {
  expect(offending(isCapitalized)).toEqual([]);
});

it.each(['%s', '$name', '%j → %s', '$name at $path', 'a refusal', 'no server', 'page by page', 'JSON with %s'])(
  'a title that only names a thing is refused: %s',
  (title) => expect(isOnlyName(title)).toBe(true),
);

it.each(['$title', 'is %s', 'cannot be %j', '%s changes nothing', 'the secret expires', 'never repeat', 'is refused'])(
  'a title that states something is accepted: %s',
  (title) => expect(isOnlyName(title)).toBe(false),
);

it('a capital is refused in ordinary words, and accepted in names', () => {
  expect(['A code expires', 'The code expires', 'Codes expire'].filter(isCapitalized)).toHaveLength(3);
  expect(['Google sends a code', 'GraphQL has limits', 'E5: a code expires', 'a code'].some(isCapitalized)).toBe(false);
});

it('titles are found however tests are declared', () => {
  const text = `describe('a', () => { it('b', run); test.each([1])('c %i', run); it.for(all)(\`d \${e}\`, run); });`;
  expect(titlesIn(text)).toEqual(['b', 'c %i', 'd …']);
});

it.each(['with a code that was used', 'that has expired is refused', 'for its flow, before it is used', 'and others'])(
  'a title that continues another one is none: %s',
  (title) => expect(isFragment(title)).toBe(true),
);

it.each(['a code that was used is refused', 'without Redis, the platform is ready', 'at most five are kept'])(
  'a title that is a sentence is one: %s',
  (title) => expect(isFragment(title)).toBe(false),
);
