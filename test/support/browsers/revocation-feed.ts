import { createClient } from 'graphql-ws';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { WebSocket } from 'ws';
import { type ActClaim, actorsOf } from '../../../src/domain/oauth/actor-chain.ts';
import type { Revocation } from '../../../src/vocabulary/exchanges/revocations.ts';

/** An API that follows what ended: as any API would, by the documentation alone. */

interface Claims {
  session_id?: string;
  grant_id?: string;
  grant_client_id?: string;
  client_id: string;
  organization_id?: string;
  session_epoch?: Record<string, number>;
  act?: ActClaim;
}

/** Whether an API refuses a token because of one of these entries: comparisons only, nothing is asked. */
export function isRefused(token: string, entries: readonly Revocation[]): boolean {
  const { kid } = decodeProtectedHeader(token);
  const claims = decodeJwt<Claims>(token);
  const { sub, client_id: clientId, grant_client_id: grantClientId, session_epoch: epochs = {} } = claims;
  const applications = [clientId, grantClientId, ...actorsOf(claims.act)];
  const isBefore = (id: string, sessionEpoch: number | null) => (epochs[id] ?? 0) < (sessionEpoch ?? 0);
  return entries.some(({ kind, id, sessionEpoch, organizationId, before }) => {
    if (kind === 'MEMBERSHIP')
      return (
        claims.organization_id === organizationId && (id === null || id === sub) && (claims.iat ?? 0) <= (before ?? 0)
      );
    if (id === null) return false;
    if (kind === 'USER') return sub === id && isBefore(id, sessionEpoch);
    if (kind === 'APPLICATION') return applications.includes(id) && isBefore(id, sessionEpoch);
    return { SESSION: claims.session_id, GRANT: claims.grant_id, KEY: kid }[kind] === id;
  });
}

export interface FeedMessage {
  __typename: 'RevocationMessage' | 'CursorExpired';
  cursor: string;
  /** Null while it catches up. */
  asOf: string | null;
  revocations?: Revocation[];
}

const entryFields = 'kind id sessionEpoch organizationId before';
export const subscription = `subscription ($after: String) { revocations(after: $after) { __typename
  ... on RevocationMessage { cursor asOf revocations { ${entryFields} } } ... on CursorExpired { message } } }`;

export interface Follower {
  messages: FeedMessage[];
  /** The codes of the errors with which it ended, and how its socket was closed. */
  codes: string[];
  entries(): Revocation[];
  stop(): void;
}

interface Following {
  /** Base URL of a process. */
  url: string;
  token: string;
  after?: string | undefined;
}

const followerOf = (): Follower => {
  const messages: FeedMessage[] = [];
  return {
    messages,
    codes: [],
    entries: () => messages.flatMap(({ revocations = [] }) => revocations),
    stop: () => undefined,
  };
};

interface Result {
  data?: { revocations: FeedMessage } | null;
  errors?: readonly { extensions?: Record<string, unknown> }[];
}

function take(follower: Follower, { data, errors = [] }: Result): void {
  if (data) follower.messages.push(data.revocations);
  follower.codes.push(...errors.map(({ extensions }) => String(extensions?.['code'])));
}

/** Follows over a WebSocket. */
export function followBySocket({ url, token, after }: Following): Follower {
  const follower = followerOf();
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  client.subscribe(
    { query: subscription, variables: { after } },
    {
      next: (result) => take(follower, result as Result),
      error: (cause) => {
        if (Array.isArray(cause)) take(follower, { errors: cause as [] });
        else follower.codes.push(`closed with ${(cause as { code?: number }).code}`);
      },
      complete: () => undefined,
    },
  );
  return { ...follower, stop: () => void client.dispose() };
}

/** Follows by server-sent events. */
export function followByStream({ url, token, after }: Following): Follower {
  const follower = followerOf();
  const stop = new AbortController();
  const read = async () => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: subscription, variables: { after } }),
      signal: stop.signal,
    });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: {')) take(follower, JSON.parse(line.slice('data: '.length)) as Result);
    }
  };
  read().catch(() => undefined);
  return { ...follower, stop: () => stop.abort() };
}

export interface Page {
  revocations: Revocation[];
  cursor: string;
  hasNextPage: boolean;
  asOf: string | null;
}

/** A page by `Query.revocations`, or its errors. */
export async function queryPage(
  { url, token }: Following,
  variables: { since?: string; first?: number; after?: string } = {},
): Promise<{ page: Page | null; codes: string[] }> {
  const query = `query ($since: DateTime, $first: Int! = 1000, $after: String) {
    revocations(since: $since, first: $first, after: $after) { revocations { ${entryFields} } cursor hasNextPage asOf } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [] } = (await response.json()) as {
    data?: { revocations: Page | null };
    errors?: { extensions: { code: string } }[];
  };
  return { page: data?.revocations ?? null, codes: errors.map(({ extensions }) => extensions.code) };
}

/** The same by `GET /revocations`. */
export async function getPage({ url, token }: Following, parameters: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/revocations?${new URLSearchParams(parameters).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const json = (await response.json()) as {
    items: Revocation[];
    cursor: string;
    nextCursor: string | null;
    asOf: string | null;
    code?: string;
  };
  return { status: response.status, link: response.headers.get('link'), ...json };
}
