import { isResourceIndicator, spellingsOf } from '../../domain/oauth/resource-indicator.ts';
import { type GrantParameters, type ExchangeRefusal, refuse } from './grant.ts';

/** Parameters that name a resource. The protocol allows several of each; `readTarget` allows one. */
export const repeatableParameters = ['resource', 'audience'] as const;

/**
 * The resource that a token is requested for (RFC 8707 §2), or undefined. `audience` (RFC 8693 §2.1) is another name of
 * the parameter; both must agree. The access policy knows whether the resource exists.
 */
export function readTarget({ resource, audience }: GrantParameters): string | ExchangeRefusal | undefined {
  if (Array.isArray(resource) || Array.isArray(audience)) {
    return refuse('SEVERAL_RESOURCES');
  }
  const target = resource ?? audience;
  if (resource !== undefined && audience !== undefined && !spellingsOf(resource).includes(audience)) {
    return refuse('AUDIENCE_DIFFERS');
  }
  if (target !== undefined && !isResourceIndicator(target)) {
    return refuse('MALFORMED_RESOURCE');
  }
  return target;
}
