import type {
  OrganizationRule,
  ScopeMapping,
  ScopeRule,
  SubjectAudience,
} from '../../vocabulary/exchanges/exchange-policy.ts';
import type { ExchangeRules } from './policy-state.ts';

/** The rules of an application, in the order of the columns. */
export type RulesRow = [
  targetsRestricted: boolean,
  target: [scopes: string[], mappings: ScopeMapping[]] | null,
  subjectAudience: SubjectAudience,
  isServed: true | null,
  scopeRule: ScopeRule,
  organizationRule: OrganizationRule,
  organizationIds: string[],
  maxAuthenticationAge: number | null,
  requiredAcr: string | null,
];

export function rulesOf(row: RulesRow): ExchangeRules {
  const [targetsRestricted, target, subjectAudience, isServed, scopeRule, organizationRule, ...others] = row;
  const [organizationIds, maxAuthenticationAge, requiredAcr] = others;
  return {
    targetsRestricted,
    target: target && { scopes: target[0], mappings: target[1] },
    subjectAudience,
    isServed: isServed === true,
    scopeRule,
    organizationRule,
    organizationIds,
    maxAuthenticationAge,
    requiredAcr,
  };
}
