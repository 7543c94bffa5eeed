import type {
  ExchangeQuery,
  ExchangeToExplain,
  ExplainedScope,
  ScopeSource,
} from '../../domain/oauth/exchange-explanation.ts';
import { parseScope } from '../../domain/oauth/scopes.ts';
import type { HeldScope } from '../../store/access/held-scopes.ts';
import type { ScopeRefusalReason } from '../../vocabulary/token-exchange.ts';
import type { PolicyState } from '../access/policy-state.ts';
import { type ExchangeToDecide, type Granted, narrowing } from './exchange-decision.ts';
import { type ExchangeSubject, scopeSteps } from './exchange-rules.ts';
import type { ExplainedImpersonation } from './explain-impersonation.ts';
import type { ExchangeRefusal } from './grant.ts';

/** The data that an explanation is based on. */
export interface ExplanationBasis {
  state: PolicyState;
  /** The sources of the user's scopes of the resource, in all organizations. */
  held: HeldScope[];
  /** Names of the resource's scopes. */
  defined: readonly string[];
  /** Resource indicator of the described subject token, as it is registered. */
  subjectResource: string | undefined;
  /** Undefined if the exchange is of an access token. */
  impersonation: ExplainedImpersonation | undefined;
}

/** The scope parameter of the request; undefined without one. */
export const scopeParameter = ({ scopes }: ExchangeQuery): string | undefined => scopes?.join(' ') || undefined;

interface Basis extends ExplanationBasis {
  subject: ExchangeSubject;
  exchange: ExchangeToDecide | ExchangeRefusal;
}

/** Each requested scope once, in the order of the request; all of the resource if none was requested. */
export function explainScopes(
  query: ExchangeToExplain,
  basis: Basis,
  decision: Granted | ExchangeRefusal,
): ExplainedScope[] {
  const requested = scopeParameter(query)?.split(' ') ?? basis.defined;
  const ways = Map.groupBy(basis.held, ({ name }) => name);
  const ruledOut = rulingOut(basis);
  const steps = scopeSteps(basis.state.exchangeRules, basis.subject);
  return [...new Set(requested)].map((name) => {
    const all = ways.get(name) ?? [];
    const counts = (way: HeldScope) => way.roleId !== null || countsIn(query, way);
    const through = all.filter(counts).map(holdingOf);
    const inOtherOrganizations = all.filter((way) => !counts(way)).map(holdingOf);
    const isGranted = !('ok' in decision) && decision.scopes.includes(name);
    const isHeldElsewhere = inOtherOrganizations.length > 0;
    const reason = isGranted ? null : reasonAgainst(name, basis, { ...query, decision, isHeldElsewhere, ruledOut });
    const isAllowed = steps.every(({ lets }) => lets(name));
    return { name, isGranted, reason, isAllowed, through, inOtherOrganizations };
  });
}

const countsIn = ({ organizationId }: ExchangeQuery, way: HeldScope): boolean =>
  organizationId == null || way.organizationId === organizationId;

const holdingOf = ({ roleId, organizationRoleId, organizationId }: HeldScope): ScopeSource => ({
  roleId,
  organizationRoleId,
  organizationId,
});

interface Against extends Pick<ExchangeToExplain, 'membersOnly'> {
  decision: Granted | ExchangeRefusal;
  isHeldElsewhere: boolean;
  ruledOut: RuledOut;
}

/** Uses `state.scopes`, which the grant decides by. */
function reasonAgainst(
  name: string,
  { state, defined }: Basis,
  { decision, membersOnly, isHeldElsewhere, ruledOut }: Against,
): ScopeRefusalReason {
  if (!parseScope(name)) return 'MALFORMED';
  if (!defined.includes(name)) return membersOnly ? 'NOT_HELD' : 'UNKNOWN_SCOPE';
  if (state.scopes.includes(name)) {
    const isForManagement = 'ok' in decision && decision.reason === 'MANAGEMENT_API_NOT_ALLOWED';
    if (isForManagement) return 'MANAGEMENT_API_NOT_ALLOWED';
    return ruledOut(name) ?? 'EXCHANGE_REFUSED';
  }
  return isHeldElsewhere ? 'HELD_IN_OTHER_ORGANIZATION' : 'NOT_HELD';
}

/** The rule that leaves out a scope that is held, if one does. */
type RuledOut = (name: string) => ScopeRefusalReason | undefined;

function rulingOut({ exchange, state }: Basis): RuledOut {
  if ('ok' in exchange) return () => undefined;
  const narrow = narrowing(exchange, state);
  return (name) => {
    const result = narrow([name]);
    if (!('reason' in result)) return undefined;
    return result.reason === 'SCOPE_NOT_ALLOWED' ? 'NOT_ALLOWED_FOR_APPLICATION' : 'NOT_CARRIED';
  };
}
