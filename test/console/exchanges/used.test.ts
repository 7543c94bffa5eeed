import { describe, expect, it } from 'vitest';
import { type Policy, policyIn } from '../../../src/console/parts/exchange-rules/policy.ts';
import {
  lossesOf,
  proposalOf,
  sameTargets,
  type Used,
  undecidedRules,
} from '../../../src/console/parts/exchange-rules/used.ts';

const orders = { id: 'res_orders', displayName: 'Orders API', indicator: 'https://orders.example.com' };
const billing = { id: 'res_billing', displayName: 'Billing API', indicator: 'https://billing.example.com' };
const use = (apiResource: Used['apiResource'], scopes: string[], more: Partial<Used> = {}): Used => ({
  apiResource,
  subjectResource: null,
  granted: 1,
  scopes,
  lastAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const target = (apiResourceId: string, scopes: string[] = []) => ({ apiResourceId, scopes, mappings: [] });
const rules = (policy: Partial<Policy>): Policy => ({ ...policyIn({}), ...policy });
const lossesFor = (used: Used[], policy: Partial<Policy>, served: string[] = []) =>
  lossesOf(used, rules(policy), new Set(served)).map(({ apiResource, refused, scopes }) => [
    apiResource.displayName,
    refused,
    scopes,
  ]);

describe('a proposal of what was used', () => {
  const used = [
    use(orders, ['orders:write'], { granted: 5 }),
    use(orders, ['orders:read'], { granted: 5 }),
    use(billing, ['billing:read'], { granted: 20 }),
  ];

  it('has each API resource once, with all scopes that were granted there, the most used first', () => {
    expect(proposalOf(used, null)).toEqual([
      target('res_billing', ['billing:read']),
      target('res_orders', ['orders:read', 'orders:write']),
    ]);
  });

  it('refuses nothing of it', () => {
    expect(lossesOf(used, rules({ targets: proposalOf(used, null) }), null)).toEqual([]);
  });

  it('has neither what was refused nor API resources that are deleted', () => {
    expect(proposalOf([use(orders, [], { granted: 0 }), use(null, ['x'])], null)).toBeNull();
  });

  it('keeps mappings that are there', () => {
    const mappings = [{ carried: 'shop:buy', allows: ['orders:write'] }];
    expect(proposalOf(used, [{ ...target('res_orders'), mappings }])?.[1]?.mappings).toEqual(mappings);
  });

  it('allows all scopes where more were granted than a rule takes, or none', () => {
    const many = Array.from({ length: 101 }, (_one, index) => `scope:${index}`);
    expect(proposalOf([use(orders, many), use(billing, [])], null)).toEqual([
      target('res_orders'),
      target('res_billing'),
    ]);
  });

  it('is the same as targets in another order', () => {
    expect(
      sameTargets(proposalOf(used, null), [
        target('res_orders', ['orders:write', 'orders:read']),
        target('res_billing', ['billing:read']),
      ]),
    ).toBe(true);
    expect(sameTargets([target('res_orders')], [target('res_billing')])).toBe(false);
    expect(sameTargets([], null)).toBe(false);
  });
});

describe('what rules would refuse of what was used', () => {
  it('is everything at an API resource that they do not name', () => {
    const used = [use(orders, ['orders:read'], { granted: 3 }), use(billing, ['billing:read'])];
    expect(lossesFor(used, { targets: [target('res_billing')] })).toEqual([['Orders API', 3, []]]);
  });

  it('is an exchange of which no scope remains, and otherwise the scopes alone', () => {
    const used = [use(orders, ['orders:write'], { granted: 2 }), use(orders, ['orders:read', 'orders:delete'])];
    expect(lossesFor(used, { targets: [target('res_orders', ['orders:read'])] })).toEqual([
      ['Orders API', 2, ['orders:delete']],
    ]);
  });

  it('is what was exchanged with tokens for an API that the application does not serve, opaque ones included', () => {
    const shop = 'https://shop.example.com';
    const used = [
      use(orders, ['orders:read'], { subjectResource: shop }),
      use(orders, ['orders:read'], { granted: 4 }),
    ];
    expect(lossesFor(used, { subjectAudience: 'SERVED' }, [shop])).toEqual([['Orders API', 4, []]]);
    expect(lossesFor(used, {})).toEqual([]);
  });

  it('is not known of rules about what sums do not have', () => {
    const policy = rules({ scopeRule: 'NEVER_WIDER', organizationIds: ['org_1'], maxAuthenticationAge: 60 });
    expect(undecidedRules(policy)).toEqual(['organization', 'signIn', 'scopes']);
    expect(undecidedRules(rules({ targets: [] }))).toEqual([]);
  });
});
