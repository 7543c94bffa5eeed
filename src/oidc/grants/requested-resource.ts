import { isResourceIndicator, spellingsOf } from '../../domain/oauth/resource-indicator.ts';
import { type GrantParameters, type GrantRefusal, refuse } from './grant.ts';

/** Parameters that name a resource. The protocol allows several of each; `readTarget` allows one. */
export const repeatableParameters = ['resource', 'audience'] as const;

/**
 * The resource that a token is requested for (RFC 8707 §2), or undefined. `audience` (RFC 8693 §2.1) is another name of
 * the parameter; both must agree. The access policy knows whether the resource exists.
 */
export function readTarget({ resource, audience }: GrantParameters): string | GrantRefusal | undefined {
  if (Array.isArray(resource) || Array.isArray(audience)) {
    return refuse('invalid_target', 'only one resource can be named');
  }
  const target = resource ?? audience;
  if (resource !== undefined && audience !== undefined && !spellingsOf(resource).includes(audience)) {
    return refuse('invalid_target', 'resource and audience name different resources');
  }
  if (target !== undefined && !isResourceIndicator(target)) {
    return refuse('invalid_target', 'resource must be an absolute URI without a fragment');
  }
  return target;
}
