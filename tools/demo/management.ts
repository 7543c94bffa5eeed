/** A GraphQL client of the Management API, as in the backend of a dashboard. */
export interface Management {
  /** Runs a document. Throws the message of the first error. */
  call<T>(document: string, variables?: Record<string, unknown>): Promise<T>;
}

/** Authenticates as a machine-to-machine application (RFC 6749 §4.4) with all its permissions. */
export async function signInAsApplication(
  url: string,
  credentials: { clientId: string; clientSecret: string },
): Promise<Management> {
  const { clientId, clientSecret } = credentials;
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  const answer = (await response.json()) as { access_token?: string; error_description?: string };
  if (!answer.access_token) throw new Error(`${clientId} got no access token: ${answer.error_description}`);
  return { call: (document, variables) => post(url, answer.access_token as string, document, variables) };
}

async function post<T>(url: string, token: string, query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as { data: T; errors?: { message: string; extensions?: unknown }[] };
  const [error] = answer.errors ?? [];
  if (error) throw new Error(`${error.message} ${JSON.stringify(error.extensions)}`);
  return answer.data;
}

/** Client credentials for HTTP Basic (RFC 6749 §2.3.1). */
export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
