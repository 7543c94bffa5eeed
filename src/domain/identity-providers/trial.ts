import { z } from 'zod';
import { signInTrialStates } from '../../vocabulary/identity-providers/identity-providers.ts';
import { type RefusalReason, refusalReasonNames } from '../../vocabulary/flows.ts';
import { describeByKind, idOf } from '../../vocabulary/ids.ts';
import { json, time } from '../../vocabulary/shape-parts.ts';
import { minute } from '../durations.ts';
import { identityDecisionSchema, type IdentityDecision } from './identity-decision.ts';
import type { ReadIdentity } from './read-identity.ts';
import type { UpstreamIdentity } from './upstream-identity.ts';

/** Milliseconds for which a trial can be carried out and its result be read. */
export const trialLifetime = 60 * minute;

const statedShape = z
  .strictObject({
    subject: z.string().describe('Identifier of the person at the provider.'),
    email: z.string().nullable().describe('Email address; null if none was stated, or it is not one.'),
    isEmailVerified: z.boolean().describe('Whether the address counts as verified.'),
    name: z.string().nullable().describe('Name of a new account.'),
    locale: z.string().nullable().describe('Language of a new account (BCP 47).'),
    level: z.int().describe('1, or 2 if a value of `level2Values` was stated.'),
  })
  .meta({ id: 'IdentityProviderTrialIdentity', description: 'An identity, as the settings of its provider read it.' });

export const trialSchema = z.strictObject({
  id: idOf('identityProviderTrial').describe('Unique identifier.'),
  identityProviderId: describeByKind(idOf('identityProvider')),
  state: z.enum(signInTrialStates).describe('How far the trial is.'),
  claims: json.nullable().describe('The claims, as received; null before the response, or if it is refused.'),
  acr: z.string().nullable().describe('Claim `acr` (OpenID Connect Core §2); null if it was not stated.'),
  amr: z.array(z.string()).describe('Claim `amr`; empty if it was not stated.'),
  authenticatedAt: time.nullable().describe('When the person has authenticated there; null if it was not stated.'),
  identity: statedShape.nullable().describe('What was read from the claims; null if they were refused.'),
  decision: identityDecisionSchema
    .nullable()
    .describe('What would follow in a sign-in; null before the response, or if it is refused.'),
  refused: z
    .enum(refusalReasonNames)
    .nullable()
    .describe('Why the response is refused; null before it, or if it is not.'),
  problem: z.string().nullable().describe('What went wrong at the provider, in one sentence; null if nothing did.'),
  createdAt: time.describe('Time at which the trial was started.'),
  expiresAt: time.describe('Time at which its result is deleted.'),
});
export type Trial = z.output<typeof trialSchema>;

/** The part of a response that is kept. */
export type TrialResult = Pick<
  Trial,
  'claims' | 'acr' | 'amr' | 'authenticatedAt' | 'identity' | 'decision' | 'refused' | 'problem'
>;

export const noResult: TrialResult = {
  claims: null,
  acr: null,
  amr: [],
  authenticatedAt: null,
  identity: null,
  decision: null,
  refused: null,
  problem: null,
};

export const refusedResult = (refused: RefusalReason, problem: string | null): TrialResult => ({
  ...noResult,
  refused,
  problem,
});

/** The result with the statements of the provider. */
export const statedResult = ({ claims, acr, amr, authenticatedAt }: UpstreamIdentity): TrialResult => ({
  ...noResult,
  claims: { ...claims },
  acr,
  amr: [...amr],
  authenticatedAt: authenticatedAt?.toISOString() ?? null,
});

export const readResult = (stated: TrialResult, read: ReadIdentity, decision: IdentityDecision): TrialResult => {
  const { subject, email, isVouched, name, locale, kind } = read;
  const level = kind === 'identity-mfa' ? 2 : 1;
  return { ...stated, identity: { subject, email, isEmailVerified: isVouched, name, locale, level }, decision };
};
