import { decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { basic, type Management, signInAsApplication } from '../../tools/demo/management.ts';
import { signIn } from '../../tools/demo/person.ts';
import { createRecords, type Records } from '../../tools/demo/records.ts';
import { ownDatabase } from '../support/servers/database.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';

/**
 * Two processes of one platform: a change is made on "here", and a request sent to "there" at once. Both have the same
 * public address; clients of "there" reach it directly, as through a load balancer.
 */
let own: Awaited<ReturnType<typeof ownDatabase>>;
let here: PlatformProcess;
let there: PlatformProcess;
let management: Management;
let records: Records;
let token: string;

const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };

beforeAll(async () => {
  own = await ownDatabase();
  const port = String(await freePort());
  const common = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: own.url,
    REDIS_URL: inject('redis'),
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    BOOTSTRAP_CLIENT_ID: first.clientId,
    BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
  };
  [here, there] = await Promise.all([startPlatform({ ...common, PORT: port }), startPlatform(common)]);
  await Promise.all([here.ready, there.ready]);
  management = await signInAsApplication(here.url, first);
  records = await createRecords(management);
  token = await personsToken();
});

afterAll(async () => {
  killAll();
  await own.drop();
});

const issuer = () => `${here.url}/oidc`;
const personsToken = () =>
  signIn(
    { issuer: issuer(), ...records.webApplication, resource: records.apiA.audience, scope: 'reports:read' },
    records.person,
  );

const change = (mutation: string, input: object) =>
  management.call(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`,
    { input },
  );
const allowExchange = (tokenExchangeAllowed: boolean) =>
  change('setApplicationTokenExchange', { applicationId: records.apiAClient.clientId, tokenExchangeAllowed });

interface Answer {
  status: number;
  body: { access_token?: string; error?: string; error_description?: string };
}

async function exchange(at: PlatformProcess, subjectToken = token, client = records.apiAClient): Promise<Answer> {
  const response = await fetch(`${at.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(client.clientId, client.clientSecret) },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: records.apiB.audience,
    }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const kidsAt = async (at: PlatformProcess): Promise<(string | undefined)[]> =>
  ((await (await fetch(`${at.url}/oidc/jwks`)).json()) as JSONWebKeySet).keys.map(({ kid }) => kid);

describe('a change on one process applies to the other', () => {
  test('the setting "Allow token exchange" applies from the next request on, enabled and disabled', async () => {
    expect(await exchange(there)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    await allowExchange(true);
    expect(await exchange(there)).toMatchObject({ status: 200 });
    await allowExchange(false);
    expect(await exchange(there)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    await allowExchange(true);
    expect(await exchange(there)).toMatchObject({ status: 200 });
  });

  test('a secret that is added or revoked applies from the next request on', async () => {
    const { addApplicationSecret: added } = await management.call<{
      addApplicationSecret: { secret: string; applicationSecret: { id: string } };
    }>(
      'mutation ($input: AddApplicationSecretInput!) { addApplicationSecret(input: $input) { secret applicationSecret { id } } }',
      {
        input: { applicationId: records.apiAClient.clientId, name: 'second' },
      },
    );
    const client = { clientId: records.apiAClient.clientId, clientSecret: added.secret };
    expect(await exchange(there, token, client)).toMatchObject({ status: 200 });
    await change('revokeApplicationSecret', { applicationId: client.clientId, secretId: added.applicationSecret.id });
    expect(await exchange(there, token, client)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('new signing keys are published and sign, and tokens of the old ones remain valid', async () => {
    const before = await kidsAt(there);
    await change('rotateSigningKeys', { delaySeconds: 0 });
    await expect.poll(() => kidsAt(there)).toHaveLength(before.length + 2);
    const { status, body } = await exchange(there);
    expect(status).toBe(200);
    const { kid } = decodeProtectedHeader(body.access_token ?? '');
    expect(before).not.toContain(kid);
    expect(await kidsAt(here)).toContain(kid);
    expect(await exchange(here, await personsToken())).toMatchObject({ status: 200 });
  });

  test('the suspension of the user applies from the next request on: tokens of the user are refused', async () => {
    expect(await exchange(there)).toMatchObject({ status: 200 });
    await change('setUserSuspended', { userId: records.person.id, isSuspended: true });
    expect(await exchange(there)).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: 'the subject token is of a user who is suspended' },
    });
    await expect(personsToken()).rejects.toThrow('the page refused');
    await change('setUserSuspended', { userId: records.person.id, isSuspended: false });
    expect(await exchange(there)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await exchange(there, await personsToken())).toMatchObject({ status: 200 });
  });
});
