import type { Recognizable } from '../../data/recognition.ts';
import { type Policy, sameScopes, type Target } from './policy.ts';

/** What an application was granted in some days over one path. */
export interface Used {
  /** Null for one that is deleted. */
  apiResource: Recognizable | null;
  /** Resource indicator that the exchanged tokens were for; null for opaque tokens. */
  subjectResource: string | null;
  granted: number;
  /** Scopes that were granted. */
  scopes: readonly string[];
  lastAt: string;
}

/** Most scopes that a target takes. */
const mostScopes = 100;
const mostTargets = 200;

const byApi = (used: readonly Used[]): Map<string, Used[]> =>
  Map.groupBy(
    used.filter(({ apiResource, granted }) => apiResource !== null && granted > 0),
    ({ apiResource }) => apiResource?.id ?? '',
  );

/** What an application was granted at one API resource. */
interface UsedApi {
  apiResource: Recognizable;
  granted: number;
  scopes: readonly string[];
  lastAt: string;
}

/** By API resource, the most used first. */
export const usedApis = (used: readonly Used[]): UsedApi[] =>
  [...byApi(used).values()]
    .flatMap((paths) => {
      const [first] = paths;
      return first?.apiResource ? [{ apiResource: first.apiResource, ...sumOf(paths) }] : [];
    })
    .sort((one, other) => other.granted - one.granted);

const sumOf = (paths: readonly Used[]): Omit<UsedApi, 'apiResource'> => ({
  granted: paths.reduce((sum, { granted }) => sum + granted, 0),
  scopes: [...new Set(paths.flatMap(({ scopes }) => scopes))].sort(),
  lastAt:
    paths
      .map(({ lastAt }) => lastAt)
      .sort()
      .at(-1) ?? '',
});

/**
 * The targets that allow what was granted, and nothing else. Mappings of present targets stay: what they allow is
 * granted only with the scopes of the target. Null if nothing was granted, or more than targets take.
 */
export function proposalOf(used: readonly Used[], present: readonly Target[] | null): Target[] | null {
  const apis = usedApis(used);
  if (apis.length === 0 || apis.length > mostTargets) return null;
  const mappings = new Map(present?.map((target) => [target.apiResourceId, target.mappings]));
  return apis.map(({ apiResource: { id }, scopes }) => ({
    apiResourceId: id,
    scopes: scopes.length > mostScopes ? [] : scopes,
    mappings: mappings.get(id) ?? [],
  }));
}

/** Whether targets allow the same API resources and scopes. */
export function sameTargets(one: readonly Target[] | null, other: readonly Target[] | null): boolean {
  if (one === null || other === null) return one === other;
  const scopes = new Map(other.map((target) => [target.apiResourceId, target.scopes]));
  return (
    one.length === other.length &&
    one.every((target) => sameScopes(target.scopes, scopes.get(target.apiResourceId) ?? [noScope]))
  );
}

/** No name of a scope: RFC 6749 §3.3. */
const noScope = ' ';

/** What was used at an API resource, and would be refused by rules. */
interface Loss {
  apiResource: Recognizable;
  /** Exchanges that would be refused. */
  refused: number;
  /** Scopes that the other exchanges would no longer get. */
  scopes: readonly string[];
}

/** The rules of which sums of exchanges do not show whether they would refuse one. */
export const undecidedRules = (policy: Policy): ('organization' | 'signIn' | 'scopes')[] => [
  ...(policy.organizationRule === 'REQUIRED' || policy.organizationIds.length > 0 ? (['organization'] as const) : []),
  ...(policy.maxAuthenticationAge !== null || policy.requiredAcr !== null ? (['signIn'] as const) : []),
  ...(policy.scopeRule === 'NEVER_WIDER' ? (['scopes'] as const) : []),
];

/** What rules would refuse of what was used. `served`: indicators of the API resources that the application serves. */
export function lossesOf(used: readonly Used[], policy: Policy, served: ReadonlySet<string> | null): Loss[] {
  const targets = policy.targets && new Map(policy.targets.map((target) => [target.apiResourceId, target]));
  const lossOf = (paths: readonly Used[]): Loss[] => {
    const [first] = paths;
    if (!first?.apiResource) return [];
    const { apiResource } = first;
    const target = targets?.get(apiResource.id);
    const lets = (name: string): boolean =>
      targets === null || (target !== undefined && (target.scopes.length === 0 || target.scopes.includes(name)));
    const isRefused = ({ subjectResource, scopes }: Used): boolean =>
      (targets !== null && target === undefined) ||
      (policy.subjectAudience === 'SERVED' && served !== null && !served.has(subjectResource ?? '')) ||
      (scopes.length > 0 && !scopes.some(lets));
    const [refused, others] = [paths.filter(isRefused), paths.filter((path) => !isRefused(path))];
    const loss = {
      apiResource,
      refused: sumOf(refused).granted,
      scopes: sumOf(others).scopes.filter((name) => !lets(name)),
    };
    return loss.refused > 0 || loss.scopes.length > 0 ? [loss] : [];
  };
  return [...byApi(used).values()].flatMap(lossOf);
}
