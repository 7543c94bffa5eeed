import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createApiResource } from '../../../src/operations/api-resources/create-api-resource.ts';
import { updateApiResource } from '../../../src/operations/api-resources/update-api-resource.ts';
import { createApplication } from '../../../src/operations/applications/create-application.ts';
import { updateApplication } from '../../../src/operations/applications/update-application.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addApplication, addResource, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';

const orders = 'https://orders.example/api';
const stock = 'https://stock.example/api';
const afterwards = 'https://app.example/bye';
const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;
let resources: Record<typeof orders | typeof stock, Awaited<ReturnType<typeof addResource>>>;

beforeAll(async () => {
  const { prisma } = issuer.database;
  resources = {
    [orders]: await addResource(prisma, orders, ['read']),
    [stock]: await addResource(prisma, stock, ['count']),
  };
  const scopeIds = [...resources[orders].scopeIds, ...resources[stock].scopeIds];
  user = await addUser(prisma, { scopeIds });
  await sign(orders, 'RS256');
});

const origin = () => ({ channel: 'graphql' as const, requestId: ids.next('request') });
const administrator = () => ({
  ...platformActor,
  permissions: new Set(['resources:write', 'applications:write'] as const),
});

/** Sets the signing algorithm of access tokens for a resource. */
const sign = (resource: typeof orders | typeof stock, accessTokenSigningAlg: 'RS256' | 'ES256') =>
  issuer.execute(
    updateApiResource,
    administrator(),
    { apiResourceId: resources[resource].id, accessTokenSigningAlg },
    origin(),
  );

const newParty = async (data: Parameters<typeof addApplication>[2] = {}) => {
  const uris = { redirectUris: [redirectUri], postLogoutRedirectUris: [afterwards] };
  const application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { ...uris, ...data });
  return { application, party: await relyingParty(issuer.issuer, application) };
};

/** Header and claims of a token, verified with the key set. */
const verified = async (token: string | undefined) => {
  const keys = createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`));
  const { protectedHeader, payload } = await jwtVerify(token ?? '', keys, { issuer: issuer.issuer });
  return { alg: protectedHeader.alg, typ: protectedHeader.typ, aud: payload.aud };
};

async function askForToken(application: { id: string; clientSecret: string }, parameters: Record<string, string>) {
  const answer = await fetch(`${issuer.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${application.id}:${application.clientSecret}`)}` },
    body: new URLSearchParams(parameters),
  });
  return ((await answer.json()) as { access_token?: string }).access_token;
}

test('an application has RS256 by default, an API resource ES256', async () => {
  const { prisma } = issuer.database;
  const api = { name: 'Bills', indicator: 'https://bills.example/api' };
  const application = { name: 'Shop', type: 'TRADITIONAL_WEB' } as const;
  const { output: shop } = await issuer.execute(createApplication, administrator(), application, origin());
  const { output: bills } = await issuer.execute(createApiResource, administrator(), api, origin());
  expect([
    (await prisma.application.findUniqueOrThrow({ where: { id: shop.application } })).idTokenSigningAlg,
    (await prisma.apiResource.findUniqueOrThrow({ where: { id: bills.apiResource } })).accessTokenSigningAlg,
  ]).toEqual(['RS256', 'ES256']);
});

describe('ID tokens', () => {
  test('are signed with RS256 by default, and discovery lists the algorithms (OpenID Connect Core §15.1)', async () => {
    const { party } = await newParty();
    const { tokens } = await party.signIn(user.username);
    expect(await verified(tokens.id_token)).toMatchObject({ alg: 'RS256' });
    expect(party.config.serverMetadata().id_token_signing_alg_values_supported).toEqual(['RS256', 'ES256']);
  });

  test('are signed with the algorithm of the application, from the next one on', async () => {
    const { application, party } = await newParty({ idTokenSigningAlg: 'ES256' });
    const { tokens } = await party.signIn(user.username);
    expect(await verified(tokens.id_token)).toMatchObject({ alg: 'ES256' });
    const change = { applicationId: application.id, idTokenSigningAlg: 'RS256' as const };
    await issuer.execute(updateApplication, administrator(), change, origin());
    const renewed = await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(await verified(renewed.id_token)).toMatchObject({ alg: 'RS256' });
  });

  test.each(['RS256', 'ES256'] as const)(
    'a token that is signed by %s ends a session, also after the application has changed',
    async (alg) => {
      const { application, party } = await newParty({ idTokenSigningAlg: alg });
      const signOut = async () => {
        const { visitor, tokens } = await party.signIn(user.username);
        const other = alg === 'RS256' ? 'ES256' : 'RS256';
        return {
          change: () => {
            const change = { applicationId: application.id, idTokenSigningAlg: other as 'RS256' };
            return issuer.execute(updateApplication, administrator(), change, origin());
          },
          send: async (idToken = tokens.id_token ?? '') => {
            const parameters = { id_token_hint: idToken, post_logout_redirect_uri: afterwards };
            const answer = await visitor.fetch(client.buildEndSessionUrl(party.config, parameters));
            return [answer.status, answer.headers.get('location')];
          },
          idToken: tokens.id_token ?? '',
        };
      };
      expect(await (await signOut()).send()).toEqual([303, afterwards]);
      const changed = await signOut();
      await changed.change();
      const [header, payload, signature = ''] = changed.idToken.split('.');
      const forged = `${header}.${payload}.${signature.slice(0, 9)}${signature[9] === 'A' ? 'B' : 'A'}${signature.slice(10)}`;
      expect(await changed.send(forged)).toEqual([400, null]);
      expect(await changed.send()).toEqual([303, afterwards]);
    },
  );
});

describe('access tokens', () => {
  test('are signed with ES256, or with RS256 if the API resource requires it, by every grant', async () => {
    const { application, party } = await newParty({ tokenExchangeAllowed: true });
    for (const [resource, other, alg] of [
      [orders, stock, 'RS256'],
      [stock, orders, 'ES256'],
    ] as const) {
      const { tokens } = await party.signIn(user.username, { scope: 'openid read count', resource });
      expect(await verified(tokens.access_token)).toEqual({ alg, typ: 'at+jwt', aud: resource });
      const renewed = await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '', { resource });
      expect(await verified(renewed.access_token)).toEqual({ alg, typ: 'at+jwt', aud: resource });
      const own = await askForToken(application, { grant_type: 'client_credentials', resource });
      expect(await verified(own)).toEqual({ alg, typ: 'at+jwt', aud: resource });
      const exchanged = await askForToken(application, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: tokens.access_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        resource: other,
      });
      const otherAlg = alg === 'RS256' ? 'ES256' : 'RS256';
      expect(await verified(exchanged)).toEqual({ alg: otherAlg, typ: 'at+jwt', aud: other });
    }
  });

  test('tokens of both algorithms are accepted after the API resource changes, which applies to new tokens at once', async () => {
    const { application } = await newParty();
    const askFor = () => askForToken(application, { grant_type: 'client_credentials', resource: stock });
    const before = await askFor();
    await sign(stock, 'RS256');
    const after = await askFor();
    await sign(stock, 'ES256');
    expect([before, after].map((token) => decodeProtectedHeader(token ?? '').alg)).toEqual(['ES256', 'RS256']);
    for (const token of [before, after]) expect(await verified(token)).toMatchObject({ aud: stock });
    expect(issuer.faults).toEqual([]);
  });
});
