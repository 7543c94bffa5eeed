import * as oidc from 'openid-client';
import { expect } from 'vitest';
import type { App } from '../../src/app/create.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { addApplication, addResource, addUser } from '../support/issuer.ts';
import { impersonationTokenType } from '../../src/vocabulary/token-exchange.ts';
import {
  basic,
  exchangeGrant,
  exchangeToken,
  form,
  formHeaders,
  sendTokenRequest,
} from '../support/exchanges/token-requests.ts';

/** A person forgets a browser, exports the account, and takes back what a third-party application was allowed. */
export async function lookAfterAnAccount({ config, services, url }: App): Promise<void> {
  const { prisma } = services.database;
  const user = await addUser(prisma);
  const settings = { redirectUris: [redirectUri] };
  const partner = await addApplication(prisma, 'TRADITIONAL_WEB', { ...settings, isThirdParty: true });
  await (await relyingParty(config.issuer, partner)).signIn(user.username, { scope: 'openid email' });
  const portal = await addApplication(prisma, 'TRADITIONAL_WEB', { ...settings, accountApiAllowed: true });
  const requested = { scope: 'openid account:read account:write', resource: config.accountResource };
  const { tokens } = await (await relyingParty(config.issuer, portal)).signIn(user.username, requested);
  const { id } = await prisma.device.findFirstOrThrow({ where: { userId: user.id } });
  for (const [method, path] of [
    ['DELETE', `/devices/${id}`],
    ['GET', '/export'],
    ['DELETE', `/consents/${partner.id}`],
  ] as const) {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const response = await fetch(`${url}/account/api${path}`, { method, headers });
    expect([path, response.status]).toEqual([path, 200]);
    await response.text();
  }
}

/** A user signs in, and keeps a preference. */
export async function signInAtThePage({ config, services, url }: App): Promise<void> {
  const { prisma } = services.database;
  const scope = await prisma.scope.findFirstOrThrow({ where: { name: 'users:read', resource: { isBuiltIn: true } } });
  const user = await addUser(prisma, { scopeIds: [scope.id] });
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const requested = { scope: 'openid users:read', resource: config.managementResource };
  const { tokens } = await (await relyingParty(config.issuer, application)).signIn(user.username, requested);
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ document: { density: 'compact' } });
  const changed = await fetch(`${url}/api/me/preferences`, { method: 'PATCH', headers, body });
  expect(changed.status).toBe(200);
}

/** An administrator acts as a user through an application, and ends it. */
export async function actAsAnother({ config, services, url }: App): Promise<void> {
  const { prisma } = services.database;
  const where = { name: 'users:impersonate', resource: { isBuiltIn: true } };
  const permission = await prisma.scope.findFirstOrThrow({ where });
  const administrator = await addUser(prisma, { scopeIds: [permission.id] });
  const resource = await addResource(prisma, 'https://second.example', ['orders:read']);
  const user = await addUser(prisma, { scopeIds: resource.scopeIds });
  const web = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const desk = await addApplication(prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    impersonationAllowed: true,
  });
  const requested = { scope: 'openid users:impersonate', resource: config.managementResource };
  const { tokens } = await (await relyingParty(config.issuer, web)).signIn(administrator.username, requested);
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as { subjectToken: string };
  };
  const { subjectToken: subject_token } = await call('POST', '/subject-tokens', { userId: user.id, reason: 'Ticket' });
  const subject = { subject_token, subject_token_type: impersonationTokenType };
  const body = form({ grant_type: exchangeGrant, resource: resource.indicator, ...subject });
  const headers = { ...formHeaders, authorization: basic(desk) };
  expect((await sendTokenRequest(`${url}/oidc/token`, { headers, body })).status).toBe(200);
  const grant = await prisma.oidcRecord.findFirstOrThrow({
    where: { userId: user.id, impersonatorId: administrator.id },
  });
  await call('DELETE', `/users/${user.id}/impersonations/${grant.grantId}`);
}

/** A person signs out, and an application gives a grant back, repeats a code, and has a wrong secret. */
export async function endAtTheIssuer({ config, services }: App): Promise<void> {
  const { prisma } = services.database;
  const user = await addUser(prisma);
  const application = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const party = await relyingParty(config.issuer, application);
  const { visitor, tokens } = await party.signIn(user.username);
  await visitor.fetch(oidc.buildEndSessionUrl(party.config, { id_token_hint: tokens.id_token ?? '' }));
  await oidc.tokenRevocation(party.config, (await party.signIn(user.username)).tokens.refresh_token ?? '');
  const { journey, back } = await party.signIn(user.username);
  await party.redeem(journey, back).catch(() => {});
  const guess = await relyingParty(config.issuer, { ...application, clientSecret: 'a wrong secret' });
  // Within a minute, also if another one begins meanwhile.
  for (let guesses = 0; guesses < 40; guesses++) await oidc.clientCredentialsGrant(guess.config).catch(() => {});
}

/** A service gets its first token by exchanging that of a person. */
export async function exchangeAToken({ config, services, url }: App): Promise<void> {
  const { prisma } = services.database;
  const { indicator, scopeIds } = await addResource(prisma, 'https://first.example', ['orders:read']);
  const user = await addUser(prisma, { scopeIds });
  const shop = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const service = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
  const requested = { scope: 'openid orders:read', resource: indicator };
  const { tokens } = await (await relyingParty(config.issuer, shop)).signIn(user.username, requested);
  expect(await exchangeToken(url, service, { token: tokens.access_token, resource: indicator })).not.toBe('');
}
