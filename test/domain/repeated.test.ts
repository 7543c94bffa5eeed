import { expect, it } from 'vitest';
import { indexOfRepeated } from '../../src/domain/repeated.ts';

it.each([
  [[], -1],
  [['a', 'b', 'A'], -1],
  [['a', 'b', 'a', 'b'], 2],
  [['', 'a', ''], 2],
])('the first repeated value of %j has the index %i', (values, index) => {
  expect(indexOfRepeated(values)).toBe(index);
});
