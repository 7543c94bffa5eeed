import { z } from 'zod';
import { lockoutFlows } from '../../vocabulary/events.ts';
import {
  signInPurposes,
  flowSteps,
  type RefusalReason,
  refusalReasonNames,
  refusalReasons,
  type VerificationKind,
} from '../../vocabulary/flows.ts';
import { badUserInput } from '../failure.ts';
import { validOrRefused } from '../problems.ts';
import { idSchema } from '../text.ts';
import { decide } from './decide.ts';
import type { Decision, FlowFacts } from './facts.ts';
import { type FirstWay, firstWays, type SignInPolicy } from './policy.ts';
import { provable } from './policy-tests.ts';
import { describeByKind, idOf } from '../../vocabulary/ids.ts';

/** A sign-in to explain. Records that do not exist are not an error. */
export const signInQuerySchema = z.strictObject({
  userId: idSchema('user').nullish().describe('The user. Either this or `identifier`.'),
  identifier: z.string().max(512).nullish().describe('What the person enters: an email address or a username.'),
  applicationId: idSchema('application').nullish().describe('The application that the person wants to use.'),
  purpose: z.enum(signInPurposes).default('sign-in').describe('What the person wants.'),
  verifications: z
    .array(z.enum(provable))
    .max(10)
    .default([])
    .describe('What the person has proven so far. What the account does not have does not count.'),
  knownDevice: z
    .boolean()
    .default(false)
    .describe(
      'Whether the browser is one that the user trusts, if the policy allows that. By default it is not known: the user has never signed in with it.',
    ),
  needsSecondFactor: z.boolean().default(false).describe('Whether the application asks for level 2 (`acr_values`).'),
});
export type SignInQuery = z.output<typeof signInQuerySchema>;

/** Validates what a caller sends. Throws BAD_USER_INPUT with the path of each problem. */
export function readSignInQuery(input: unknown): SignInQuery {
  const data = validOrRefused(signInQuerySchema, input);
  if ((data.userId == null) === (data.identifier == null))
    throw badUserInput('Give either `userId` or `identifier`.', 'userId');
  return data;
}

export const outcomeSchema = z
  .strictObject({
    step: z.enum(flowSteps).nullable().describe('The step that follows; null if there is none.'),
    ways: z.array(z.enum(flowSteps)).describe('The steps that can be answered instead.'),
    isReady: z.boolean().describe('Whether nothing else is required.'),
    refused: z.enum(refusalReasonNames).nullable().describe('Why the person is refused; null if they are not.'),
    explanation: z.string().nullable().describe('The reason in one sentence; null if the person is not refused.'),
    rule: z
      .string()
      .nullable()
      .describe(
        'What decides this: a field of the policy (`policy.second.required`), of the user (`user.suspendedAt`) or of the request; null if nothing else is required.',
      ),
  })
  .meta({ id: 'SignInExplanationOutcome', description: 'What the pages do next.' });

const waySchema = z
  .strictObject({
    way: z.enum(firstWays).describe('The way to sign in.'),
    isUsable: z.boolean().describe('Whether the person can use it now.'),
    missing: z.string().nullable().describe('What is missing, in one sentence; null if it is usable.'),
    next: outcomeSchema.describe('What the pages do after it.'),
  })
  .meta({ id: 'SignInExplanationWay', description: 'A way to sign in that the policy takes.' });

const providerSchema = z
  .strictObject({
    identityProviderId: describeByKind(idOf('identityProvider')),
    name: z.string().describe('Name of the identity provider.'),
    isLinked: z.boolean().describe('Whether the account has an identity of it.'),
    isUsable: z.boolean().describe('Whether the person can use it now.'),
    missing: z.string().nullable().describe('What is missing, in one sentence; null if it is usable.'),
    next: outcomeSchema.describe(
      'What the pages do after a sign-in with it. An identity that is not linked is a new one, whose provider vouches for the address of the account, or the typed one.',
    ),
  })
  .meta({ id: 'SignInExplanationProvider', description: 'An identity provider as a way to sign in.' });

