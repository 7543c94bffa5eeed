import { expect, it, test } from 'vitest';
import { contains } from '../../src/console/data/contains.ts';
import { isShown } from '../../src/console/features/map/edges.ts';

test.each([
  ['Résumé Person', 're\u0301sume\u0301'],
  ['Re\u0301sume\u0301 Person', 'RÉSUMÉ'],
  ['Anything', ''],
])('%j contains %j', (text, typed) => expect(contains(text, typed)).toBe(true));

it('does not contain letters with other accents', () => expect(contains('Resume', 'résumé')).toBe(false));

it('the map finds names in either Unicode form', () => {
  const party = (name: string) => ({ id: name, name, path: null });
  const edge = { through: null, application: party('Bücher'), target: party('API'), state: 'USED' };
  expect(isShown(edge as unknown as Parameters<typeof isShown>[0], 'bu\u0308cher', undefined)).toBe(true);
});
