import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/domain/flow/decide.ts';
import type { FlowAccount, FlowFacts, ProviderFacts } from '../../../src/domain/flow/facts.ts';
import { usedIdentity, withoutIdentities } from '../../../src/domain/flow/identity.ts';
import { signInPolicySchema } from '../../../src/domain/flow/policy.ts';
import { linkings } from '../../../src/vocabulary/identity-providers/identity-providers.ts';
import { type VerificationKind, verificationKinds } from '../../../src/vocabulary/flows.ts';

const provider: ProviderFacts = {
  id: 'idp_1',
  version: 2,
  name: 'Acme',
  preset: 'oidc',
  linking: 'ask',
  createsAccounts: true,
  isRequired: false,
  isShown: true,
};
const providers = {
  ask: provider,
  automatic: { ...provider, linking: 'automatic' },
  never: { ...provider, linking: 'never' },
  closed: { ...provider, createsAccounts: false },
  changed: { ...provider, version: 3 },
} satisfies Record<string, ProviderFacts>;
const email = 'ada@example.com';
const subject = 'idp_1:42';
const member: FlowAccount = {
  userId: 'user_1',
  email,
  phone: null,
  sessionEpoch: 0,
  isSuspended: false,
  isDeletionDue: false,
  hasPassword: true,
  mustResetPassword: false,
  isEmailVerified: true,
  isPhoneVerified: false,
  factors: [],
  isAdministrator: false,
  isDeviceTrusted: false,
  ...withoutIdentities,
};
const accounts = {
  nobody: undefined,
  member,
  owner: { ...member, identities: [subject] },
  ownerWithApp: { ...member, identities: [subject], factors: ['totp'] },
  suspendedOwner: { ...member, identities: [subject], isSuspended: true },
  app: { ...member, factors: ['totp'] },
  unverified: { ...member, isEmailVerified: false },
  holder: { ...member, holdsPermissions: true },
  unlinked: { ...member, unlinkedProviders: ['idp_1'] },
  passwordless: { ...member, hasPassword: false },
  required: { ...member, requiredProviderId: 'idp_1' },
  requiredOwner: { ...member, identities: [subject], requiredProviderId: 'idp_1' },
  requiredAdministrator: { ...member, requiredProviderId: 'idp_1', isAdministrator: true },
} satisfies Record<string, FlowAccount | undefined>;
type AccountName = keyof typeof accounts;

const policies = {
  closed: signInPolicySchema.parse({}),
  open: signInPolicySchema.parse({ signUp: { isOpen: true } }),
  picky: signInPolicySchema.parse({ signUp: { isOpen: true, domains: { deny: ['example.com'] } } }),
  named: signInPolicySchema.parse({ signUp: { requires: ['username', 'password', 'name'] } }),
};

const subjects: Partial<Record<VerificationKind, string>> = {
  identity: subject,
  'identity-mfa': subject,
  'vouched-email': email,
  email,
  phone: '+4930901820',
};
const identity = { providerId: 'idp_1', providerVersion: 2, subject: '42', label: email, name: 'Ada', locale: null };

interface Situation {
  account?: AccountName;
  kinds?: readonly VerificationKind[];
  by?: keyof typeof providers | 'none';
  policy?: keyof typeof policies;
  more?: Partial<FlowFacts>;
}

const factsOf = ({ account = 'nobody', kinds = [], by = 'ask', more = {} }: Situation): FlowFacts => ({
  purpose: accounts[account] ? 'sign-in' : 'sign-up',
  verifications: kinds.map((kind) => ({
    kind,
    subject: subjects[kind] ?? 'user_1',
    verifiedAt: new Date(0),
    sessionEpoch: accounts[account] && kind !== 'vouched-email' ? 0 : null,
  })),
  providers: by === 'none' ? [] : [providers[by]],
  account: accounts[account],
  requestedLevel: 1,
  canUsePasskeys: true,
  ...more,
  inputs: { identity, ...more.inputs },
});

function next(given: Situation): string {
  const decision = decide(policies[given.policy ?? 'closed'], factsOf(given));
  if ('ready' in decision) return decision.ready;
  if ('refused' in decision) return decision.refused;
  return [decision.step, ...(decision.fields ?? []), ...(decision.ways ?? [])].join(' ');
}

