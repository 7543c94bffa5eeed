import { randomBytes } from 'node:crypto';
import { signInAsApplication, basic, type Management } from '../../tools/demo/management.ts';
import { openPage } from '../../tools/demo/browser.ts';
import { createRecords, type Records } from '../../tools/demo/records.ts';

/** An application with all permissions. */
export interface Client {
  clientId: string;
  clientSecret: string;
}

/** The address at which a platform with the same issuer listens. */
export interface Address {
  url: string;
}

/** Records and tokens that have to survive an upgrade. */
export interface Installation {
  records: Records;
  webhookSecret: string;
  subjectToken: string;
  refreshToken: string;
}

const types = {
  exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
  token: 'urn:ietf:params:oauth:token-type:access_token',
};

/** Fills a platform through its public interfaces, as its users do. `receiver` is the URL of a webhook. */
export async function fill(url: string, client: Client, receiver: string): Promise<Installation> {
  const management = await signInAsApplication(url, client);
  const records = await createRecords(management);
  const { person, apiAClient } = records;
  await mutate(management, 'setApplicationTokenExchange', '__typename', {
    applicationId: apiAClient.clientId,
    tokenExchangeAllowed: true,
  });
  await mutate(management, 'updateUserCustomData', '__typename', { userId: person.id, customData: { plan: 'pro' } });
  await fillOrganization(management, person.id);
  const { secret } = await mutate<{ secret: string }>(management, 'createWebhook', 'secret', {
    name: 'Roles',
    url: receiver,
    eventTypes: ['ROLE_CREATED'],
  });
  const tokens = await signIn(url, records);
  return { records, webhookSecret: secret, ...tokens };
}

/** An organization with a member, who has a role in it, a domain and an invitation. */
async function fillOrganization(management: Management, userId: string): Promise<void> {
  const create = async (kind: string, input: object): Promise<string> => {
    const field = `${kind[0]?.toLowerCase()}${kind.slice(1)}`;
    const payload = await mutate<Record<string, { id: string }>>(management, `create${kind}`, `${field} { id }`, input);
    return payload[field]?.id ?? '';
  };
  const run = randomBytes(4).toString('hex');
  const organizationId = await create('Organization', { name: `Organization ${run}` });
  const organizationScopeId = await create('OrganizationScope', { name: `invoices:read-${run}` });
  const organizationRoleId = await create('OrganizationRole', {
    name: `Accountant ${run}`,
    organizationScopeIds: [organizationScopeId],
  });
  const organizationRoleIds = [organizationRoleId];
  await mutate(management, 'addOrganizationMembers', '__typename', { organizationId, userIds: [userId] });
  await mutate(management, 'setOrganizationMemberRoles', '__typename', { organizationId, userId, organizationRoleIds });
  const domain = `${run}.example.com`;
  await mutate(management, 'setOrganizationDomain', '__typename', { organizationId, domain, organizationRoleIds });
  await create('OrganizationInvitation', { organizationId, inviterId: userId, inviteeEmail: `eve@${domain}` });
}

export async function mutate<T>({ call }: Management, mutation: string, selection: string, input: object): Promise<T> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const document = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${selection} } }`;
  return (await call<Record<string, T>>(document, { input }))[mutation] as T;
}

/** The person signs in on the pages, and gets the tokens of API A. */
export async function signIn(url: string, { webApplication, apiA, person }: Records) {
  const parameters = { scope: 'openid reports:read', resource: apiA.audience };
  const page = await openPage({ issuer: `${url}/oidc`, ...webApplication }, parameters);
  await page.answer({ identifier: person.email, password: person.password });
  const tokens = await page.finish({ resource: apiA.audience });
  return { subjectToken: tokens.access_token, refreshToken: tokens.refresh_token ?? '' };
}

/** Redeems the refresh token. Returns the next tokens. */
export async function refresh(url: string, { records, refreshToken }: Installation) {
  const body = { grant_type: 'refresh_token', client_id: records.webApplication.clientId, refresh_token: refreshToken };
  const answer = await requestToken(url, { ...body, resource: records.apiA.audience });
  return { subjectToken: answer.access_token, refreshToken: answer.refresh_token ?? '' };
}

/** API A exchanges the person's token for one of API B. Throws the answer of a refusal. */
export const exchange = (url: string, { records: { apiAClient, apiB }, subjectToken }: Installation) =>
  requestToken(
    url,
    {
      grant_type: types.exchange,
      subject_token: subjectToken,
      subject_token_type: types.token,
      resource: apiB.audience,
      scope: 'orders:read',
    },
    { authorization: basic(apiAClient.clientId, apiAClient.clientSecret) },
  );

interface Tokens {
  access_token: string;
  refresh_token?: string;
}

async function requestToken(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/oidc/token`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${fields['grant_type']}: ${response.status} ${text}`);
  return JSON.parse(text) as Tokens;
}
