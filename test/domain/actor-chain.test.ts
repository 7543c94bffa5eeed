import { expect, test } from 'vitest';
import { extendChain, hops } from '../../src/domain/oauth/actor-chain.ts';
import { maxHops } from '../../src/vocabulary/token-exchange.ts';

test('the current actor is outermost, with the earlier ones inside (RFC 8693, section 4.1)', () => {
  const first = extendChain(undefined, 'app_a');
  expect(first).toEqual({ sub: 'app_a' });
  expect(extendChain(first, 'app_b')).toEqual({ sub: 'app_b', act: { sub: 'app_a' } });
});

test('a chain has at most four actors', () => {
  let chain = extendChain(undefined, 'app_0');
  for (let hop = 1; hop < maxHops; hop++) chain = extendChain(chain, `app_${hop}`);
  expect(hops(chain)).toBe(4);
  expect(extendChain(chain, 'app_4')).toBeUndefined();
});
