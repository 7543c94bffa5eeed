import { expect, test } from 'vitest';
import { applicationsIn, extendChain, impersonatorIn } from '../../../src/domain/oauth/actor-chain.ts';
import { maxHops } from '../../../src/vocabulary/token-exchange.ts';

const service = (id: string) => ({ id, kind: 'SERVICE' }) as const;

test('the current actor is outermost, with the earlier ones inside (RFC 8693, section 4.1)', () => {
  const first = extendChain(undefined, service('app_a'));
  expect(first).toEqual({ sub: 'app_a' });
  expect(extendChain(first, service('app_b'))).toEqual({ sub: 'app_b', act: { sub: 'app_a' } });
});

test('an agent is named as one, wherever it is in the chain', () => {
  const first = extendChain(undefined, { id: 'app_a', kind: 'AGENT' });
  expect(first).toEqual({ sub: 'app_a', sub_profile: 'ai_agent' });
  expect(extendChain(first, service('app_b'))).toEqual({ sub: 'app_b', act: first });
});

test('a chain has at most four actors', () => {
  let chain = extendChain(undefined, service('app_0'));
  for (let hop = 1; hop < maxHops; hop++) chain = extendChain(chain, service(`app_${hop}`));
  expect(applicationsIn(chain)).toEqual(['app_3', 'app_2', 'app_1', 'app_0']);
  expect(extendChain(chain, service('app_4'))).toBeUndefined();
});

test('the innermost actor of an impersonation is the administrator, who is no application and takes no place of one', () => {
  const administrator = 'user_01h455vb4pex5vsknk084sn02q';
  let chain = extendChain({ sub: administrator }, service('app_0'));
  for (let hop = 1; hop < maxHops; hop++) chain = extendChain(chain, service(`app_${hop}`));
  expect(impersonatorIn(chain)).toBe(administrator);
  expect(applicationsIn(chain)).toHaveLength(maxHops);
  expect(extendChain(chain, service('app_4'))).toBeUndefined();
});

test('a person anywhere else in a chain is counted as an application, which does not exist', () => {
  const person = 'user_01h455vb4pex5vsknk084sn02q';
  const chain = { sub: person, act: { sub: 'app_0' } };
  expect(impersonatorIn(chain)).toBeUndefined();
  expect(applicationsIn(chain)).toEqual([person, 'app_0']);
});
