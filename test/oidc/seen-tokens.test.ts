import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeenTokens } from '../../src/oidc/tokens/seen-tokens.ts';

test('a text came before from its second time on', () => {
  const cameBefore = createSeenTokens();
  expect(cameBefore('one')).toBe(false);
  expect(cameBefore('two')).toBe(false);
  expect(cameBefore('one')).toBe(true);
  expect(cameBefore('one')).toBe(true);
});

test('of thousands of texts that come in turn, nearly all are known the second time', () => {
  const cameBefore = createSeenTokens();
  const texts = Array.from({ length: 2000 }, (_, index) => `token-${index}-${index * 7919}`);
  expect(texts.filter((text) => cameBefore(text))).toEqual([]);
  expect(texts.filter((text) => cameBefore(text)).length).toBeGreaterThan(1900);
});

test('any text at all may come', () => {
  const cameBefore = createSeenTokens();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      cameBefore(text);
      expect(cameBefore(text)).toBe(true);
    }),
  );
});
