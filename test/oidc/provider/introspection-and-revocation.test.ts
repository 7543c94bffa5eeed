import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, relyingParty } from '../../support/browsers/relying-party.ts';

const issuer = perFile(startIssuer);
let user: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  user = await addUser(issuer.database.prisma);
});

const web = (data: Parameters<typeof addApplication>[2] = {}) =>
  addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri], ...data });

describe('introspection and revocation (RFC 7662, RFC 7009)', () => {
  test('describe an opaque token to the application that obtained it', async () => {
    const party = await relyingParty(issuer.issuer, await web());
    const { tokens } = await party.signIn(user.username, { scope: 'openid email' });
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toMatchObject({
      active: true,
      sub: user.id,
      client_id: party.config.clientMetadata().client_id,
      scope: 'openid email',
      token_type: 'Bearer',
    });
  });

  test('reveal nothing about opaque tokens and refresh tokens of other applications', async () => {
    const party = await relyingParty(issuer.issuer, await web());
    const { tokens } = await party.signIn(user.username);
    const service = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE');
    for (const application of [await web({ isThirdParty: true }), await web(), service]) {
      const { config } = await relyingParty(issuer.issuer, application);
      for (const token of [tokens.access_token, tokens.refresh_token ?? '']) {
        expect(await client.tokenIntrospection(config, token)).toEqual({ active: false });
        await client.tokenRevocation(config, token);
      }
    }
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toMatchObject({ active: true });
  });

  test('revoke an access token alone, and with a refresh token the whole grant', async () => {
    const party = await relyingParty(issuer.issuer, await web());
    const { tokens } = await party.signIn(user.username);
    await client.tokenRevocation(party.config, tokens.access_token);
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    const next = await party.signIn(user.username);
    await client.tokenRevocation(party.config, next.tokens.refresh_token ?? '');
    expect(await client.tokenIntrospection(party.config, next.tokens.access_token)).toEqual({ active: false });
  });

  test('are refused to an application that was suspended or deleted', async () => {
    const { prisma } = issuer.database;
    const application = await web();
    const { config, signIn } = await relyingParty(issuer.issuer, application);
    const { tokens } = await signIn(user.username);
    const introspection = () => client.tokenIntrospection(config, tokens.access_token);
    await prisma.application.update({ where: { id: application.id }, data: { suspendedAt: new Date() } });
    expect(await refusal(introspection())).toMatchObject({ error: 'invalid_client' });
    await prisma.application.delete({ where: { id: application.id } });
    expect(await refusal(introspection())).toMatchObject({ error: 'invalid_client' });
  });

  test('accept a token of an application itself', async () => {
    const service = await addApplication(issuer.database.prisma, 'MACHINE_TO_MACHINE');
    const { config } = await relyingParty(issuer.issuer, service);
    const { access_token: opaque } = await client.clientCredentialsGrant(config);
    expect(opaque).not.toContain('.');
    expect(await client.tokenIntrospection(config, opaque)).toMatchObject({ active: true, client_id: service.id });
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
