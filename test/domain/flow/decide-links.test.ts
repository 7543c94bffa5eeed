import { expect, test } from 'vitest';
import { decide } from '../../../src/domain/flow/decide.ts';
import type { FlowAccount, FlowFacts } from '../../../src/domain/flow/facts.ts';
import { withoutIdentities } from '../../../src/domain/flow/identity.ts';
import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import type { VerificationKind } from '../../../src/vocabulary/flows.ts';

const policies = {
  default: signInPolicySchema.parse({}),
  passwordOnly: signInPolicySchema.parse({ first: ['password'] }),
  username: signInPolicySchema.parse({ signUp: { isOpen: true, verifies: [], requires: ['username'] } }),
};
const member: FlowAccount = {
  userId: 'user_1',
  email: 'ada@example.com',
  phone: '+4930901820',
  sessionEpoch: 0,
  isSuspended: false,
  isDeletionDue: false,
  hasPassword: true,
  isEmailVerified: true,
  isPhoneVerified: true,
  factors: [],
  isAdministrator: false,
  isDeviceTrusted: false,
  ...withoutIdentities,
  mustResetPassword: false,
};
const accounts = {
  nobody: undefined,
  member,
  unconfirmed: { ...member, isEmailVerified: false },
  suspended: { ...member, isSuspended: true },
  app: { ...member, factors: ['totp'] },
} satisfies Record<string, FlowAccount | undefined>;

const factsOf = (account: keyof typeof accounts, kinds: VerificationKind[], more: Partial<FlowFacts>): FlowFacts => ({
  purpose: 'sign-in',
  verifications: kinds.map((kind) => ({
    kind,
    subject: kind === 'email' ? 'ada@example.com' : 'user_1',
    verifiedAt: new Date(0),
    sessionEpoch: null,
  })),
  inputs: {},
  providers: [],
  account: accounts[account],
  requestedLevel: 1,
  canUsePasskeys: true,
  ...more,
});
const shown = (decision: ReturnType<typeof decide>): string => {
  if ('ready' in decision) return decision.ready;
  if ('refused' in decision) return decision.refused;
  return [[decision.step, ...(decision.fields ?? [])].join(' '), ...(decision.ways ?? [])].join(' or ');
};

const link = { tokenId: 'ott_1', invitedEmail: 'ada@example.com' };
const toAnother = { tokenId: 'ott_1', invitedEmail: 'eve@example.com' };
const ofUser = { tokenId: 'ott_1' };

/** purpose, policy, account, verifications, the link that was opened → next step, typed by hand. */
const table: [
  FlowFacts['purpose'],
  keyof typeof policies,
  keyof typeof accounts,
  VerificationKind[],
  FlowFacts['inputs']['link'],
  string,
][] = [
  ['sign-in', 'passwordOnly', 'member', ['one-time-token'], ofUser, 'completeSignIn'],
  ['sign-in', 'default', 'unconfirmed', ['one-time-token'], ofUser, 'completeSignIn'],
  ['sign-in', 'default', 'app', ['one-time-token'], ofUser, 'totp'],
  ['sign-in', 'default', 'suspended', ['one-time-token'], ofUser, 'account-suspended'],
  ['sign-in', 'default', 'nobody', [], link, 'identify'],
  ['sign-in', 'passwordOnly', 'member', ['email'], undefined, 'password'],
  ['sign-in', 'passwordOnly', 'member', ['email'], link, 'completeSignIn'],
  ['sign-in', 'default', 'unconfirmed', ['email'], link, 'password'],
  ['sign-in', 'default', 'app', ['email'], link, 'totp'],
  ['sign-up', 'default', 'nobody', [], link, 'identify'],
  ['sign-up', 'default', 'nobody', ['email'], link, 'fields password'],
  ['sign-up', 'default', 'nobody', ['email'], toAnother, 'unknown-account'],
  ['sign-up', 'default', 'nobody', [], ofUser, 'sign-up-closed'],
  ['sign-up', 'username', 'nobody', [], link, 'identify'],
];

test.each(table)('after a link, the next step of a %s with the policy %s, for %s after %j with %j is %s', (...row) => {
  const [purpose, policy, account, kinds, opened, next] = row;
  expect(shown(decide(policies[policy], factsOf(account, kinds, { purpose, inputs: { link: opened } })))).toBe(next);
});

test('a link that the browser keeps is offered before the first verification of a sign-in, and nowhere else', () => {
  const next = (account: keyof typeof accounts, kinds: VerificationKind[], more: Partial<FlowFacts>) =>
    shown(decide(policies.username, { ...factsOf(account, kinds, more), hasLink: true }));
  expect(next('nobody', [], {})).toBe('link or identify');
  expect(next('nobody', [], { challenge: { kind: 'email' } })).toBe('code');
  expect(next('nobody', [], { purpose: 'sign-up' })).toBe('fields username');
  expect(next('nobody', [], { purpose: 'reset' })).toBe('identify');
  expect(next('app', ['password'], {})).toBe('totp');
});