describe('an identity that the account has', () => {
  test.each<[Situation, string]>([
    [{ account: 'owner', kinds: ['identity'] }, 'completeSignIn'],
    [{ account: 'owner', kinds: ['identity'], by: 'never' }, 'completeSignIn'],
    [{ account: 'owner', kinds: ['identity'], by: 'none' }, 'provider-disabled'],
    [{ account: 'owner', kinds: ['identity'], by: 'changed' }, 'provider-disabled'],
    [{ account: 'suspendedOwner', kinds: ['identity'] }, 'account-suspended'],
    [{ account: 'ownerWithApp', kinds: ['identity'] }, 'totp'],
    [{ account: 'ownerWithApp', kinds: ['identity-mfa'] }, 'completeSignIn'],
    [{ account: 'owner', kinds: ['identity'], more: { purpose: 'reset' } }, 'identify'],
  ])('leads from %j to %s', (given, expected) => expect(next(given)).toBe(expected));
});

describe('an identity of no account, whose verified address an account has', () => {
  const kinds = ['identity', 'vouched-email'] as const;
  test.each<[Situation, string]>([
    [{ account: 'member', kinds }, 'password identify'],
    [{ account: 'passwordless', kinds }, 'identify'],
    [{ account: 'member', kinds, by: 'automatic' }, 'completeSignIn'],
    [{ account: 'app', kinds, by: 'automatic' }, 'totp'],
    [{ account: 'app', kinds: ['identity-mfa', 'vouched-email'], by: 'automatic' }, 'totp'],
    [{ account: 'unverified', kinds, by: 'automatic' }, 'password identify'],
    [{ account: 'holder', kinds, by: 'automatic' }, 'password identify'],
    [{ account: 'unlinked', kinds, by: 'automatic' }, 'password identify'],
    [{ account: 'member', kinds, by: 'never' }, 'identity-unlinked'],
    [{ account: 'member', kinds, by: 'none' }, 'provider-disabled'],
  ])('leads from %j to %s', (given, expected) => expect(next(given)).toBe(expected));

  test('has to be confirmed after the account is proven, and after its second factor', () => {
    const proven = [...kinds, 'password'] as const;
    expect(next({ account: 'member', kinds: proven })).toBe('confirm-identity');
    expect(next({ account: 'member', kinds: [...kinds, 'email'] })).toBe('confirm-identity');
    expect(next({ account: 'app', kinds: proven })).toBe('totp');
    expect(next({ account: 'app', kinds: [...kinds, 'password', 'totp'] })).toBe('confirm-identity');
    // Its second factor at the provider is not one of the account.
    expect(next({ account: 'app', kinds: ['identity-mfa', 'vouched-email', 'password'] })).toBe('totp');
  });

  test.each([true, false])('signs in after the answer %s, and is linked only if it is yes', (linksIdentity) => {
    const given: Situation = {
      account: 'member',
      kinds: [...kinds, 'password'],
      more: { inputs: { identity, linksIdentity } },
    };
    expect(next(given)).toBe('completeSignIn');
    expect(usedIdentity(factsOf(given))?.isNew ?? false).toBe(linksIdentity);
  });

  test('is not linked by a session alone, which may be stolen', () => {
    const session: VerificationKind[] = ['session', 'identity'];
    expect(next({ account: 'member', kinds: session })).toBe('password identify');
    expect(next({ account: 'member', kinds: [...session, 'password'] })).toBe('confirm-identity');
    expect(next({ account: 'member', kinds: [...session, 'vouched-email'], by: 'automatic' })).toBe('completeSignIn');
  });

  test('is refused if another account has it', () => {
    const kinds: VerificationKind[] = ['session', 'password', 'identity'];
    expect(next({ account: 'member', kinds, more: { holderId: 'user_2' } })).toBe('identity-linked-elsewhere');
  });
});

describe('an identity without an account', () => {
  test.each<[Situation, string]>([
    [{ kinds: ['identity', 'vouched-email'] }, 'completeSignUp'],
    [{ kinds: ['identity', 'vouched-email'], by: 'never' }, 'completeSignUp'],
    [{ kinds: ['identity', 'vouched-email'], by: 'closed' }, 'sign-up-closed'],
    [{ kinds: ['identity', 'vouched-email'], by: 'closed', more: { purpose: 'sign-in' } }, 'unknown-account'],
    [{ kinds: ['identity', 'vouched-email'], by: 'closed', policy: 'open' }, 'completeSignUp'],
    [{ kinds: ['identity', 'vouched-email'], by: 'closed', policy: 'picky' }, 'sign-up-closed'],
    [{ kinds: ['identity', 'vouched-email'], policy: 'picky' }, 'completeSignUp'],
    [{ kinds: ['identity', 'vouched-email'], policy: 'named' }, 'fields username name'],
    [{ kinds: ['identity'] }, 'identify'],
    [{ kinds: ['identity', 'email'] }, 'completeSignUp'],
    [{ kinds: ['email'], policy: 'open', more: { requiredProviderId: 'idp_1' } }, 'sso-required'],
    [{ kinds: ['identity', 'vouched-email'], more: { requiredProviderId: 'idp_1' } }, 'completeSignUp'],
  ])('leads from %j to %s', (given, expected) => expect(next(given)).toBe(expected));
});

