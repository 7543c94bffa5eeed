import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { platformActor } from '../../../src/kernel/actor.ts';
import type { OutputOf, OutputShape, TypedOperation } from '../../../src/kernel/operation.ts';
import { addApplicationSecret } from '../../../src/operations/applications/add-application-secret.ts';
import { revokeApplicationSecret } from '../../../src/operations/applications/revoke-application-secret.ts';
import { setApplicationSuspended } from '../../../src/operations/applications/set-application-suspended.ts';
import { setApplicationTokenExchange } from '../../../src/operations/applications/set-application-token-exchange.ts';
import { deleteApiResource } from '../../../src/operations/api-resources/delete-api-resource.ts';
import { deleteUser } from '../../../src/operations/users/delete-user.ts';
import { removeUserRole } from '../../../src/operations/role-assignments/role-assignments.ts';
import { setUserPassword } from '../../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty, type SignedIn } from '../../support/browsers/relying-party.ts';
import { basic, exchangeGrant, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';

/** Sign-ins through the pages, exchanges through the fast path, and every way to end them. */
const apiA = 'https://a.example';
const apiB = 'https://b.example';
const origin = { requestId: 'req_test', channel: 'graphql' as const };
const issuer = perFile(startIssuer);
let shop: RelyingParty;
let shopId: string;
let backend: { id: string; clientSecret: string };
let scopeIds: string[];

beforeAll(async () => {
  const { prisma } = issuer.database;
  scopeIds = [
    ...(await addResource(prisma, apiA, ['read'])).scopeIds,
    ...(await addResource(prisma, apiB, ['list', 'write'])).scopeIds,
  ];
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  shopId = application.id;
  shop = await relyingParty(issuer.issuer, application);
  backend = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
});

/** Runs an operation as the platform. */
async function run<Input extends z.ZodType, Output extends OutputShape>(
  operation: TypedOperation<Input, Output>,
  input: z.input<Input>,
): Promise<OutputOf<Output>> {
  return (await issuer.execute(operation, platformActor, input, origin)).output;
}

const person = () => addUser(issuer.database.prisma, { scopeIds });
const forA = { scope: 'openid read', resource: apiA };

/** A user signs in at the shop for API A. */
async function signIn(parameters: Record<string, string> = forA): Promise<SignedIn & { userId: string }> {
  const user = await person();
  return { ...(await shop.signIn(user.username, parameters)), userId: user.id };
}

/** API A exchanges the token for API B: the granted scope, or the error. */
async function exchange(token: string, as = backend, resource = apiB): Promise<string> {
  const fields = {
    grant_type: exchangeGrant,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource,
  };
  const headers = { ...formHeaders, authorization: basic(as) };
  const { json } = await sendTokenRequest(`${issuer.url}/oidc/token`, { headers, body: form(fields) });
  return json.error === undefined ? String(json['scope']) : `${json.error}: ${json.error_description}`;
}

const refusedFor = (fault: string) => `invalid_request: the subject token ${fault}`;

describe('the exchange of a token of a real sign-in', () => {
  test('a JWT for API A can be exchanged', async () => {
    expect(await exchange((await signIn()).tokens.access_token)).toBe('list write');
  });

  test('an opaque token can be exchanged', async () => {
    const { tokens } = await signIn({ scope: 'openid' });
    expect(tokens.access_token).not.toContain('.');
    expect(await exchange(tokens.access_token)).toBe('list write');
  });

  test('a token that was refreshed can be exchanged, and so can the new one', async () => {
    const { tokens } = await signIn();
    const next = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '', { resource: apiA });
    expect(await exchange(next.access_token)).toBe('list write');
    expect(await exchange(tokens.access_token)).toBe('list write');
  });

  test('an ID token and a refresh token cannot be exchanged', async () => {
    const { tokens } = await signIn();
    expect(await exchange(tokens.id_token ?? '')).toBe(refusedFor('is not an access token'));
    expect(await exchange(tokens.refresh_token ?? '')).toBe(refusedFor('is not an access token'));
  });

  test('the token of a third-party application with consent cannot be exchanged', async () => {
    const data = { redirectUris: [redirectUri], isThirdParty: true };
    const partner = await relyingParty(
      issuer.issuer,
      await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', data),
    );
    const { tokens } = await partner.signIn((await person()).username, forA);
    expect(await exchange(tokens.access_token)).toBe(refusedFor('was obtained by a third-party application'));
  });

  test('a token with offline_access outlives the session, and can still be exchanged', async () => {
    const { tokens, visitor } = await signIn({ ...forA, scope: 'openid offline_access read', prompt: 'consent' });
    await visitor.fetch(client.buildEndSessionUrl(shop.config, { id_token_hint: tokens.id_token ?? '' }));
    expect(await exchange(tokens.access_token)).toBe('list write');
  });
});

