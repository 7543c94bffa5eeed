import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import type { User } from '../../../src/generated/prisma/client.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';

const issuer = perFile(startIssuer);
let user: Pick<User, 'id' | 'username'>;
let account: string;
const scope = 'openid account:read account:write';
beforeAll(async () => {
  const { prisma } = issuer.database;
  const { scopeIds } = await addResource(prisma, 'https://api.example', ['account:read', 'orders:read']);
  user = await addUser(prisma, { scopeIds });
  account = `${issuer.publicUrl}/account`;
});

const apply = (data: Parameters<typeof addApplication>[2] = {}) =>
  addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', {
    redirectUris: [redirectUri],
    accountApiAllowed: true,
    ...data,
  });
const party = async (data?: Parameters<typeof addApplication>[2]): Promise<RelyingParty> =>
  relyingParty(issuer.issuer, await apply(data));
const signIn = (application: RelyingParty, parameters: Record<string, string> = {}) =>
  application.signIn(user.username, { scope, resource: account, ...parameters });

describe('a token for the Account API', () => {
  it('has both scopes for every active user, lives fifteen minutes, and names its session', async () => {
    const { tokens } = await signIn(await party());
    expect(tokens).toMatchObject({ expires_in: 900, scope: 'account:read account:write' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: account,
      sub: user.id,
      scope: 'account:read account:write',
      session_id: expect.any(String),
    });
  });

  it('has only the scopes that were requested', async () => {
    const { tokens } = await signIn(await party(), { scope: 'openid account:read' });
    expect(tokens.scope).toBe('account:read');
  });

  it.each([
    ['whose switch is off', { accountApiAllowed: false }],
    ['of a third party', { isThirdParty: true }],
  ])('is refused to an application %s', async (_, data) => {
    expect(await refusal(signIn(await party(data)))).toEqual({
      error: 'invalid_target',
      description:
        'tokens for the Account API are not allowed for this application: its setting accountApiAllowed is off',
    });
  });

  it('is not renewed when the switch is turned off', async () => {
    const application = await apply();
    const web = await relyingParty(issuer.issuer, application);
    const { tokens } = await signIn(web);
    const renew = () => client.refreshTokenGrant(web.config, tokens.refresh_token ?? '', { resource: account });
    expect((await renew()).scope).toBe('account:read account:write');
    await issuer.database.prisma.application.update({
      where: { id: application.id },
      data: { accountApiAllowed: false },
    });
    expect(await refusal(renew())).toMatchObject({ error: 'invalid_target' });
  });

  it('is not given to an application for itself', async () => {
    const { config } = await party();
    expect(await refusal(client.clientCredentialsGrant(config, { resource: account }))).toMatchObject({
      error: 'invalid_target',
    });
  });
});

describe('token exchange', () => {
  const exchange = async (subjectToken: string, resource: string) => {
    const backend = await party({ tokenExchangeAllowed: true });
    return client.genericGrantRequest(backend.config, 'urn:ietf:params:oauth:grant-type:token-exchange', {
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource,
    });
  };

  it('does not lead to the Account API', async () => {
    const { tokens } = await (await party()).signIn(user.username, {
      scope: 'openid orders:read',
      resource: 'https://api.example',
    });
    expect(await refusal(exchange(tokens.access_token, account))).toMatchObject({ error: 'invalid_target' });
  });

  it('takes no token for the Account API', async () => {
    const { tokens } = await signIn(await party());
    expect(await refusal(exchange(tokens.access_token, 'https://api.example'))).toEqual({
      error: 'invalid_request',
      description: 'the subject token is for the Account API, and is not exchanged',
    });
  });
});

it('the metadata of the Account API as a protected resource names its scopes', async () => {
  const response = await fetch(`${issuer.url}/.well-known/oauth-protected-resource/account`);
  expect(await response.json()).toMatchObject({
    resource: account,
    authorization_servers: [issuer.issuer],
    scopes_supported: ['account:read', 'account:write'],
  });
});
