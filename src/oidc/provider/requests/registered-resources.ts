import { otherSpelling } from '../../../domain/oauth/resource-indicator.ts';
import { decode } from '../../fast-path/token-form.ts';

/** Each resource indicator as it is registered; as given if there is none. */
export type FindRegistered = (indicators: readonly string[]) => Promise<ReadonlyMap<string, string>>;

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
  const pairs = parameters.split('&').map((text) => ({ text, indicator: indicatorIn(text) }));
  const indicators = pairs.flatMap(({ indicator }) => indicator ?? []);
  if (!indicators.length) return parameters;
  // One statement, whatever the number: who sends the request is not known yet.
  const registeredIndicators = await registered(indicators);
  const written = pairs.map(({ text, indicator }) => {
    const spelling = indicator === undefined ? undefined : registeredIndicators.get(indicator);
    return spelling === undefined || spelling === indicator ? text : name + encodeURIComponent(spelling);
  });
  return written.join('&');
}

/** The indicator in a pair, if it has two spellings. */
function indicatorIn(pair: string): string | undefined {
  const indicator = pair.startsWith(name) ? decode(pair.slice(name.length)) : undefined;
  return indicator === undefined || otherSpelling(indicator) === undefined ? undefined : indicator;
}
