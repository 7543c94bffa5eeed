import { accessTokenType, exchangeGrant } from '../support/exchanges/token-requests.ts';

/** A platform, and an application that may do everything. */
export interface Target {
  url: string;
  client: { id: string; secret: string };
}

/** The Management API with all permissions. */
export interface Management {
  authorization: string;
  createRole(): Promise<void>;
}

interface Worked {
  /** Lets counters of token requests increase. */
  again(): Promise<void>;
  management: Management;
}

/** Lets every part of the platform do something, so that every metric has values. */
export async function work({ url, client }: Target): Promise<Worked> {
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const token = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...fields, resource: `${url}/api` });
    const response = await fetch(`${url}/oidc/token`, { method: 'POST', headers: { authorization: basic }, body });
    return ((await response.json()) as { access_token?: string }).access_token ?? '';
  };
  const authorization = `Bearer ${await token({ grant_type: 'client_credentials' })}`;
  const send = async (path: string, body: object): Promise<{ id?: string }> => {
    const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id?: string };
  };
  const exchange = () =>
    token({ grant_type: exchangeGrant, subject_token: 'none', subject_token_type: accessTokenType });
  await send('/graphql', { query: '{ __typename }' });
  await send('/api/webhooks', { name: 'Closed', url: 'http://127.0.0.1:9/', eventTypes: ['Organization.Created'] });
  const { id: organizationId } = await send('/api/organizations', { name: 'Example' });
  const { id: inviterId } = await send('/api/users', { email: 'ada@example.com' });
  await send('/api/organization-invitations', { organizationId, inviterId, inviteeEmail: 'eve@example.com' });
  await forgetPassword(url, 'ada@example.com');
  let roles = 0;
  return {
    again: async () => void (await Promise.all([exchange(), token({ grant_type: 'client_credentials' })])),
    management: { authorization, createRole: async () => void (await send('/api/roles', { name: `Role ${++roles}` })) },
  };
}

/** A person answers the first page of a forgotten password, and gets a code. */
async function forgetPassword(url: string, identifier: string): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const opened = await fetch(`${url}/reset-password`, { headers, redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ');
  const body = JSON.stringify({ identifier });
  const answer = await fetch(`${url}/reset-password`, { method: 'POST', headers: { ...headers, cookie }, body });
  if (!answer.ok) throw new Error(`/reset-password: ${answer.status} ${await answer.text()}`);
}
