import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, type FlowAccount, type FlowFacts } from '../../../src/domain/flow/decide.ts';
import { mayRegister, type SignInPolicy, signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { flowPurposes, type VerificationKind, verificationKinds } from '../../../src/vocabulary/flows.ts';

const now = new Date('2026-11-20T10:00:00Z');
const policyOf = (given: object): SignInPolicy => signInPolicySchema.parse(given);
const policies = {
  default: policyOf({}),
  open: policyOf({ signUp: { isOpen: true } }),
  passwordOnly: policyOf({ first: ['password'] }),
  username: policyOf({ signUp: { isOpen: true, verifies: [], requires: ['username', 'password'] } }),
  terms: policyOf({ signUp: { isOpen: true, requires: [], terms: 'https://example.com/terms' } }),
};
const accounts = {
  nobody: undefined,
  member: { userId: 'user_1', email: 'ada@example.com', isSuspended: false, hasPassword: true, isEmailVerified: true },
  unconfirmed: {
    userId: 'user_1',
    email: 'ada@example.com',
    isSuspended: false,
    hasPassword: true,
    isEmailVerified: false,
  },
  imported: {
    userId: 'user_1',
    email: 'ada@example.com',
    isSuspended: false,
    hasPassword: false,
    isEmailVerified: false,
  },
  suspended: {
    userId: 'user_1',
    email: 'ada@example.com',
    isSuspended: true,
    hasPassword: true,
    isEmailVerified: true,
  },
} satisfies Record<string, FlowAccount | undefined>;

const factsOf = (given: Partial<FlowFacts> & { kinds?: readonly VerificationKind[] }): FlowFacts => ({
  purpose: given.purpose ?? 'sign-in',
  verifications: (given.kinds ?? []).map((kind) => ({
    kind,
    subject: kind === 'password' ? 'user_1' : 'ada@example.com',
    verifiedAt: now,
  })),
  inputs: given.inputs ?? {},
  awaitsCode: given.awaitsCode,
  account: given.account,
});

/** purpose, policy, account, verifications, inputs → next step, typed by hand. */
const table: [
  FlowFacts['purpose'],
  keyof typeof policies,
  keyof typeof accounts,
  VerificationKind[],
  FlowFacts['inputs'],
  string,
][] = [
  ['sign-in', 'default', 'nobody', [], {}, 'identify'],
  ['sign-in', 'default', 'member', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'member', ['email'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'unconfirmed', ['email'], {}, 'password'],
  ['sign-in', 'default', 'unconfirmed', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'unconfirmed', ['email', 'password'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'imported', ['email'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'suspended', ['password'], {}, 'account-suspended'],
  ['sign-in', 'default', 'suspended', ['email'], {}, 'account-suspended'],
  ['sign-in', 'default', 'nobody', ['email'], {}, 'unknown-account'],
  ['sign-in', 'open', 'nobody', ['email'], {}, 'fields password'],
  ['sign-in', 'passwordOnly', 'member', ['email'], {}, 'password'],
  ['sign-in', 'passwordOnly', 'imported', ['email'], {}, 'no-password'],

  ['sign-up', 'default', 'nobody', [], {}, 'sign-up-closed'],
  ['sign-up', 'default', 'nobody', ['email'], {}, 'sign-up-closed'],
  ['sign-up', 'default', 'member', ['email'], {}, 'completeSignIn'],
  ['sign-up', 'open', 'nobody', [], {}, 'identify'],
  ['sign-up', 'open', 'nobody', ['email'], {}, 'fields password'],
  ['sign-up', 'open', 'nobody', ['email'], { passwordHash: 'hash' }, 'completeSignUp'],
  ['sign-up', 'open', 'member', ['email'], {}, 'completeSignIn'],
  ['sign-up', 'open', 'suspended', ['email'], {}, 'account-suspended'],
  ['sign-up', 'username', 'nobody', [], {}, 'fields username password'],
  ['sign-up', 'username', 'nobody', [], { username: 'ada', passwordHash: 'hash' }, 'completeSignUp'],
  ['sign-up', 'terms', 'nobody', ['email'], {}, 'fields terms'],
  ['sign-up', 'terms', 'nobody', ['email'], { terms: 'https://example.com/old' }, 'fields terms'],
  ['sign-up', 'terms', 'nobody', ['email'], { terms: 'https://example.com/terms' }, 'completeSignUp'],

  ['reset', 'default', 'nobody', [], {}, 'identify'],
  ['reset', 'default', 'nobody', ['email'], {}, 'unknown-account'],
  ['reset', 'default', 'member', ['email'], {}, 'new-password'],
  ['reset', 'default', 'member', ['email'], { passwordHash: 'hash' }, 'completeReset'],
  ['reset', 'default', 'unconfirmed', ['email'], {}, 'address-unverified'],
  ['reset', 'default', 'imported', ['email'], {}, 'new-password'],
  ['reset', 'default', 'suspended', ['email'], {}, 'account-suspended'],
];

const shown = (decision: ReturnType<typeof decide>): string => {
  if ('ready' in decision) return decision.ready;
  if ('refused' in decision) return decision.refused;
  return [decision.step, ...(decision.fields ?? [])].join(' ');
};

describe('the next step', () => {
  test.each(table)(
    'of a %s with the policy %s, for %s after %j with %j is %s',
    (purpose, policy, account, kinds, inputs, next) => {
      expect(shown(decide(policies[policy], factsOf({ purpose, kinds, inputs, account: accounts[account] })))).toBe(
        next,
      );
    },
  );

  test.each(flowPurposes)('of a %s is the code while one can be entered', (purpose) => {
    expect(shown(decide(policies.open, factsOf({ purpose, awaitsCode: 'ada@example.com' })))).toBe('code');
  });
});

test('What was proven about another account does not count', () => {
  const of = (subject: string, kind: VerificationKind) => ({ kind, subject, verifiedAt: now });
  const { unconfirmed: account } = accounts;
  const own = of('ada@example.com', 'email');
  const verifications = [own, of('user_2', 'password'), of('eve@example.com', 'email')];
  expect(shown(decide(policies.default, { ...factsOf({ account }), verifications }))).toBe('password');
  const foreign = { ...factsOf({ account }), verifications: verifications.slice(1) };
  expect(shown(decide(policies.default, foreign))).toBe('identify');
});

describe('no effect', () => {
  const account = fc.constantFrom(...Object.values(accounts));
  const policy = fc.constantFrom(...Object.values(policies));
  const inputs = fc.record(
    {
      username: fc.constant('ada'),
      passwordHash: fc.constant('hash'),
      terms: fc.constant('https://example.com/terms'),
    },
    { requiredKeys: [] },
  );
  const purpose = fc.constantFrom(...flowPurposes);
  const kinds = fc.subarray([...verificationKinds]);
  const all = fc.record({ account, policy, inputs, purpose, kinds });

  test('on an account is reached without a verification, or for a suspended one', () => {
    fc.assert(
      fc.property(all, ({ policy: given, ...facts }) => {
        const next = shown(decide(given, factsOf(facts)));
        if (next === 'completeSignIn' || next === 'completeReset') {
          expect(facts.kinds.length).toBeGreaterThan(0);
          expect(facts.account?.isSuspended).toBe(false);
        }
      }),
    );
  });

  test('creates an account while sign-up is closed, for the address of an account, or without a required field', () => {
    fc.assert(
      fc.property(all, ({ policy: given, ...facts }) => {
        if (shown(decide(given, factsOf(facts))) !== 'completeSignUp') return;
        expect(given.signUp.isOpen).toBe(true);
        if (given.signUp.verifies.length) expect(facts.kinds).toContain('email');
        if (facts.kinds.length) expect(facts.account).toBeUndefined();
        if (given.signUp.requires.includes('password')) expect(facts.inputs.passwordHash).toBeDefined();
      }),
    );
  });
});

test('New accounts need an email address or a username', () => {
  const refused = signInPolicySchema.safeParse({ signUp: { verifies: [], requires: ['password'] } });
  expect(refused.success).toBe(false);
});

test.each([
  [{ allow: [], deny: [] }, true],
  [{ allow: ['example.com'], deny: [] }, true],
  [{ allow: ['example.org'], deny: [] }, false],
  [{ allow: [], deny: ['example.com'] }, false],
])('With the domains %j an account for ada@example.com may be created: %s', (domains, expected) => {
  expect(mayRegister(policyOf({ signUp: { domains } }), 'ada@example.com')).toBe(expected);
});
