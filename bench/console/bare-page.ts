import type { Page } from 'playwright-core';

/** The public client of the console, and the query that a page sends. */
interface Order {
  clientId: string;
  /** A query for 50 users. */
  query: string;
}

const order: Order = {
  clientId: 'app_00000000000000000000000001',
  query: `{
    users(first: 50, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { id displayName email isSuspended lastSignInAt createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`,
};

/**
 * Opens the bare page: the smallest document of the platform, with the least script that shows 50 users to someone who
 * is signed in. Returns the milliseconds until they are on screen. The page must not be bound by the policy of the
 * document, which permits nothing.
 */
export async function openBarePage(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/healthz`, { waitUntil: 'commit' });
  return page.evaluate(showUsers, order);
}

/** Runs in the page. */
async function showUsers({ clientId, query }: Order): Promise<number> {
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const shared = {
    client_id: clientId,
    redirect_uri: `${location.origin}/console/callback`,
    resource: `${location.origin}/api`,
  };
  const request = new URLSearchParams({
    ...shared,
    response_type: 'code',
    scope: 'openid users:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: 'none',
  });
  const authorized = await fetch(`/oidc/auth?${request}`);
  const code = new URL(authorized.url).searchParams.get('code') ?? '';
  const grant = new URLSearchParams({ ...shared, grant_type: 'authorization_code', code, code_verifier: verifier });
  const token = (await (await fetch('/oidc/token', { method: 'POST', body: grant })).json()) as {
    access_token: string;
  };
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await answer.json()) as { data: { users: { nodes: Record<string, unknown>[] } } };
  const table = document.createElement('table');
  for (const user of data.users.nodes) {
    const row = table.insertRow();
    for (const value of Object.values(user)) row.insertCell().textContent = String(value);
  }
  document.body.replaceChildren(table);
  if (table.rows.length !== 50) throw new Error(`The bare page has ${table.rows.length} rows.`);
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return performance.now();
}
