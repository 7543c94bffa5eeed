import { reaches } from '../../domain/flow/level.ts';
import { wordsOf } from '../../domain/text.ts';
import type { ScopeStep } from '../../domain/oauth/scopes.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import type { ExchangeRules } from '../access/policy-state.ts';
import { type ExchangeRefusal, refuse } from './grant.ts';

/** The rules of an application for its token exchanges: whether they refuse one. Null: no rules. */
type Rules = ExchangeRules | null;

/**
 * The facts of the subject token that rules compare. In an explanation, undefined is a fact that is not described: no
 * obstacle.
 */
export interface ExchangeSubject {
  /** Resource indicator of the API that it is for; empty if it is for none. */
  resource: string | undefined;
  /** Separated by spaces. */
  scope: string | undefined;
  /** The claim `acr`; empty without one. */
  acr: string | undefined;
  /** Seconds since the sign-in; infinite if it is unknown. */
  authenticationAge: number | undefined;
}

/** A token that an administrator has prepared: the user has neither signed in nor obtained a token with it. */
export const withoutSignIn: ExchangeSubject = {
  resource: undefined,
  scope: undefined,
  acr: undefined,
  authenticationAge: undefined,
};

type Check = ExchangeRefusal | undefined;

/** Someone must be responsible for what the application does. One without an owner needs none. */
export const checkOwner = (rules: Rules): Check =>
  rules?.isOwnerActive === false ? refuse('OWNER_INACTIVE') : undefined;

export const checkTarget = (rules: Rules): Check =>
  rules?.targetsRestricted && !rules.target ? refuse('TARGET_NOT_ALLOWED') : undefined;

/** Before the membership is checked, so the application learns nothing about an organization that it may not name. */
export function checkOrganization(rules: Rules, organizationId: string | null): Check {
  if (!rules) return undefined;
  if (organizationId === null) return rules.mustNameOrganization ? refuse('ORGANIZATION_REQUIRED') : undefined;
  return rules.mayNameOrganization ? undefined : refuse('ORGANIZATION_NOT_ALLOWED');
}

/** A token that was sent to another API is not for this application to use (RFC 8693 §2.2.2). */
export const checkAudience = (rules: Rules, { resource }: ExchangeSubject): Check =>
  rules?.subjectAudience === 'SERVED' && resource !== undefined && !rules.isServed
    ? refuse('AUDIENCE_NOT_SERVED')
    : undefined;

/** Seconds since a sign-in; infinite if its time is unknown. */
export const ageOf = (seconds: number | undefined, now: Date): number =>
  seconds === undefined ? Number.POSITIVE_INFINITY : Math.floor(now.getTime() / 1000) - seconds;

/** With what the person must do, which the API of the application passes on (RFC 9470 §3). */
export function checkSignIn(rules: Rules, { acr, authenticationAge }: ExchangeSubject): Check {
  if (!rules) return undefined;
  const { maxAuthenticationAge, requiredAcr } = rules;
  const members = {
    ...(maxAuthenticationAge !== null && { max_age: maxAuthenticationAge }),
    ...(requiredAcr !== null && { acr_values: requiredAcr }),
  };
  if (maxAuthenticationAge !== null && authenticationAge !== undefined && authenticationAge > maxAuthenticationAge)
    return { ...refuse('AUTHENTICATION_TOO_OLD'), members };
  const isWeak = requiredAcr !== null && acr !== undefined && !reaches(acr, requiredAcr);
  return isWeak ? { ...refuse('AUTHENTICATION_TOO_WEAK'), members } : undefined;
}

/** The steps in which the rules narrow the scopes that a person holds. */
export const scopeSteps = (rules: Rules, subject: ExchangeSubject): ScopeStep<ExchangeReason>[] =>
  rules ? [...targetStep(rules), ...carriedStep(rules, subject)] : [];

function targetStep({ targetsRestricted, target }: ExchangeRules): ScopeStep<ExchangeReason>[] {
  if (!targetsRestricted) return [];
  const lets = (name: string) => target !== null && (!target.scopes.length || target.scopes.includes(name));
  return [{ reason: 'SCOPE_NOT_ALLOWED', lets }];
}

function carriedStep({ scopeRule, target }: ExchangeRules, { scope }: ExchangeSubject): ScopeStep<ExchangeReason>[] {
  if (scopeRule !== 'NEVER_WIDER' || scope === undefined) return [];
  const scopes = wordsOf(scope);
  const mapped = target?.mappings.filter(({ carried }) => scopes.includes(carried)) ?? [];
  const carried = new Set([...scopes, ...mapped.flatMap(({ allows }) => allows)]);
  return [{ reason: 'WIDER_THAN_SUBJECT', lets: (name) => carried.has(name) }];
}
