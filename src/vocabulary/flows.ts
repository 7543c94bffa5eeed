import { factorKinds } from './account/factors.ts';

/** The purposes of a person who is not signed in. A sign-in can become a sign-up, and the reverse. */
export const signInPurposes = ['sign-in', 'sign-up', 'reset'] as const;
export type SignInPurpose = (typeof signInPurposes)[number];

/**
 * The purposes of a person who is signed in: additions to their account, which they have to prove. Such a flow never
 * changes its purpose.
 */
export const linkPurposes = ['link-email', 'link-phone', 'link-factor', 'link-identity'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** The purpose of a flow. */
export const flowPurposes = [...signInPurposes, ...linkPurposes] as const;
export type FlowPurpose = (typeof flowPurposes)[number];

export const isLinking = (purpose: FlowPurpose): purpose is LinkPurpose => linkPurposes.some((one) => one === purpose);

/** Values of `screen_hint` in an authorization request: with what the pages begin. */
export const screenHints: ReadonlyMap<string | undefined, SignInPurpose> = new Map([
  ['sign-up', 'sign-up'],
  ['reset-password', 'reset'],
]);

/** The steps of the pages. */
export const flowSteps = [
  'identify',
  'link',
  'password',
  'code',
  'passkey',
  'totp',
  'backup-code',
  'fields',
  'enrol-passkey',
  'enrol-totp',
  'backup-codes',
  'new-password',
  'upstream',
  'confirm-identity',
] as const;
export type FlowStep = (typeof flowSteps)[number];

/** The proofs of an identity at an identity provider: with one factor, or with two. */
export const identityKinds = ['identity', 'identity-mfa'] as const;

/** The proofs that the platform itself compares. */
export const comparedKinds = ['password', 'email', 'phone', ...factorKinds, 'one-time-token'] as const;

/**
 * The proofs of a person: that they receive messages at an address, or, of an account, that they know its password,
 * have one of its factors or a link for it, or are signed in already. `vouched-email` proves nothing of an account: an
 * identity provider states that the address is theirs.
 */
export const verificationKinds = [...comparedKinds, 'session', ...identityKinds, 'vouched-email'] as const;
export type VerificationKind = (typeof verificationKinds)[number];

export const isIdentityKind = (kind: VerificationKind): boolean => identityKinds.some((one) => one === kind);

/**
 * The certainty with which a person is authenticated: by one authenticator, or by two different ones. A passkey counts
 * as two: the device, and the PIN or biometrics that unlock it.
 */
export const levels = [1, 2] as const;
export type Level = (typeof levels)[number];

/** The levels that an application can request: 1, 2, or 2 by passkeys alone, which resist phishing. */
export const requestedLevels = [...levels, 'phr'] as const;
export type RequestedLevel = (typeof requestedLevels)[number];

/**
 * The same as values of the claim `acr` (OpenID Connect Core 1.0 §2), lowest first. `phr` is that of OpenID Connect
 * Extended Authentication Profile ACR Values 1.0.
 */
export const acrValues = ['urn:mandate:level:1', 'urn:mandate:level:2', 'phr'] as const;

export const flowStates = ['open', 'finished', 'refused'] as const;
export type FlowState = (typeof flowStates)[number];

/** Outcomes in the log of a flow. */
export const flowOutcomes = ['sent', 'changed', 'verified', 'given', 'wrong', 'locked', 'refused', 'finished'] as const;
export type FlowOutcome = (typeof flowOutcomes)[number];

/** Why an answer was refused: for administrators. The pages show less, and do not reveal which accounts exist. */
export const refusalReasons = {
  'wrong-password': 'The password is wrong.',
  'not-compared': 'The client closed the connection before the password was compared.',
  'unknown-account': 'No account has this identifier.',
  'no-password': 'The account has no password.',
  'wrong-code': 'The code is wrong.',
  'code-expired': 'The code has expired, has been used, or was entered wrongly too often.',
  'wrong-passkey': 'The passkey is unknown, was removed, or belongs to another account.',
  'passkey-unusable': 'The account has no other second factor than passkeys, which cannot be used at an IP address.',
  'code-used': 'The code or link was used before.',
  'wrong-link': 'The link is wrong.',
  'link-invalid': 'The link was used before, was revoked, or has expired.',
  'address-unverified': 'The email address of the account is not verified.',
  'account-exists': 'The address belongs to an account already.',
  'address-in-use': 'Another account has the address.',
  'session-ended': 'The session in which the account was to be changed has ended.',
  'account-locked': 'Too many attempts have failed.',
  'account-suspended': 'The account is suspended.',
  'deletion-pending': 'The person has deleted the account, which is suspended until it is due.',
  'account-changed': 'The account was changed, or its sessions were ended, while the person was signing in.',
  'sign-up-closed': 'The sign-in experience does not allow people to sign up.',
  'identifier-taken': 'Another account has the username.',
  'too-many-messages': 'Too many codes were requested for the address, or by the account.',
  'identity-refused': 'The person, or the identity provider, has refused the sign-in there.',
  'identity-invalid': 'The response of the identity provider is not valid.',
  'identity-unlinked': 'The identity provider is not linked with the account, and is set never to link it.',
  'identity-linked-elsewhere': 'Another account has the identity.',
  'identity-domain': 'The address is not in the domains of the identity provider.',
  'provider-disabled': 'The identity provider is disabled, or was changed or deleted during the sign-in.',
  'provider-unreachable': 'The identity provider did not respond as its protocol requires.',
  'sso-required': 'People with an address of this domain have to sign in at its identity provider.',
  'network-limited':
    'Too many attempts have failed in the network of the client, or too many codes or accounts were requested.',
} as const;
export type RefusalReason = keyof typeof refusalReasons;
export const refusalReasonNames = Object.keys(refusalReasons) as RefusalReason[];
