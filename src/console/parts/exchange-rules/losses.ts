import { anyOther, mostScopesOfDay } from '../../../vocabulary/exchanges/exchange-limits.ts';
import type { Recognizable } from '../../data/records/recognition.ts';
import type { Policy, Target } from './policy.ts';
import { pathsByApi, sumOf, type Used } from './used.ts';

/** Indicators of the API resources that the application serves; null if they are unknown. */
type Served = ReadonlySet<string> | null;

/** The use of an API resource that rules would refuse. */
interface Loss {
  apiResource: Recognizable;
  /** Exchanges that would be refused, at least. */
  refused: number;
  /** Scopes that the other exchanges would no longer get. */
  scopes: readonly string[];
}

/** The losses that rules would cause, of what was used. What is unknown is no loss. */
export function lossesOf(used: readonly Used[], policy: Policy, served: Served): Loss[] {
  const targets = policy.targets && targetsById(policy.targets);
  const lossOf = (paths: readonly Used[]): Loss[] => {
    const [first] = paths;
    if (!first?.apiResource) return [];
    const { apiResource } = first;
    const target = targets?.get(apiResource.id);
    const lets = (name: string): boolean =>
      targets === null || (target !== undefined && (target.scopes.length === 0 || target.scopes.includes(name)));
    const isRefused = (path: Used): boolean =>
      (targets !== null && target === undefined) ||
      (policy.subjectAudience === 'SERVED' && isForAnother(path, served)) ||
      (path.scopes.length > 0 && path.scopes.length < mostScopesOfDay && !path.scopes.some(lets));
    const [refused, others] = [paths.filter(isRefused), paths.filter((path) => !isRefused(path))];
    const loss = {
      apiResource,
      refused: sumOf(refused).granted,
      scopes: sumOf(others).scopes.filter((name) => !lets(name)),
    };
    return loss.refused > 0 || loss.scopes.length > 0 ? [loss] : [];
  };
  return pathsByApi(used).flatMap(lossOf);
}

/** Whether rules would refuse what others, the present ones, do not. */
export const areNew = (losses: readonly Loss[], present: readonly Loss[]): boolean =>
  losses.some(({ apiResource, refused, scopes }) => {
    const other = present.find((loss) => loss.apiResource.id === apiResource.id);
    if (!other || refused !== other.refused) return refused > (other?.refused ?? -1);
    return scopes.some((name) => !other.scopes.includes(name));
  });

const targetsById = (targets: readonly Target[]): ReadonlyMap<string, Target> =>
  new Map(targets.map((target) => [target.apiResourceId, target]));

const isForAnother = ({ subjectResource }: Used, served: Served): boolean =>
  served !== null && subjectResource !== anyOther && !served.has(subjectResource ?? '');

type Rule = 'targets' | 'audience' | 'organization' | 'signIn' | 'scopes';

/** The rules of which the sums of exchanges do not show, or not of all, whether they would refuse one. */
export function undecidedRules(used: readonly Used[], policy: Policy, served: Served): Rule[] {
  const paths = pathsByApi(used).flat();
  const isUndecided: Readonly<Record<Rule, boolean>> = {
    targets: hasUnknownScopes(paths, policy.targets ?? []),
    audience:
      policy.subjectAudience === 'SERVED' &&
      (served === null || paths.some(({ subjectResource }) => subjectResource === anyOther)),
    organization: policy.organizationRule === 'REQUIRED' || policy.organizationIds.length > 0,
    signIn: policy.maxAuthenticationAge !== null || policy.requiredAcr !== null,
    scopes: policy.scopeRule === 'NEVER_WIDER',
  };
  return (Object.keys(isUndecided) as Rule[]).filter((rule) => isUndecided[rule]);
}

/** Whether a target limits scopes where the sums do not have all that were granted. */
function hasUnknownScopes(paths: readonly Used[], targets: readonly Target[]): boolean {
  const limiting = targetsById(targets.filter(({ scopes }) => scopes.length > 0));
  return paths.some(
    ({ apiResource, scopes }) =>
      limiting.has(apiResource?.id ?? '') && (scopes.length === 0 || scopes.length >= mostScopesOfDay),
  );
}
