import {
  mostResources,
  mostScopes,
  mostTargetsText,
  mostTargetText,
  targetLength,
} from '../../../vocabulary/exchanges/exchange-limits.ts';
import type { Recognizable } from '../../data/records/recognition.ts';
import { sameScopes, type Target } from './policy.ts';
import { type Used, usedApis } from './used.ts';

/** Targets that allow what was granted. */
export interface Proposal {
  targets: readonly Target[];
  /** API resources of whose exchanges no scope is known: their targets stay as they are, and none is added. */
  unscoped: readonly Recognizable[];
  /** API resources with more scopes than a target takes: likewise. */
  tooWide: readonly Recognizable[];
}

/**
 * A target without scopes allows all, so none is proposed. Mappings of present targets stay: what they allow is granted
 * only with the scopes of the target. Null if nothing was granted, or more than rules take.
 */
export function proposalOf(used: readonly Used[], present: readonly Target[] | null): Proposal | null {
  const apis = usedApis(used);
  if (apis.length === 0 || apis.length > mostResources) return null;
  const before = new Map(present?.map((target) => [target.apiResourceId, target]));
  const proposed = apis.map(({ apiResource, scopes }) => {
    const earlier = before.get(apiResource.id);
    const target: Target = { apiResourceId: apiResource.id, scopes, mappings: earlier?.mappings ?? [] };
    const isTooWide = scopes.length > mostScopes || targetLength(target) > mostTargetText;
    const isUnscoped = scopes.length === 0;
    return { apiResource, isTooWide, isUnscoped, target: isTooWide || isUnscoped ? earlier : target };
  });
  const targets = proposed.flatMap(({ target }) => target ?? []);
  if (targets.reduce((sum, target) => sum + targetLength(target), 0) > mostTargetsText) return null;
  return {
    targets,
    unscoped: proposed.filter(({ isUnscoped }) => isUnscoped).map(({ apiResource }) => apiResource),
    tooWide: proposed.filter(({ isTooWide }) => isTooWide).map(({ apiResource }) => apiResource),
  };
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
