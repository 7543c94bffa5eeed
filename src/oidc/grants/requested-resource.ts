import { isResourceIndicator } from '../../domain/resource-indicator.ts';
import { type GrantParameters, type GrantRefusal, refuse } from './outcome.ts';

/**
 * The one resource that a token is asked for (RFC 8707 §2). `audience` (RFC 8693 §2.1) is accepted as another way to name
 * it; when both are given they must agree. Undefined when neither is. Whether it exists is the access policy's to say.
 */
export function readTarget({ resource, audience }: GrantParameters): string | GrantRefusal | undefined {
  if (Array.isArray(resource) || Array.isArray(audience)) {
    return refuse('invalid_target', 'only one resource can be named');
  }
  const target = resource ?? audience;
  if (resource !== undefined && audience !== undefined && resource !== audience) {
    return refuse('invalid_target', 'resource and audience name different resources');
  }
  if (target !== undefined && !isResourceIndicator(target)) {
    return refuse('invalid_target', 'resource must be an absolute URI without a fragment');
  }
  return target;
}
