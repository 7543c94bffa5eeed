import { otherSpelling } from '../../../domain/resource-indicator.ts';
import { decode } from '../../fast-path/token-form.ts';

/** The resource indicator as it is registered; as given if there is none. */
export type FindRegistered = (indicator: string) => Promise<string>;

/** Endpoints with the parameter `resource` (RFC 8707 §2). */
const endpoints: ReadonlySet<string> = new Set(['/auth', '/request', '/token']);
const name = 'resource=';

/**
 * The parameters of a request with each resource as it is registered. `oidc-provider` compares the indicators of an
 * authorization request, its grant and its token requests as texts, so it must always see the same spelling. All
 * other parameters stay as they were written.
 */
export async function withRegistered(parameters: string, path: string, registered: FindRegistered): Promise<string> {
  if (!endpoints.has(path) || !parameters.includes(name)) return parameters;
  const pairs = parameters.split('&').map(async (pair) => {
    const given = pair.startsWith(name) ? decode(pair.slice(name.length)) : undefined;
    if (given === undefined || otherSpelling(given) === undefined) return pair;
    const known = await registered(given);
    return known === given ? pair : name + encodeURIComponent(known);
  });
  return (await Promise.all(pairs)).join('&');
}
