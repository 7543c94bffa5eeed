import type { ServerResponse } from 'node:http';
import type { Channel } from '../vocabulary/events.ts';

/** Labels of a request, for metrics and traces, from the part of the platform that answers it. */
interface RequestLabels {
  /** The template of its address, such as /api/users/{userId}: never the address itself. */
  route?: string;
  /** Of a page: the channel of the changes that it makes. */
  channel?: Channel;
  /** Of a token request: a grant type of ours, and `granted` or the code of the error. */
  token?: { grant: string; outcome: string };
}

const labels = new WeakMap<ServerResponse, RequestLabels>();

/** Adds labels, which are from closed lists. */
export function labelRequest(response: ServerResponse, added: RequestLabels): void {
  labels.set(response, { ...labels.get(response), ...added });
}

export const labelsOf = (response: ServerResponse): RequestLabels => labels.get(response) ?? {};

/** A template as OpenAPI writes it, from one with parameters as `:name`. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
