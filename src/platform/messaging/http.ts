import type { Clock } from '../clock.ts';
import type { SafeFetch } from '../network/safe-fetch.ts';
import type { OutgoingMessage, Sender } from './sender.ts';

interface HttpOptions {
  connectorId: string | null;
  url: string;
  /** Headers of each request, besides ours. */
  headers?: Readonly<Record<string, string>>;
  /** Signs as Standard Webhooks specifies (domain/webhooks/webhook-signature.ts). */
  sign?: (id: string, time: Date, body: string) => Record<string, string>;
  /** The body of a request, for services that expect one of their own. By default all of the message as JSON. */
  encode?: (message: OutgoingMessage, time: Date) => HttpBody;
  safeFetch: SafeFetch;
  clock: Clock;
}

export interface HttpBody {
  mediaType: string;
  body: string;
}

/** Milliseconds for the whole request, and bytes of the response that are read. */
const timeoutMs = 15_000;
const maxBytes = 1024;

/** Statuses about this message, for which further attempts are useless. */
const permanentStatuses = [400, 410, 422];

/** Sends messages as signed requests to an endpoint, which passes them on: a mail service, an SMS gateway. */
export function createHttpSender({
  connectorId,
  url,
  headers,
  sign,
  safeFetch,
  clock,
  encode = asJson,
}: HttpOptions): Sender {
  return {
    connectorId,
    async send(message, signal) {
      const now = clock.now();
      const { mediaType, body } = encode(message, now);
      const baseHeaders = { 'user-agent': 'Mandate-Messages/1', ...headers, 'content-type': mediaType };
      const signed = { ...baseHeaders, ...sign?.(message.id, now, body) };
      const request = { url, method: 'POST', headers: signed, body } as const;
      const outcome = await safeFetch({ ...request, timeoutMs, maxBytes, signal });
      if (!outcome.ok) return { error: outcome.message, step: outcome.phase, isPermanent: false };
      const { status } = outcome;
      if (status >= 200 && status < 300) return undefined;
      const error = `The endpoint answered with status ${status}.`;
      return { error, step: 'status', isPermanent: permanentStatuses.includes(status) };
    },
  };
}

/** In the form of Standard Webhooks. */
const asJson = (message: OutgoingMessage, time: Date): HttpBody => ({
  mediaType: 'application/json',
  body: JSON.stringify({ type: 'message', timestamp: time.toISOString(), data: message }),
});
