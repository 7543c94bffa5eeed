import { type ExchangeRule, exchangeRules } from '../../vocabulary/exchanges/exchange-policy.ts';
import type { ExplainedRule } from '../../domain/oauth/exchange-explanation.ts';
import type { ExchangeRules, PolicyState } from '../access/policy-state.ts';
import type { ExchangeToDecide } from './exchange-decision.ts';
import {
  checkAudience,
  checkOrganization,
  checkOwner,
  checkSignIn,
  checkTarget,
  scopeSteps,
} from './exchange-rules.ts';
import { type ExchangeRefusal, refuse } from './grant.ts';

/** A rule in an explanation. */
interface Explainable {
  applies(rules: ExchangeRules): boolean;
  /** Whether it depends on a part of the subject token that was not described. */
  isOpen?(exchange: ExchangeToDecide, rules: ExchangeRules): boolean;
  refusal(exchange: ExchangeToDecide, state: PolicyState): ExchangeRefusal | undefined;
}

const explainable: Record<ExchangeRule, Explainable> = {
  OWNER: {
    applies: ({ isOwnerActive }) => isOwnerActive !== null,
    refusal: (_exchange, state) => checkOwner(state.exchangeRules),
  },
  TARGETS: {
    applies: ({ targetsRestricted }) => targetsRestricted,
    refusal: (exchange, state) =>
      checkTarget(state.exchangeRules) ?? refusalOfScopes('SCOPE_NOT_ALLOWED', exchange, state),
  },
  ORGANIZATION: {
    applies: ({ mustNameOrganization }) => mustNameOrganization,
    refusal: ({ organizationId }, state) => checkOrganization(state.exchangeRules, organizationId),
  },
  AUDIENCE: {
    applies: ({ subjectAudience }) => subjectAudience === 'SERVED',
    isOpen: ({ subject }) => subject.resource === undefined,
    refusal: ({ subject }, state) => checkAudience(state.exchangeRules, subject),
  },
  AUTHENTICATION: {
    applies: ({ maxAuthenticationAge, requiredAcr }) => maxAuthenticationAge !== null || requiredAcr !== null,
    isOpen: ({ subject }, { maxAuthenticationAge, requiredAcr }) =>
      (maxAuthenticationAge !== null && subject.authenticationAge === undefined) ||
      (requiredAcr !== null && subject.acr === undefined),
    refusal: ({ subject }, state) => checkSignIn(state.exchangeRules, subject),
  },
  NEVER_WIDER: {
    applies: ({ scopeRule }) => scopeRule === 'NEVER_WIDER',
    isOpen: ({ subject }) => subject.scope === undefined,
    refusal: (exchange, state) => refusalOfScopes('WIDER_THAN_SUBJECT', exchange, state),
  },
};

/** The refusal for a rule that by itself leaves nothing of the requested scopes that the person holds. */
function refusalOfScopes(
  rule: 'SCOPE_NOT_ALLOWED' | 'WIDER_THAN_SUBJECT',
  { scopes, subject }: ExchangeToDecide,
  { exchangeRules, scopes: held }: PolicyState,
): ExchangeRefusal | undefined {
  const step = scopeSteps(exchangeRules, subject).find(({ reason }) => reason === rule);
  const requested = scopes?.filter((name) => held.includes(name)) ?? [];
  return step && requested.length > 0 && !requested.some(step.lets) ? refuse(rule) : undefined;
}

/** The exchange to explain; undefined if the request has no valid form. */
interface ToExplain {
  exchange: ExchangeToDecide | undefined;
  /** Whether an administrator has prepared the subject token: then nothing of it is left to describe. */
  isPrepared: boolean;
  state: PolicyState;
}

/** Each rule, and whether it refuses the exchange, whatever else does. */
export const explainRules = (toExplain: ToExplain): ExplainedRule[] =>
  exchangeRules.map((rule) => explainRule(rule, toExplain));

function explainRule(rule: ExchangeRule, { exchange, isPrepared, state }: ToExplain): ExplainedRule {
  const { exchangeRules: rules } = state;
  const { applies, isOpen, refusal } = explainable[rule];
  if (!rules || !applies(rules)) return { rule, applies: false, isMet: true, detail: null };
  const against = exchange && refusal(exchange, state);
  if (against) return { rule, applies: true, isMet: false, detail: against.description };
  const isUndecided = !exchange || (!isPrepared && isOpen?.(exchange, rules));
  return { rule, applies: true, isMet: isUndecided ? null : true, detail: null };
}
