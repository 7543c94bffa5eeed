import { describe, expect, test } from 'vitest';
import { readIdentity } from '../../../src/domain/identity-providers/read-identity.ts';
import type { IdentityRules, UpstreamIdentity } from '../../../src/domain/identity-providers/upstream-identity.ts';
import {
  type ProviderPresetName,
  providerPresetOf,
} from '../../../src/vocabulary/identity-providers/identity-provider-presets.ts';

const rulesOf = (preset: ProviderPresetName, more: Partial<IdentityRules> = {}): IdentityRules => ({
  preset,
  claims: providerPresetOf(preset).claims,
  addressTrust: 'claim',
  tenant: null,
  domains: [],
  level2Values: [],
  ...more,
});
const statedBy = (claims: object, more: Partial<UpstreamIdentity> = {}): UpstreamIdentity => ({
  subject: '42',
  claims: { ...claims },
  authenticatedAt: null,
  acr: null,
  amr: [],
  ...more,
});
const email = 'ada@example.com';
const vouched = (rules: IdentityRules, claims: object) => {
  const read = readIdentity(rules, statedBy({ email, ...claims }));
  return read === 'identity-domain' ? read : read.isVouched;
};

describe('an address', () => {
  test.each<[ProviderPresetName, object, boolean]>([
    ['google', { email_verified: true }, true],
    ['google', { email_verified: 'true' }, false],
    ['google', { email_verified: 1 }, false],
    ['google', {}, false],
    ['oidc', { email_verified: true }, true],
    ['oidc', { email_verified: 'true' }, false],
    ['apple', { email_verified: 'true' }, true],
    ['apple', { email_verified: 'false' }, false],
    ['microsoft', { xms_edov: true }, true],
    ['microsoft', { xms_edov: '1' }, false],
    ['microsoft', { email_verified: true }, false],
    ['github', { emails: [{ email, primary: true, verified: true }] }, true],
    ['github', { emails: [{ email, primary: true, verified: false }] }, false],
    ['github', { emails: [{ email, primary: false, verified: true }] }, false],
    ['github', { email_verified: true }, false],
  ])('is verified by %s with %j: %s', (preset, claims, expected) =>
    expect(vouched(rulesOf(preset), claims)).toBe(expected),
  );

  test('is never verified by a provider that is not trusted', () => {
    expect(vouched(rulesOf('google', { addressTrust: 'never' }), { email_verified: true })).toBe(false);
  });

  test.each(['common', 'organizations', 'consumers'])(
    'is never verified by the tenant %s, in which anyone can be',
    (tenant) => {
      expect(vouched(rulesOf('microsoft', { tenant }), { xms_edov: true })).toBe(false);
      const trusted = { tenant, addressTrust: 'domains', domains: ['example.com'] } as const;
      expect(vouched(rulesOf('microsoft', trusted), { xms_edov: true })).toBe(false);
    },
  );

  test('is verified in the domains of a provider that is trusted for them, and refused outside them', () => {
    const rules = rulesOf('oidc', { addressTrust: 'domains', domains: ['example.com'] });
    expect(vouched(rules, {})).toBe(true);
    expect(vouched(rules, { email: 'ceo@globex.example' })).toBe('identity-domain');
    expect(vouched(rules, { email: 'ada@sub.example.com' })).toBe('identity-domain');
  });

  test('is verified by Google, in its domains, only if the domain manages the account', () => {
    const rules = rulesOf('google', { addressTrust: 'domains', domains: ['example.com'] });
    expect(vouched(rules, { hd: 'example.com' })).toBe(true);
    expect(vouched(rules, { email_verified: true })).toBe('identity-domain');
  });
});

describe('the level', () => {
  const rules = rulesOf('oidc', { level2Values: ['mfa'] });
  const kindOf = (more: Partial<UpstreamIdentity>, signsInSince: Date | null = null) => {
    const read = readIdentity(rules, statedBy({}, more), { signsInSince });
    return read === 'identity-domain' ? read : read.kind;
  };

  test('is that of two factors with a value of acr or amr that is configured', () => {
    expect(kindOf({ amr: ['pwd', 'mfa'] })).toBe('identity-mfa');
    expect(kindOf({ acr: 'mfa' })).toBe('identity-mfa');
    expect(kindOf({ amr: ['otp'], acr: 'gold' })).toBe('identity');
  });

  test('is not, if a new sign-in was requested and the provider does not state one', () => {
    const requested = new Date(1000);
    expect(kindOf({ amr: ['mfa'] }, requested)).toBe('identity');
    expect(kindOf({ amr: ['mfa'], authenticatedAt: new Date(999) }, requested)).toBe('identity');
    expect(kindOf({ amr: ['mfa'], authenticatedAt: requested }, requested)).toBe('identity-mfa');
  });

  test('is that of a sign-in within the second of the request: the time of a sign-in has no fractions', () => {
    const second = new Date(1000);
    expect(kindOf({ amr: ['mfa'], authenticatedAt: second }, new Date(1999))).toBe('identity-mfa');
    expect(kindOf({ amr: ['mfa'], authenticatedAt: second }, new Date(2000))).toBe('identity');
  });
});

test('names and labels are texts of one line, or nothing', () => {
  const names = (claims: object) => {
    const read = readIdentity(rulesOf('oidc'), statedBy(claims));
    return read === 'identity-domain' ? read : [read.name, read.label];
  };
  expect(names({ name: 'Ada Lovelace', email })).toEqual(['Ada Lovelace', email]);
  expect(names({ given_name: 'Ada', family_name: 'Lovelace', preferred_username: 'ada' })).toEqual([
    'Ada Lovelace',
    'ada',
  ]);
  expect(names({ name: { first: 'Ada' }, email: ['ada@example.com'], login: 7 })).toEqual([null, null]);
  expect(names(JSON.parse('{"__proto__": {"preferred_username": "eve"}}') as object)).toEqual([null, null]);
});
