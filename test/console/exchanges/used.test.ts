import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Policy, policyIn } from '../../../src/console/parts/exchange-rules/policy.ts';
import { beginOfDays } from '../../../src/console/data/exchange-use.ts';
import { completenessOf } from '../../../src/console/parts/exchange-rules/completeness.ts';
import { areNew, lossesOf, undecidedRules } from '../../../src/console/parts/exchange-rules/losses.ts';
import { proposalOf, sameTargets } from '../../../src/console/parts/exchange-rules/proposal.ts';
import { exchangePolicyInput, policyFrom } from '../../../src/domain/oauth/exchange-policy.ts';
import type { Used } from '../../../src/console/parts/exchange-rules/used.ts';
import { exampleIdOf } from '../../../src/vocabulary/ids.ts';

const orders = { id: 'res_orders', displayName: 'Orders API', indicator: 'https://orders.example.com' };
const billing = { id: 'res_billing', displayName: 'Billing API', indicator: 'https://billing.example.com' };
const reports = { id: 'res_reports', displayName: 'Reports API', indicator: 'https://reports.example.com' };
const use = (apiResource: Used['apiResource'], scopes: string[], more: Partial<Used> = {}): Used => ({
  apiResource,
  subjectResource: null,
  granted: 1,
  scopes,
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

describe('what rules would refuse', () => {
  const used = [use(orders, ['orders:read', 'orders:write'], { granted: 5 }), use(billing, [], { granted: 2 })];
  const isNew = (targets: Policy['targets'], present: Policy['targets']) => {
    const [losses, before] = [targets, present].map((some) => lossesOf(used, rules({ targets: some }), null));
    return areNew(losses ?? [], before ?? []);
  };
  const [reading, all] = [[target('res_orders', ['orders:read']), target('res_billing')], [target('res_billing')]];

  it('is new if the present rules let it, in whole or in part', () => {
    expect(isNew(reading, null)).toBe(true);
    expect(isNew(all, reading)).toBe(true);
    expect(isNew([target('res_orders', ['orders:write']), target('res_billing')], reading)).toBe(true);
  });

  it('is not new if the present rules refuse it, too, or more of it', () => {
    expect(isNew(reading, reading)).toBe(false);
    expect(isNew(reading, all)).toBe(false);
    expect(isNew(null, reading)).toBe(false);
  });
});

describe('a proposal of what was used', () => {
  const used = [
    use(orders, ['orders:write'], { granted: 5 }),
    use(orders, ['orders:read'], { granted: 5 }),
    use(billing, ['billing:read'], { granted: 20 }),
  ];

  it('has each API resource once, with all scopes that were granted there, the most used first', () => {
    expect(proposalOf(used, null)?.targets).toEqual([
      target('res_billing', ['billing:read']),
      target('res_orders', ['orders:read', 'orders:write']),
    ]);
  });

  it('refuses nothing of it', () => {
    expect(lossesOf(used, rules({ targets: proposalOf(used, null)?.targets ?? null }), null)).toEqual([]);
  });

  it('has neither what was refused nor API resources that are deleted', () => {
    expect(proposalOf([use(orders, [], { granted: 0 }), use(null, ['x'])], null)).toBeNull();
  });

  it('keeps mappings that are there', () => {
    const mappings = [{ carried: 'shop:buy', allows: ['orders:write'] }];
    expect(proposalOf(used, [{ ...target('res_orders'), mappings }])?.targets[1]?.mappings).toEqual(mappings);
  });

  it('never allows all scopes: without known scopes, a present target stays, and none is added', () => {
    const unscoped = [...used, use(billing, [], { granted: 1 }), use(reports, [])];
    expect(proposalOf(unscoped, null)).toEqual({
      targets: [target('res_billing', ['billing:read']), target('res_orders', ['orders:read', 'orders:write'])],
      unscoped: [reports],
      tooWide: [],
    });
    const present = target('res_reports', ['reports:read']);
    expect(proposalOf(unscoped, [present])?.targets).toContainEqual(present);
  });

  it('has no target with more scopes, or longer ones, than rules take', () => {
    const many = Array.from({ length: 101 }, (_one, index) => `scope:${index}`);
    const long = Array.from({ length: 9 }, (_one, index) => `${index}`.repeat(1000));
    expect(proposalOf([use(orders, many), use(billing, long), use(reports, ['reports:read'])], null)).toEqual({
      targets: [target('res_reports', ['reports:read'])],
      unscoped: [],
      tooWide: [orders, billing],
    });
  });

  it('counts the characters of a target as the platform does', () => {
    const names = (last: number) =>
      Array.from({ length: 64 }, (_one, index) => `${index}`.padEnd(index < 63 ? 128 : last, 'x')).sort();
    const isTaken = (targets: unknown): boolean => {
      try {
        policyFrom(z.strictObject(exchangePolicyInput).parse({ targets }));
        return true;
      } catch {
        return false;
      }
    };
    // 8,192 characters, and one more in two scopes.
    const [most, more] = [names(128), [...names(127), 'yy']];
    const apiResourceId = exampleIdOf('apiResource');
    for (const scopes of [most, more]) {
      const proposed = proposalOf([use({ ...orders, id: apiResourceId }, scopes)], null);
      const isProposed = proposed?.tooWide.length === 0;
      expect([isProposed, isTaken([target(apiResourceId, scopes)])]).toEqual([scopes === most, scopes === most]);
    }
  });

  it('is none where its targets together are longer than rules take', () => {
    const long = Array.from({ length: 8 }, (_one, index) => `${index}`.repeat(1000));
    const apis = Array.from({ length: 9 }, (_one, index) => ({ ...orders, id: `res_${index}` }));
    expect(
      proposalOf(
        apis.map((api) => use(api, long)),
        null,
      ),
    ).toBeNull();
  });

  it('is the same as targets in another order', () => {
    expect(
      sameTargets(proposalOf(used, null)?.targets ?? null, [
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

  it('is not that of exchanges with tokens of many kinds that are summed up together', () => {
    const used = [use(orders, ['orders:read'], { subjectResource: '*' })];
    expect(lossesFor(used, { subjectAudience: 'SERVED' }, ['https://shop.example.com'])).toEqual([]);
  });
});

describe('the rules that sums of exchanges do not decide', () => {
  const undecided = (used: Used[], policy: Partial<Policy>, served: string[] | null = []) =>
    undecidedRules(used, rules(policy), served && new Set(served));
  const used = [use(orders, ['orders:read'], { subjectResource: 'https://shop.example.com' })];

  it('are those about what sums do not have', () => {
    const policy = { scopeRule: 'NEVER_WIDER', organizationIds: ['org_1'], maxAuthenticationAge: 60 };
    expect(undecided(used, policy)).toEqual(['organization', 'signIn', 'scopes']);
    expect(undecided(used, { targets: [] })).toEqual([]);
  });

  it('include that about tokens where what the application serves is unknown, or tokens are summed up together', () => {
    const policy = { subjectAudience: 'SERVED' };
    expect(undecided(used, policy)).toEqual([]);
    expect(undecided(used, policy, null)).toEqual(['audience']);
    expect(undecided([use(orders, ['orders:read'], { subjectResource: '*' })], policy)).toEqual(['audience']);
  });

  it('include the targets that limit scopes where sums have none, or the first 200 only', () => {
    const targets = [target('res_orders', ['orders:read'])];
    const many = Array.from({ length: 200 }, (_one, index) => `scope:${index}`);
    expect(undecided(used, { targets })).toEqual([]);
    expect(undecided([use(orders, [])], { targets })).toEqual(['targets']);
    expect(undecided([use(orders, many)], { targets })).toEqual(['targets']);
    expect(undecided([use(orders, [])], { targets: [target('res_orders')] })).toEqual([]);
  });
});

describe('how complete sums of exchanges are', () => {
  const ledger = { mode: 'FAST', retentionDays: 90, gaps: [] };
  const since = beginOfDays(30);

  it('is limited by the begin of recording', () => {
    const recordedSince = beginOfDays(7);
    expect(completenessOf({ ...ledger, recordedSince }, since).recordedSince).toBe(recordedSince);
    expect(completenessOf({ ...ledger, recordedSince: beginOfDays(40) }, since).recordedSince).toBeNull();
    // Of what was created after the recording began, nothing is missing.
    expect(completenessOf({ ...ledger, recordedSince }, since, beginOfDays(1)).recordedSince).toBeNull();
    expect(completenessOf({ ...ledger, recordedSince }, since, beginOfDays(90)).recordedSince).toBe(recordedSince);
  });

  it('is not limited by the retention of the ledger, after which sums are kept', () => {
    const short = { ...ledger, retentionDays: 7, recordedSince: beginOfDays(8) };
    expect(completenessOf(short, since).recordedSince).toBeNull();
  });
});