describe('a domain that requires its identity provider', () => {
  test.each<[Situation, string]>([
    [{ account: 'required', kinds: ['password'] }, 'sso-required'],
    [{ account: 'required', kinds: ['email'] }, 'sso-required'],
    [{ account: 'requiredOwner', kinds: ['identity'] }, 'completeSignIn'],
    [{ account: 'requiredAdministrator', kinds: ['password'] }, 'completeSignIn'],
    [{ account: 'required', kinds: ['identity', 'vouched-email'], by: 'automatic' }, 'completeSignIn'],
    [{ account: 'required', kinds: ['identity', 'vouched-email', 'password'] }, 'confirm-identity'],
    // Whoever knows the password, and has an identity there, but not that of the address.
    [{ account: 'required', kinds: ['identity', 'password'] }, 'sso-required'],
    [
      {
        account: 'required',
        kinds: ['identity', 'vouched-email', 'password'],
        more: { inputs: { identity, linksIdentity: false } },
      },
      'sso-required',
    ],
  ])('leads from %j to %s', (given, expected) => expect(next(given)).toBe(expected));
});

describe('a person who links an identity with their account', () => {
  const more = { purpose: 'link-identity', inputs: { identityProviderId: 'idp_1', identity } } as const;
  test.each<[Situation, string]>([
    [{ account: 'member', kinds: ['session'], more }, 'upstream'],
    [{ account: 'member', kinds: ['session'], more: { ...more, challenge: { kind: 'identity' } } }, 'upstream'],
    [{ account: 'member', kinds: ['session', 'identity'], more }, 'linkIdentity'],
    [{ account: 'member', kinds: ['session', 'identity'], by: 'never', more }, 'linkIdentity'],
    [{ account: 'member', kinds: ['session', 'identity'], by: 'none', more }, 'provider-disabled'],
    [{ account: 'member', kinds: ['identity'], more }, 'session-ended'],
    [{ account: 'owner', kinds: ['session', 'identity'], more: { ...more, holderId: 'user_1' } }, 'linkIdentity'],
    [
      { account: 'member', kinds: ['session', 'identity'], more: { ...more, holderId: 'user_2' } },
      'identity-linked-elsewhere',
    ],
  ])('leads from %j to %s', (given, expected) => expect(next(given)).toBe(expected));
});

test('no identity is linked or signs in without the proofs that its provider demands', () => {
  const names = Object.keys(accounts) as AccountName[];
  const given = fc.record({
    account: fc.constantFrom(...names.filter((name) => accounts[name] !== undefined)),
    kinds: fc.uniqueArray(fc.constantFrom(...verificationKinds)),
    linking: fc.constantFrom(...linkings),
    linksIdentity: fc.option(fc.boolean(), { nil: undefined }),
  });
  fc.assert(
    fc.property(given, ({ account: name, kinds, linking, linksIdentity }) => {
      const account = accounts[name] ?? member;
      const facts = factsOf({
        account: name,
        kinds,
        more: { providers: [{ ...provider, linking }], inputs: { identity, linksIdentity } },
      });
      const decision = decide(policies.closed, facts);
      if (!('ready' in decision)) return;
      const hasIdentity = kinds.some((kind) => kind === 'identity' || kind === 'identity-mfa');
      const isOwner = account.identities.includes(subject);
      const isProvenOtherwise = kinds.some((kind) =>
        ['password', 'email', 'passkey', 'session', 'one-time-token'].includes(kind),
      );
      const isProvenNow = kinds.some((kind) => ['password', 'email', 'passkey', 'one-time-token'].includes(kind));
      const isSilent =
        linking === 'automatic' &&
        kinds.includes('vouched-email') &&
        account.isEmailVerified &&
        !account.holdsPermissions &&
        !account.unlinkedProviders.includes('idp_1');
      expect(isProvenOtherwise || (hasIdentity && (isOwner || isSilent))).toBe(true);
      const links = usedIdentity(facts)?.isNew ?? false;
      if (links) expect(isSilent || (linksIdentity === true && isProvenNow)).toBe(true);
      if (links) expect(linking).not.toBe('never');
    }),
    { numRuns: 20_000 },
  );
});