describe('exchange of JWTs and opaque tokens ends at once if', () => {
  test('the grant is revoked', async () => {
    const { tokens } = await signIn();
    await client.tokenRevocation(shop.config, tokens.refresh_token ?? '');
    expect(await exchange(tokens.access_token)).toBe(refusedFor('was revoked'));
  });

  test('an opaque token is revoked', async () => {
    const { tokens } = await signIn({ scope: 'openid' });
    await client.tokenRevocation(shop.config, tokens.access_token);
    expect(await exchange(tokens.access_token)).toMatch(/^invalid_request: the subject token (is unknown|was revoked)/);
  });

  test('the user signs out', async () => {
    const { tokens, visitor } = await signIn();
    await visitor.fetch(client.buildEndSessionUrl(shop.config, { id_token_hint: tokens.id_token ?? '' }));
    expect(await exchange(tokens.access_token)).toMatch(
      /^invalid_request: the subject token (was revoked|ended with the session)/,
    );
  });

  test('the user is suspended, also after the reactivation', async () => {
    const { tokens, userId } = await signIn();
    await run(setUserSuspended, { userId, isSuspended: true });
    expect(await exchange(tokens.access_token)).toBe(refusedFor('is of a user who is suspended'));
    await run(setUserSuspended, { userId, isSuspended: false });
    expect(await exchange(tokens.access_token)).toBe(refusedFor('was revoked'));
  });

  test('the user is deleted', async () => {
    const { tokens, userId } = await signIn();
    await run(deleteUser, { userId });
    expect(await exchange(tokens.access_token)).toBe(refusedFor('is of a user who no longer exists'));
  });

  test('the user gets a new password', async () => {
    const { tokens, userId } = await signIn();
    await run(setUserPassword, { userId, password: 'another one, just as long' });
    expect(await exchange(tokens.access_token)).toBe(refusedFor('was revoked'));
  });

  test('the user loses the role', async () => {
    const { tokens, userId } = await signIn();
    const { roleId } = await issuer.database.prisma.userRole.findFirstOrThrow({ where: { userId } });
    await run(removeUserRole, { userId, roleId });
    expect(await exchange(tokens.access_token)).toBe('');
  });

  test('the application that signed the user in is suspended, until its reactivation', async () => {
    const { tokens } = await signIn();
    const set = (isSuspended: boolean) => run(setApplicationSuspended, { applicationId: shopId, isSuspended });
    await set(true);
    expect(await exchange(tokens.access_token)).toMatch(
      /^invalid_request: the subject token was (obtained through an application that is suspended|revoked)$/,
    );
    await set(false);
  });

  test('token exchange is disabled for the exchanging application, until it is enabled again', async () => {
    const { tokens } = await signIn();
    const set = (tokenExchangeAllowed: boolean) =>
      run(setApplicationTokenExchange, { applicationId: backend.id, tokenExchangeAllowed });
    for (let turn = 0; turn < 3; turn++) {
      await set(false);
      const notAllowed = 'unauthorized_client: token exchange is not allowed for this application';
      expect(await exchange(tokens.access_token)).toBe(notAllowed);
      await set(true);
      expect(await exchange(tokens.access_token)).toBe('list write');
    }
  });

  test('the exchanging application is suspended', async () => {
    const { tokens } = await signIn();
    const set = (isSuspended: boolean) => run(setApplicationSuspended, { applicationId: backend.id, isSuspended });
    await set(true);
    expect(await exchange(tokens.access_token)).toBe('invalid_client: client authentication failed');
    await set(false);
    expect(await exchange(tokens.access_token)).toBe('list write');
  });

  test('the secret is revoked; a new one is accepted at once', async () => {
    const { tokens } = await signIn();
    const added = await run(addApplicationSecret, { applicationId: backend.id, name: 'next' });
    const other = { ...backend, clientSecret: added.secret };
    expect(await exchange(tokens.access_token, other)).toBe('list write');
    await run(revokeApplicationSecret, { applicationId: backend.id, secretId: added.applicationSecret });
    expect(await exchange(tokens.access_token, other)).toBe('invalid_client: client authentication failed');
    expect(await exchange(tokens.access_token)).toBe('list write');
  });

  test('the secret expires', async () => {
    const { tokens } = await signIn({ ...forA, scope: 'openid offline_access read', prompt: 'consent' });
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const added = await run(addApplicationSecret, {
      applicationId: backend.id,
      name: 'short',
      expiresAt,
    });
    const other = { ...backend, clientSecret: added.secret };
    expect(await exchange(tokens.access_token, other)).toBe('list write');
    issuer.advance(61);
    expect(await exchange(tokens.access_token, other)).toBe('invalid_client: client authentication failed');
  });

  test('the resource is deleted', async () => {
    const apiC = 'https://c.example';
    const { id } = await addResource(issuer.database.prisma, apiC, []);
    const { tokens } = await signIn();
    expect(await exchange(tokens.access_token, backend, apiC)).toBe('');
    await run(deleteApiResource, { apiResourceId: id });
    expect(await exchange(tokens.access_token, backend, apiC)).toBe('invalid_target: there is no such resource');
  });

  test('the token expires, although its signature is cached as valid', async () => {
    const { tokens } = await signIn();
    // A token is cached the second time, and found the third time.
    for (let time = 0; time < 3; time++) expect(await exchange(tokens.access_token)).toBe('list write');
    issuer.advance(3600);
    expect(await exchange(tokens.access_token)).toBe(refusedFor('has expired'));
  });
});
