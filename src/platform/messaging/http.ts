import type { Clock } from '../clock.ts';
import type { SafeFetch } from '../network/safe-fetch.ts';
import type { Sender } from './sender.ts';

export interface HttpOptions {
  connectorId: string | null;
  url: string;
  /** Headers of each request, besides ours. */
  headers?: Readonly<Record<string, string>>;
  /** Signs as Standard Webhooks specifies (domain/webhook-signature.ts). */
  sign(id: string, time: Date, body: string): Record<string, string>;
  fetch: SafeFetch;
  clock: Clock;
}

/** Milliseconds for the whole request, and bytes of the response that are read. */
const timeoutMs = 15_000;
const maxBytes = 1024;

/** Statuses about this message, for which further attempts are useless. */
const permanentStatuses = [400, 410, 422];

/** Sends messages as signed requests to an endpoint, which passes them on: a mail service, an SMS gateway. */
export function createHttpSender({ connectorId, url, headers, sign, fetch, clock }: HttpOptions): Sender {
  return {
    connectorId,
    async send({ id, ...message }, signal) {
      const now = clock.now();
      const body = JSON.stringify({ type: 'message', timestamp: now.toISOString(), data: { id, ...message } });
      const own = { 'user-agent': 'Mandate-Messages/1', ...headers, 'content-type': 'application/json' };
      const request = { url, method: 'POST', headers: { ...own, ...sign(id, now, body) }, body } as const;
      const outcome = await fetch({ ...request, timeoutMs, maxBytes, signal });
      if (!outcome.ok) return { error: outcome.message, isPermanent: false };
      const { status } = outcome;
      if (status >= 200 && status < 300) return undefined;
      const error = `The endpoint answered with status ${status}.`;
      return { error, isPermanent: permanentStatuses.includes(status) };
    },
  };
}
