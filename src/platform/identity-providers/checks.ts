import type { SafeFetch } from '../network/safe-fetch.ts';
import type { ProviderTestStep } from '../../vocabulary/identity-providers/identity-providers.ts';
import type { TestResult } from './identity-provider.ts';
import { timeoutMs, Unreachable } from './upstream-fetch.ts';

/** Returns what it has checked, in words for administrators; throws if that fails. */
export type Check = readonly [step: ProviderTestStep, run: () => string | Promise<string>];

/** Runs checks up to the first one that fails. */
export async function runChecks(checks: readonly Check[], messageOf: (error: unknown) => string): Promise<TestResult> {
  const steps: TestResult['steps'] = [];
  for (const [step, run] of checks) {
    try {
      steps.push({ step, isPassed: true, message: await run() });
    } catch (error) {
      return { isPassed: false, steps: [...steps, { step, isPassed: false, message: messageOf(error) }] };
    }
  }
  return { isPassed: true, steps };
}

/** Any response will do, because the request is of no person. */
export async function reach(url: string, safeFetch: SafeFetch): Promise<void> {
  const outcome = await safeFetch({ url, method: 'GET', headers: {}, timeoutMs, maxBytes: 0 });
  if (!outcome.ok) throw new Unreachable(`${url}: ${outcome.message}`);
  if (outcome.status >= 500) throw new Unreachable(`${url}: The response has the status ${outcome.status}.`);
}
