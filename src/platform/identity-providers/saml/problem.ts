import type { ProviderProblem } from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';
import { Unreachable } from '../upstream-fetch.ts';

const longestMessage = 300;

/** Errors of the library contain parts of the response: only the first line of their text is taken. */
export function problemOf(error: unknown): ProviderProblem {
  const problem = error instanceof Unreachable ? 'provider-unreachable' : 'identity-invalid';
  const [line] = (error instanceof Error ? error.message : 'unknown').split('\n');
  const isOurs = error instanceof Invalid || error instanceof Unreachable;
  const message = isOurs ? error.message : `The response of the provider is not accepted: ${line}.`;
  return { problem, message: message.replaceAll(/\p{Cc}/gu, ' ').slice(0, longestMessage) };
}
