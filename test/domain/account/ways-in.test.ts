import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PersonalWays, type PlatformMeans, wayInProblem } from '../../../src/domain/account/ways-in.ts';
import {
  firstWays,
  type SecondFactorRequirement,
  type SignInPolicy,
  signInPolicySchema,
} from '../../../src/domain/flow/policy.ts';
import { factorKinds } from '../../../src/vocabulary/account/factors.ts';

const policyOf = (given: object): SignInPolicy => signInPolicySchema.parse({ phone: { countries: ['DE'] }, ...given });
const means: PlatformMeans = { canSend: { email: true, phone: true }, canUsePasskeys: true };
const nothing: PersonalWays = {
  isVerified: { email: false, phone: false },
  hasUsername: false,
  hasPassword: false,
  factors: [],
  identityProviders: [],
  isAdministrator: false,
};
const withEmail: PersonalWays = { ...nothing, isVerified: { email: true, phone: false } };

/** The account before and after a change → what the change would take away. */
const table: [string, SignInPolicy, PersonalWays, PersonalWays, string | undefined][] = [
  ['the only address, with a password', policyOf({}), { ...withEmail, hasPassword: true }, nothing, 'last-way'],
  [
    'the only address, with a username and a password',
    policyOf({}),
    { ...withEmail, hasUsername: true, hasPassword: true },
    { ...nothing, hasUsername: true, hasPassword: true },
    'last-address',
  ],
  [
    'the only address, with a passkey, a username and a password',
    policyOf({}),
    { ...withEmail, hasUsername: true, hasPassword: true, factors: ['passkey'] },
    { ...nothing, hasUsername: true, hasPassword: true, factors: ['passkey'] },
    undefined,
  ],
  [
    'the only address, with two passkeys',
    policyOf({}),
    { ...withEmail, factors: ['passkey', 'passkey'] },
    { ...nothing, factors: ['passkey', 'passkey'] },
    undefined,
  ],
  [
    'one address of two',
    policyOf({}),
    { ...withEmail, isVerified: { email: true, phone: true }, hasPassword: true },
    { ...withEmail, hasPassword: true },
    undefined,
  ],
  [
    'the address whose codes the policy takes',
    policyOf({ first: ['email-code'] }),
    { ...withEmail, isVerified: { email: true, phone: true } },
    { ...nothing, isVerified: { email: false, phone: true } },
    'last-way',
  ],
  [
    'the only passkey, where the policy takes nothing else',
    policyOf({ first: ['passkey'] }),
    { ...withEmail, factors: ['passkey'] },
    withEmail,
    'last-way',
  ],
  [
    'the second factor that the policy requires',
    policyOf({ second: { required: 'always' } }),
    { ...withEmail, factors: ['totp', 'backup-code'] },
    { ...withEmail, factors: ['backup-code'] },
    'required-factor',
  ],
  [
    'one of two second factors that the policy requires',
    policyOf({ second: { required: 'always' } }),
    { ...withEmail, factors: ['totp', 'passkey'] },
    { ...withEmail, factors: ['passkey'] },
    undefined,
  ],
  [
    'a second factor that the policy requires of administrators only',
    policyOf({ second: { required: 'for-administrators' } }),
    { ...withEmail, factors: ['totp'] },
    withEmail,
    undefined,
  ],
  [
    'the second factor of an administrator',
    policyOf({ second: { required: 'for-administrators' } }),
    { ...withEmail, isAdministrator: true, factors: ['totp'] },
    { ...withEmail, isAdministrator: true },
    'required-factor',
  ],
  [
    'the only identity, without any other way',
    policyOf({}),
    { ...nothing, identityProviders: ['idp_1'] },
    nothing,
    'last-way',
  ],
  [
    'one of two identities of the same provider',
    policyOf({}),
    { ...nothing, identityProviders: ['idp_1', 'idp_1'] },
    { ...nothing, identityProviders: ['idp_1'] },
    undefined,
  ],
  [
    'the only address, with identities of two providers',
    policyOf({}),
    { ...withEmail, identityProviders: ['idp_1', 'idp_2'] },
    { ...nothing, identityProviders: ['idp_1', 'idp_2'] },
    undefined,
  ],
  ['an address of which no code was ever a way', policyOf({ first: ['passkey'] }), nothing, nothing, undefined],
];
test.each(table)('a change that takes away %s has the right problem', (_what, policy, before, after, expected) => {
  expect(wayInProblem(policy, means, { before, after })).toBe(expected);
});

describe('a change that is allowed', () => {
  const required: SecondFactorRequirement[] = ['never', 'when-enrolled', 'for-administrators', 'always'];
  const policy = fc
    .record({ first: fc.subarray([...firstWays], { minLength: 1 }), required: fc.constantFrom(...required) })
    .map(({ first, required: of }) => policyOf({ first, second: { required: of } }));
  const person: fc.Arbitrary<PersonalWays> = fc.record({
    isVerified: fc.record({ email: fc.boolean(), phone: fc.boolean() }),
    hasUsername: fc.boolean(),
    hasPassword: fc.boolean(),
    factors: fc.array(fc.constantFrom(...factorKinds), { maxLength: 4 }),
    identityProviders: fc.array(fc.constantFrom('idp_1', 'idp_2'), { maxLength: 3 }),
    isAdministrator: fc.boolean(),
  });
  const platform = fc.record({
    canSend: fc.record({ email: fc.boolean(), phone: fc.boolean() }),
    canUsePasskeys: fc.boolean(),
  });
  /** The ways to sign in that are left, in words that are not those of the code. */
  const count = ({ first }: SignInPolicy, { canSend, canUsePasskeys }: PlatformMeans, one: PersonalWays) => {
    const { email, phone } = one.isVerified;
    const codes = [
      email && canSend.email && first.includes('email-code'),
      phone && canSend.phone && first.includes('phone-code'),
    ];
    const passwords = [first.includes('password') && one.hasPassword && (email || phone || one.hasUsername)];
    const passkeys = one.factors.map((kind) => kind === 'passkey' && first.includes('passkey') && canUsePasskeys);
    const identities = ['idp_1', 'idp_2'].map((id) => one.identityProviders.includes(id));
    const others = [...passwords, ...passkeys, ...identities];
    const number = (ways: boolean[]) => ways.filter(Boolean).length;
    return { all: number([...codes, ...others]), withoutCode: number(others) };
  };

  test('leaves a way to sign in, and a verified address or two other ways', () => {
    fc.assert(
      fc.property(policy, platform, person, person, (rules, has, before, after) => {
        if (wayInProblem(rules, has, { before, after })) return;
        const [was, is] = [count(rules, has, before), count(rules, has, after)];
        expect(was.all === 0 || is.all > 0).toBe(true);
        const isReachable = (one: PersonalWays) => one.isVerified.email || one.isVerified.phone;
        expect(!isReachable(before) || isReachable(after) || is.withoutCode > 1).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test('is every change that takes nothing away', () => {
    fc.assert(
      fc.property(policy, platform, person, person, (rules, has, before, more) => {
        const after = {
          ...before,
          isVerified: {
            email: before.isVerified.email || more.isVerified.email,
            phone: before.isVerified.phone || more.isVerified.phone,
          },
          hasPassword: before.hasPassword || more.hasPassword,
          factors: [...before.factors, ...more.factors],
          identityProviders: [...before.identityProviders, ...more.identityProviders],
        };
        expect(wayInProblem(rules, has, { before, after })).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });
});
