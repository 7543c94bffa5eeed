import { describe, expect, test } from 'vitest';
import { defaultPolicy, readPolicy, signInPolicySchema } from '../../../src/domain/flow/policy.ts';

/** As a newer version may store it. */
const newer = { ...defaultPolicy, session: { ...defaultPolicy.session, later: true }, later: { at: 1 } };

describe('a stored policy', () => {
  test('is read without what a newer version has added, at every depth', () => {
    expect(readPolicy(newer)).toEqual(defaultPolicy);
  });

  test('is read with the defaults of what an earlier version did not have', () => {
    const { impersonation: _impersonation, ...earlier } = defaultPolicy;
    expect(readPolicy(earlier)).toEqual(defaultPolicy);
  });

  test('is refused if one of its values is not valid', () => {
    expect(() => readPolicy({ ...defaultPolicy, first: ['telepathy'] })).toThrow('Invalid');
  });
});

test('a policy in an input is refused with fields that do not exist', () => {
  expect(signInPolicySchema.safeParse(newer).success).toBe(false);
});