export const signInExplanationSchema = z.strictObject({
  userId: idOf('user').nullable().describe('Id of the user; null if there is none.'),
  isApplicationUsable: z
    .boolean()
    .nullable()
    .describe(
      'Whether the application exists, is not suspended, and may use `authorization_code`; null if none is given.',
    ),
  next: outcomeSchema.describe('What the pages do now, after what has been proven.'),
  ways: z.array(waySchema).describe('The ways to sign in, with what follows each.'),
  providers: z
    .array(providerSchema)
    .describe(
      'The identity providers that the pages offer, that of the domain of the address, and those that the account has an identity of.',
    ),
  locks: z
    .array(
      z
        .strictObject({
          flow: z.enum(lockoutFlows).describe('How the user tried to authenticate.'),
          deviceId: idOf('device').nullable().describe('Id of the known device that is locked; null for the account.'),
          failures: z.int().describe('Number of failures in a row.'),
          until: z.iso.datetime().describe('End of the lock.'),
        })
        .meta({ id: 'SignInExplanationLock', description: 'A lock that applies now.' }),
    )
    .describe(
      'Locks that apply now: attempts are refused until then. With `knownDevice`, those of known devices, which have limits of their own, and of second factors; otherwise those of the account.',
    ),
});
export type SignInExplanation = z.output<typeof signInExplanationSchema>;
type Outcome = z.output<typeof outcomeSchema>;

/** Explains what the pages do, with the code of the pages; in a dry run by the state of its transaction. */
export type ExplainSignIn<Transaction = never> = (
  query: SignInQuery,
  transaction?: Transaction,
) => Promise<SignInExplanation>;

/** The next step of the pages, in public words. */
export function outcomeOf(policy: SignInPolicy, facts: FlowFacts): Outcome {
  const decision = decide(policy, facts);
  const rule = ruleOf(decision, facts);
  const nothing = { step: null, ways: [], isReady: false, refused: null, explanation: null, rule };
  if ('ready' in decision) return { ...nothing, isReady: true };
  if ('refused' in decision)
    return { ...nothing, refused: decision.refused, explanation: refusalReasons[decision.refused] };
  return { ...nothing, step: decision.step, ways: [...(decision.ways ?? [])] };
}

const refusedBy: Partial<Record<RefusalReason, string>> = {
  'account-suspended': 'user.suspendedAt',
  'deletion-pending': 'user.deletionDueAt',
  'sign-up-closed': 'policy.signUp.isOpen',
  'unknown-account': 'policy.signUp.isOpen',
  'no-password': 'policy.first',
  'address-unverified': 'user.emailVerifiedAt',
  'passkey-unusable': 'policy.second.required',
  'sso-required': 'identityProvider.isRequired',
  'identity-unlinked': 'identityProvider.linking',
  'identity-linked-elsewhere': 'user.identities',
  'provider-disabled': 'identityProvider.isEnabled',
};

function ruleOf(decision: Decision, { purpose, account, requestedLevel, verifications }: FlowFacts): string | null {
  if ('ready' in decision) return null;
  if ('refused' in decision) {
    const isReset = purpose === 'reset' && decision.refused === 'unknown-account';
    return isReset ? 'user.email' : (refusedBy[decision.refused] ?? null);
  }
  switch (decision.step) {
    case 'identify':
      return 'policy.first';
    case 'confirm-identity':
      return 'identityProvider.linking';
    case 'password':
      if (verifications.some(({ kind }) => kind === 'email') && account?.isEmailVerified === false)
        return 'user.emailVerifiedAt';
      return verifications.some(({ kind }) => kind === 'phone') && account?.isPhoneVerified === false
        ? 'user.phoneVerifiedAt'
        : 'policy.first';
    case 'fields':
      return 'policy.signUp.requires';
    case 'new-password':
      return purpose === 'reset' ? 'request.purpose' : 'user.passwordResetRequiredAt';
    default:
      return requestedLevel !== 1 || purpose === 'reset' ? 'request.level' : 'policy.second.required';
  }
}

/** The verification that a way to sign in leads to. */
export const verificationOf: Record<FirstWay, VerificationKind> = {
  passkey: 'passkey',
  password: 'password',
  'email-code': 'email',
  'phone-code': 'phone',
};
