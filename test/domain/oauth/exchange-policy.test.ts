import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exchangePolicyInput, policyFrom, requireServable } from '../../../src/domain/oauth/exchange-policy.ts';
import { Failure } from '../../../src/domain/failure.ts';

const input = z.strictObject(exchangePolicyInput);
const refusal = (run: () => unknown) => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.problems.map(({ path, code }) => [path.join('.'), code]) : error;
  }
};

describe('a policy', () => {
  test('has no rules if they are omitted', () => {
    expect(policyFrom(input.parse({}))).toEqual({
      targets: null,
      subjectAudience: 'ANY',
      scopeRule: 'HELD',
      organizationRule: 'OPTIONAL',
      organizationIds: [],
      maxAuthenticationAge: null,
      requiredAcr: null,
    });
  });

  test('is the same whatever its order and repetitions', () => {
    const one = { carried: 'a', allows: ['y', 'x'] };
    const parse = (targets: object[], organizationIds: string[]) =>
      policyFrom(input.parse({ targets, organizationIds }));
    const policy = parse(
      [
        { apiResourceId: 'res_2', scopes: ['b', 'a', 'b'], mappings: [one, { carried: 'a', allows: ['z'] }] },
        { apiResourceId: 'res_1' },
      ],
      ['org_2', 'org_1', 'org_2'],
    );
    expect(policy.targets).toEqual([
      { apiResourceId: 'res_1', scopes: [], mappings: [] },
      { apiResourceId: 'res_2', scopes: ['a', 'b'], mappings: [{ carried: 'a', allows: ['x', 'y', 'z'] }] },
    ]);
    expect(policy.organizationIds).toEqual(['org_1', 'org_2']);
    expect(policyFrom(policy)).toEqual(policy);
  });

  test('has one target for each API resource', () => {
    const targets = ['res_1', 'res_2', 'res_1'].map((apiResourceId) => ({ apiResourceId }));
    expect(refusal(() => policyFrom(input.parse({ targets })))).toEqual([['targets.2.apiResourceId', 'INVALID_VALUE']]);
  });

  const targets = (count: number, names: number) => {
    const scopes = Array.from({ length: names }, (_, index) => `${index}`.padEnd(128, 'x')).sort();
    return Array.from({ length: count }, (_, index) => ({ apiResourceId: `res_${index}`, scopes, mappings: [] }));
  };

  test('has names of at most 8 KiB in a target, and of 64 KiB in all, because events contain them', () => {
    expect(refusal(() => policyFrom(input.parse({ targets: targets(8, 64) })))).toBeUndefined();
    expect(refusal(() => policyFrom(input.parse({ targets: targets(9, 64) })))).toEqual([['targets', 'TOO_LONG']]);
    const second = [...targets(1, 1), ...targets(2, 65).slice(1)];
    expect(refusal(() => policyFrom(input.parse({ targets: second })))).toEqual([['targets.1', 'TOO_LONG']]);
  });

  test('keeps a longer target that is stored as it is, and takes no other', () => {
    const stored = { targets: targets(1, 65) };
    const change = (count: number) => () =>
      policyFrom(input.parse({ targets: targets(1, count), scopeRule: 'NEVER_WIDER' }), stored);
    expect(refusal(change(65))).toBeUndefined();
    expect(refusal(change(66))).toEqual([['targets.0', 'TOO_LONG']]);
  });

  test.each([
    [{ targets: [{ apiResourceId: 'res_1', scopes: ['a b'] }] }],
    [{ targets: [{ apiResourceId: 'res_1', mappings: [{ carried: 'a', allows: [] }] }] }],
    [{ targets: [{ apiResourceId: 'res_1', mappings: [{ carried: '"', allows: ['a'] }] }] }],
    [{ targets: Array.from({ length: 201 }, (_, index) => ({ apiResourceId: `res_${index}` })) }],
    [{ organizationIds: Array.from({ length: 1001 }, (_, index) => `org_${index}`) }],
    [{ scopeRule: 'WIDER' }],
    [{ subjectAudience: null }],
    [{ maxAuthenticationAge: 59 }],
    [{ maxAuthenticationAge: 15_552_001 }],
    [{ requiredAcr: 'urn:mandate:level:3' }],
  ])('is not %j', (bad) => {
    expect(input.safeParse(bad).success).toBe(false);
  });
});

test('the Management API is served by the platform alone', () => {
  expect(refusal(() => requireServable(['res_1', 'res_2'], new Set(['res_2']), 'apiResourceIds'))).toEqual([
    ['apiResourceIds.1', 'INVALID_VALUE'],
  ]);
  expect(refusal(() => requireServable(['res_1'], new Set(['res_2']), 'apiResourceIds'))).toBeUndefined();
});
