import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/domain/flow/decide.ts';
import type { FlowAccount, FlowFacts } from '../../../src/domain/flow/facts.ts';
import { withoutIdentities } from '../../../src/domain/flow/identity.ts';
import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import {
  linkPurposes,
  signInPurposes,
  type VerificationKind,
  verificationKinds,
} from '../../../src/vocabulary/flows.ts';

const policies = {
  default: signInPolicySchema.parse({}),
  noCodes: signInPolicySchema.parse({ second: { ways: ['totp', 'passkey'] } }),
};
const member: FlowAccount = {
  userId: 'user_1',
  email: 'ada@example.com',
  phone: '+4930901820',
  sessionEpoch: 3,
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
const newFactor = { kind: 'totp' as const, secret: 'c2VjcmV0', lastStep: 1 };

const factsOf = (kinds: readonly VerificationKind[], more: Partial<FlowFacts> = {}): FlowFacts => ({
  purpose: 'link-email',
  verifications: kinds.map((kind) => ({
    kind,
    subject: kind === 'email' ? 'new@example.com' : kind === 'phone' ? '+4930901821' : 'user_1',
    verifiedAt: new Date(0),
    sessionEpoch: kind === 'session' ? null : 3,
  })),
  inputs: {},
  providers: [],
  account: member,
  requestedLevel: 1,
  canUsePasskeys: true,
  ...more,
});
const shown = (decision: ReturnType<typeof decide>): string =>
  'ready' in decision ? decision.ready : 'refused' in decision ? decision.refused : decision.step;

/** policy, verifications, the rest → next step, typed by hand. */
const table: [keyof typeof policies, VerificationKind[], Partial<FlowFacts>, string][] = [
  ['default', ['session'], {}, 'identify'],
  ['default', ['session'], { challenge: { kind: 'email' } }, 'code'],
  ['default', ['session', 'email'], {}, 'linkAddress'],
  ['default', ['session', 'email'], { holderId: 'user_1' }, 'linkAddress'],
  ['default', ['session', 'email'], { holderId: 'user_2' }, 'address-in-use'],
  ['default', ['session', 'phone'], {}, 'identify'],
  ['default', ['session', 'phone'], { purpose: 'link-phone' }, 'linkAddress'],
  ['default', ['session', 'email'], { account: { ...member, sessionEpoch: 4 } }, 'identify'],
  ['default', ['session', 'email'], { account: { ...member, isSuspended: true } }, 'account-suspended'],
  ['default', ['session', 'email'], { account: { ...member, userId: 'user_2' } }, 'session-ended'],
  ['default', ['email', 'password'], {}, 'session-ended'],
  ['default', ['session', 'email'], { account: undefined }, 'session-ended'],
  ['default', ['session'], { purpose: 'link-factor', inputs: { factor: { kind: 'totp' } } }, 'enrol-totp'],
  ['default', ['session'], { purpose: 'link-factor', inputs: { factor: { kind: 'passkey' } } }, 'enrol-passkey'],
  ['default', ['session'], { purpose: 'link-factor', inputs: { newFactor } }, 'backup-codes'],
  ['default', ['session'], { purpose: 'link-factor', inputs: { newFactor, hasBackupCodes: true } }, 'linkFactor'],
  ['noCodes', ['session'], { purpose: 'link-factor', inputs: { newFactor } }, 'linkFactor'],
  [
    'default',
    ['session'],
    { purpose: 'link-factor', inputs: { newFactor }, account: { ...member, factors: ['backup-code'] } },
    'linkFactor',
  ],
];
test.each(table)('%s policy, proven %j, %j → %s', (policy, kinds, more, expected) => {
  expect(shown(decide(policies[policy], factsOf(kinds, more)))).toBe(expected);
});

describe('an address or a factor', () => {
  const account = fc.constantFrom(undefined, member, { ...member, userId: 'user_2' }, { ...member, sessionEpoch: 4 });
  const facts = fc
    .record({
      kinds: fc.subarray([...verificationKinds]),
      account,
      holderId: fc.constantFrom(undefined, 'user_1', 'user_2'),
      inputs: fc.constantFrom({}, { newFactor }, { newFactor, hasBackupCodes: true }),
      purpose: fc.constantFrom(...linkPurposes, ...signInPurposes),
    })
    .map(({ kinds, ...more }) => ({ kinds, more }));

  test('is added to the account of the session only, and an address only if no other account has it', () => {
    fc.assert(
      fc.property(facts, ({ kinds, more }) => {
        const next = shown(decide(policies.default, factsOf(kinds, more)));
        if (next !== 'linkAddress' && next !== 'linkFactor') return;
        expect(kinds).toContain('session');
        expect(more.account?.userId).toBe('user_1');
        expect(linkPurposes).toContain(more.purpose);
        if (next === 'linkFactor') expect(more.inputs).toHaveProperty('newFactor');
        if (next === 'linkFactor') return;
        expect(kinds).toContain(more.purpose === 'link-email' ? 'email' : 'phone');
        expect(more.account?.sessionEpoch).toBe(3);
        expect(more.holderId).not.toBe('user_2');
      }),
      { numRuns: 5000 },
    );
  });

  test('is not added by a flow that ends as a sign-in, sign-up or reset', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...linkPurposes), ({ kinds, more }, purpose) => {
        const next = shown(decide(policies.default, factsOf(kinds, { ...more, purpose })));
        expect(next).not.toMatch(/^complete/);
      }),
    );
  });
});
