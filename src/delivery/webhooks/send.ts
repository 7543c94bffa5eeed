import type { FetchOutcome, SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';

/** Timeout of an attempt, from the name look-up to the end of the response (ms). */
const timeoutMs = 15_000;
/** Bytes of a response that are stored. */
const maxBytes = 4096;

/** Sends one request. Only rejects if it is aborted. */
type Send = (headers: Record<string, string>, body: string) => Promise<FetchOutcome>;

/** Sends requests to one endpoint, or none if what they need cannot be decrypted: never without a signature. */
export function createSend(
  safeFetch: SafeFetch,
  { url, lost }: Pick<Endpoint, 'url' | 'lost'>,
  signal: AbortSignal,
): Send {
  if (!lost.length)
    return (headers, body) => safeFetch({ url, method: 'POST', headers, body, timeoutMs, maxBytes, signal });
  const message = `SECRETS_KEY does not decrypt the ${lost.join(' and the ')} of the webhook: ${remedyOf(lost)}.`;
  return () => Promise.resolve({ ok: false, phase: 'refused', message, durationMs: 0 });
}

const remedies = { secret: 'rotate the secret', headers: 'set the headers' };
const remedyOf = (lost: Endpoint['lost']): string => lost.map((part) => remedies[part]).join(', ');
