import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/domain/flow/decide.ts';
import type { FlowAccount, FlowFacts } from '../../../src/domain/flow/facts.ts';
import { withoutIdentities } from '../../../src/domain/flow/identity.ts';
import { levelOf } from '../../../src/domain/flow/level.ts';
import { mayRegister, type SignInPolicy, signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { levels, signInPurposes, type VerificationKind, verificationKinds } from '../../../src/vocabulary/flows.ts';

const now = new Date('2026-11-20T10:00:00Z');
const policyOf = (given: object): SignInPolicy => signInPolicySchema.parse(given);
const policies = {
  default: policyOf({}),
  open: policyOf({ signUp: { isOpen: true } }),
  passwordOnly: policyOf({ first: ['password'] }),
  username: policyOf({ signUp: { isOpen: true, verifies: [], requires: ['username', 'password'] } }),
  always: policyOf({ signUp: { isOpen: true }, second: { required: 'always' } }),
  phone: policyOf({ first: ['password', 'phone-code'], phone: { countries: ['DE'] } }),
  both: policyOf({ signUp: { isOpen: true, verifies: ['email', 'phone'] }, phone: { countries: ['DE'] } }),
  noSecond: policyOf({ second: { required: 'never' } }),
  admins: policyOf({ second: { required: 'for-administrators', ways: ['passkey', 'totp'] } }),
  trust: policyOf({ second: { trustedDeviceDays: 30 } }),
  terms: policyOf({ signUp: { isOpen: true, requires: [], terms: 'https://example.com/terms' } }),
};
const member: FlowAccount = {
  userId: 'user_1',
  email: 'ada@example.com',
  phone: '+4930901820',
  sessionEpoch: 0,
  isSuspended: false,
  isDeletionDue: false,
  hasPassword: true,
  mustResetPassword: false,
  isEmailVerified: true,
  isPhoneVerified: true,
  factors: [],
  isAdministrator: false,
  isDeviceTrusted: false,
  ...withoutIdentities,
};
const accounts = {
  nobody: undefined,
  member,
  unconfirmed: { ...member, isEmailVerified: false, isPhoneVerified: false },
  imported: { ...member, isEmailVerified: false, hasPassword: false },
  suspended: { ...member, isSuspended: true },
  leaving: { ...member, isSuspended: true, isDeletionDue: true },
  app: { ...member, factors: ['totp', 'backup-code'] },
  keys: { ...member, factors: ['passkey', 'totp'] },
  codesOnly: { ...member, factors: ['backup-code'] },
  trusting: { ...member, factors: ['totp'], isDeviceTrusted: true },
  administrator: { ...member, isAdministrator: true },
  expired: { ...member, mustResetPassword: true },
  expiredApp: { ...member, mustResetPassword: true, factors: ['totp'] },
} satisfies Record<string, FlowAccount | undefined>;

const factsOf = (given: Partial<FlowFacts> & { kinds?: readonly VerificationKind[] }): FlowFacts => ({
  purpose: given.purpose ?? 'sign-in',
  verifications: (given.kinds ?? []).map((kind) => ({
    kind,
    subject: kind === 'email' ? 'ada@example.com' : kind === 'phone' ? '+4930901820' : 'user_1',
    verifiedAt: now,
    sessionEpoch: null,
  })),
  inputs: given.inputs ?? {},
  providers: [],
  challenge: given.challenge,
  account: given.account,
  requestedLevel: given.requestedLevel ?? 1,
  canUsePasskeys: given.canUsePasskeys ?? true,
  isStandalone: given.isStandalone,
});

const newFactor = { kind: 'totp' as const, secret: 'AA', lastStep: 1 };

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
  ['sign-in', 'default', 'expired', ['password'], {}, 'new-password'],
  ['sign-in', 'default', 'expired', ['password'], { passwordHash: 'hash' }, 'completeSignIn'],
  ['sign-in', 'default', 'expired', ['session'], {}, 'completeSignIn'],
  ['sign-in', 'always', 'expired', ['password'], { passwordHash: 'hash' }, 'enrol-totp or enrol-passkey'],
  ['sign-in', 'default', 'expiredApp', ['password'], {}, 'totp'],
  ['sign-in', 'default', 'expiredApp', ['password', 'totp'], {}, 'new-password'],
  ['sign-in', 'default', 'unconfirmed', ['email'], {}, 'password'],
  ['sign-in', 'default', 'unconfirmed', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'unconfirmed', ['email', 'password'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'imported', ['email'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'suspended', ['password'], {}, 'account-suspended'],
  ['sign-in', 'default', 'suspended', ['email'], {}, 'account-suspended'],
  ['sign-in', 'default', 'leaving', ['password'], {}, 'deletion-pending'],
  ['sign-in', 'default', 'leaving', ['email'], {}, 'deletion-pending'],
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

  ['sign-in', 'default', 'app', ['password'], {}, 'totp or backup-code'],
  ['sign-in', 'phone', 'member', ['phone'], {}, 'completeSignIn'],
  ['sign-in', 'phone', 'unconfirmed', ['phone'], {}, 'password'],
  ['sign-in', 'phone', 'app', ['phone'], {}, 'totp or backup-code'],
  ['sign-in', 'default', 'member', ['phone'], {}, 'password'],
  ['sign-up', 'both', 'nobody', ['email'], {}, 'identify'],
  ['sign-up', 'both', 'nobody', ['email', 'phone'], {}, 'fields password'],
  ['reset', 'phone', 'member', ['phone'], {}, 'new-password'],
  ['reset', 'phone', 'unconfirmed', ['phone'], {}, 'address-unverified'],
  ['sign-in', 'default', 'app', ['email'], {}, 'totp or backup-code'],
  ['sign-in', 'default', 'app', ['email', 'password'], {}, 'totp or backup-code'],
  ['sign-in', 'default', 'app', ['password', 'totp'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'app', ['email', 'backup-code'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'app', ['passkey'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'app', ['totp'], {}, 'password'],
  ['sign-in', 'default', 'keys', ['password'], {}, 'passkey or totp'],
  ['sign-in', 'default', 'codesOnly', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'noSecond', 'app', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'passwordOnly', 'keys', ['passkey'], {}, 'password'],
  ['sign-in', 'always', 'member', ['password'], {}, 'enrol-totp or enrol-passkey'],
  ['sign-in', 'always', 'member', ['session'], {}, 'password'],
  ['sign-in', 'always', 'imported', ['session'], {}, 'identify'],
  ['sign-in', 'always', 'codesOnly', ['password'], {}, 'enrol-totp or enrol-passkey'],
  ['sign-in', 'always', 'member', ['password'], { newFactor }, 'backup-codes'],
  ['sign-in', 'always', 'member', ['password'], { newFactor, hasBackupCodes: true }, 'completeSignIn'],
  ['sign-in', 'admins', 'member', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'admins', 'administrator', ['password'], {}, 'enrol-totp or enrol-passkey'],
  ['sign-in', 'admins', 'administrator', ['password'], { newFactor }, 'completeSignIn'],
  ['sign-in', 'default', 'trusting', ['password'], {}, 'totp'],
  ['sign-in', 'trust', 'trusting', ['password'], {}, 'completeSignIn'],
  ['sign-in', 'trust', 'app', ['password'], {}, 'totp or backup-code'],
  ['sign-in', 'default', 'app', ['password'], { newFactor, hasBackupCodes: true }, 'totp or backup-code'],
  ['sign-in', 'default', 'member', ['session'], {}, 'completeSignIn'],
  ['sign-in', 'default', 'app', ['session'], {}, 'totp or backup-code'],
  ['sign-up', 'always', 'nobody', ['email'], { passwordHash: 'hash' }, 'enrol-totp or enrol-passkey'],
  ['sign-up', 'always', 'nobody', ['email'], { passwordHash: 'hash', newFactor }, 'backup-codes'],
  ['sign-up', 'always', 'app', ['email'], {}, 'totp or backup-code'],

  ['reset', 'default', 'member', ['session'], {}, 'identify'],
  ['reset', 'default', 'member', ['password'], {}, 'identify'],
  ['reset', 'default', 'app', ['email'], {}, 'totp or backup-code'],
  ['reset', 'noSecond', 'app', ['email'], {}, 'totp or backup-code'],
  ['reset', 'trust', 'trusting', ['email'], {}, 'totp'],
  ['reset', 'default', 'app', ['email', 'totp'], {}, 'new-password'],
  ['reset', 'always', 'member', ['email'], {}, 'new-password'],
  ['reset', 'default', 'nobody', [], {}, 'identify'],
  ['reset', 'default', 'nobody', ['email'], {}, 'unknown-account'],
  ['reset', 'default', 'member', ['email'], {}, 'new-password'],
  ['reset', 'default', 'member', ['email'], { passwordHash: 'hash' }, 'completeReset'],
  ['reset', 'default', 'unconfirmed', ['email'], {}, 'address-unverified'],
  ['reset', 'default', 'imported', ['email'], {}, 'new-password'],
  ['reset', 'default', 'suspended', ['email'], {}, 'account-suspended'],
  ['reset', 'default', 'leaving', ['email'], {}, 'deletion-pending'],
];

const shown = (decision: ReturnType<typeof decide>): string => {
  if ('ready' in decision) return decision.ready;
  if ('refused' in decision) return decision.refused;
  return [[decision.step, ...(decision.fields ?? [])].join(' '), ...(decision.ways ?? [])].join(' or ');
};

describe('the next step', () => {
  test.each(table)(
    'a %s with the policy %s, for %s after %j with %j, continues with %s',
    (purpose, policy, account, kinds, inputs, next) => {
      expect(shown(decide(policies[policy], factsOf({ purpose, kinds, inputs, account: accounts[account] })))).toBe(
        next,
      );
    },
  );

  test.each(signInPurposes)('a %s continues with the code while one can be entered', (purpose) => {
    expect(shown(decide(policies.open, factsOf({ purpose, challenge: { kind: 'email' } })))).toBe('code');
  });
});

test('a sign-up without an application never signs in the account of the address', () => {
  const { member: account } = accounts;
  const alone = { purpose: 'sign-up' as const, kinds: ['email'] as const, isStandalone: true };
  expect(shown(decide(policies.open, factsOf({ ...alone, account })))).toBe('account-exists');
  expect(shown(decide(policies.open, factsOf(alone)))).toBe('fields password');
});

test('what was proven about another account does not count', () => {
  const of = (subject: string, kind: VerificationKind) => ({ kind, subject, verifiedAt: now, sessionEpoch: null });
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
  const purpose = fc.constantFrom(...signInPurposes);
  const kinds = fc.subarray([...verificationKinds]);
  const level = fc.constantFrom(...levels);
  const all = fc.record({ account, policy, inputs, purpose, kinds, requestedLevel: level });

  test('is reached below the level that is required: of the application, of an account with a second factor', () => {
    fc.assert(
      fc.property(all, ({ policy: given, ...facts }) => {
        const next = shown(decide(given, factsOf(facts)));
        if (next !== 'completeSignIn' && next !== 'completeReset') return;
        const { account: owner } = facts;
        const hasSecond =
          owner?.factors.some((way) => way !== 'backup-code' && given.second.ways.includes(way)) ?? false;
        const isSkipped =
          next === 'completeSignIn' &&
          (given.second.required === 'never' || (given.second.trustedDeviceDays > 0 && owner?.isDeviceTrusted));
        const reached = levelOf(facts.kinds);
        const isRequested = next === 'completeSignIn' && facts.requestedLevel === 2;
        expect(reached).toBeGreaterThanOrEqual(isRequested || (hasSecond && !isSkipped) ? 2 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  test('sets up a factor with a session alone', () => {
    fc.assert(
      fc.property(all, ({ policy: given, ...facts }) => {
        const next = decide(given, factsOf({ ...facts, purpose: 'sign-in', kinds: ['session'] }));
        expect(facts.account ? shown(next) : '').not.toMatch(/^enrol-totp|^enrol-passkey/);
      }),
    );
  });

  test('no sign-in or reset completes without a verification, or for a suspended account', () => {
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
        // An identity provider can vouch for the address, too.
        if (given.signUp.verifies.length)
          expect(facts.kinds.filter((kind) => kind === 'email' || kind === 'vouched-email')).not.toEqual([]);
        if (facts.kinds.some((kind) => kind !== 'session')) expect(facts.account).toBeUndefined();
        if (given.signUp.requires.includes('password')) expect(facts.inputs.passwordHash).toBeDefined();
      }),
    );
  });
});

test('new accounts need an email address or a username', () => {
  const refused = signInPolicySchema.safeParse({ signUp: { verifies: [], requires: ['password'] } });
  expect(refused.success).toBe(false);
});

test.each([
  [{ allow: [], deny: [] }, true],
  [{ allow: ['example.com'], deny: [] }, true],
  [{ allow: ['example.org'], deny: [] }, false],
  [{ allow: [], deny: ['example.com'] }, false],
])('the domains %j permit an account for ada@example.com: %s', (domains, expected) => {
  expect(mayRegister(policyOf({ signUp: { domains } }), 'ada@example.com')).toBe(expected);
});
