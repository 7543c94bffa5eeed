import * as client from 'openid-client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, refusal, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** Whatever ends by a request to the issuer is an event, so that consoles, webhooks and the log have it. */
const issuer = perFile(startIssuer);
let application: Awaited<ReturnType<typeof addApplication>>;
let web: RelyingParty;
let user: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  application = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  web = await relyingParty(issuer.issuer, application);
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma);
});

const lasting = { scope: 'openid offline_access', prompt: 'consent' };
const eventsAbout = (subjectId: string) =>
  issuer.database.prisma.event.findMany({
    where: { subjectId, type: { not: 'PostSignIn' } },
    orderBy: { sequence: 'asc' },
  });
const onlyEvent = async (subjectId = user.id) => {
  const events = await eventsAbout(subjectId);
  expect(events).toHaveLength(1);
  return events[0];
};
const records = (where: Prisma.OidcRecordWhereInput) =>
  issuer.database.prisma.oidcRecord.findMany({ where: { ...where, userId: user.id } });
const onlyGrantOf = async () => {
  const [token] = await records({ model: 'RefreshToken' });
  return token?.grantId ?? '';
};
const byPerson = () => ({
  actor: { kind: 'user', id: user.id },
  cause: { channel: 'oidc', requestId: expect.stringMatching(/^req_/), traceId: expect.any(String) },
});
const byApplication = (operation: string) => ({
  actor: { kind: 'application', id: application.id },
  cause: { channel: 'oidc', operation },
});
const endSession = () => web.config.serverMetadata().end_session_endpoint ?? '';
const secretOfForm = async (page: Response): Promise<string> =>
  /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';

describe('a sign-out', () => {
  test('is an event of the user if an application requests it, with the session and the grants that ended', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    const [session] = await records({ model: 'Session' });
    const grantId = await onlyGrantOf();
    await visitor.fetch(client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' }));
    expect(await onlyEvent()).toMatchObject({
      type: 'User.SignedOut',
      data: {
        user: { id: user.id },
        sessionId: session?.uid,
        applicationIds: [application.id],
        grantIds: [grantId],
      },
      ...byPerson(),
    });
    expect(await records({})).toEqual([]);
  });

  test('is one event after a confirmation, too, without the grants that last', async () => {
    const { visitor, tokens } = await web.signIn(user.username, lasting);
    const xsrf = await secretOfForm(await visitor.fetch(endSession()));
    await visitor.post(`${endSession()}/confirm`, { xsrf, logout: 'yes' });
    expect(await onlyEvent()).toMatchObject({
      type: 'User.SignedOut',
      data: { applicationIds: [application.id], grantIds: [] },
      ...byPerson(),
    });
    expect(await records({ model: 'Session' })).toEqual([]);
    await client.refreshTokenGrant(web.config, tokens.refresh_token ?? '');
  });

  test('gives back the grant of one application, if its user stays signed in', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    const grantId = await onlyGrantOf();
    const xsrf = await secretOfForm(
      await visitor.fetch(`${endSession()}?client_id=${application.id}`, { headers: { accept: 'text/html' } }),
    );
    await visitor.post(`${endSession()}/confirm`, { xsrf });
    expect(await onlyEvent()).toMatchObject({
      type: 'User.Grant.Revoked',
      data: { grantId, applicationId: application.id, endpoint: 'end-session' },
      ...byPerson(),
    });
    expect(await records({ model: 'Session' })).toHaveLength(1);
    expect(await refusal(client.refreshTokenGrant(web.config, tokens.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('is no event if the session has ended before: that was one', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    await issuer.database.prisma.oidcRecord.deleteMany({ where: { model: 'Session', userId: user.id } });
    await visitor.fetch(client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' }));
    expect(await eventsAbout(user.id)).toEqual([]);
  });

  test('is one event if it is requested twice at the same moment', async () => {
    const { visitor, tokens } = await web.signIn(user.username);
    const url = client.buildEndSessionUrl(web.config, { id_token_hint: tokens.id_token ?? '' });
    await Promise.all([visitor.fetch(url), visitor.fetch(url)]);
    expect(await onlyEvent()).toMatchObject({ type: 'User.SignedOut' });
  });
});

describe('a grant that an application gives back', () => {
  test('is one event with a refresh token, also if the request is repeated', async () => {
    const { tokens } = await web.signIn(user.username, lasting);
    const grantId = await onlyGrantOf();
    await client.tokenRevocation(web.config, tokens.refresh_token ?? '');
    await client.tokenRevocation(web.config, tokens.refresh_token ?? '');
    expect(await onlyEvent()).toMatchObject({
      type: 'User.Grant.Revoked',
      data: { user: { id: user.id }, grantId, applicationId: application.id, endpoint: 'revocation' },
      ...byApplication('revokeGrant'),
    });
    expect(await records({ OR: [{ grantId }, { model: 'Grant' }] })).toEqual([]);
  });

  test('is none with an access token alone: the user goes on allowing the application the same', async () => {
    const { tokens } = await web.signIn(user.username, lasting);
    await client.tokenRevocation(web.config, tokens.access_token);
    expect(await eventsAbout(user.id)).toEqual([]);
    expect(await records({ model: 'Grant' })).toHaveLength(1);
    expect(await records({ model: { in: ['AccessToken', 'RefreshToken'] } })).toEqual([]);
  });
});

describe('a replay', () => {
  test('ends the grant of an authorization code, and is an event (RFC 6749 §4.1.2)', async () => {
    const { journey, back } = await web.signIn(user.username);
    const grantId = await onlyGrantOf();
    expect(await refusal(web.redeem(journey, back))).toMatchObject({ error: 'invalid_grant' });
    expect(await onlyEvent()).toMatchObject({
      type: 'User.Grant.Replayed',
      data: { grantId, applicationId: application.id, credential: 'authorization-code' },
      ...byApplication('reportReplay'),
    });
    expect(await records({ grantId })).toEqual([]);
  });

  test('is one event of a code that several requests redeem at the same moment', async () => {
    const journey = await web.start();
    const back = await new Visitor().signIn(journey.url, user.username);
    await Promise.allSettled(Array.from({ length: 4 }, () => web.redeem(journey, back)));
    expect(await onlyEvent()).toMatchObject({ type: 'User.Grant.Replayed' });
  });

  test('ends the grant of a refresh token, and is an event (RFC 9700 §4.14.2)', async () => {
    const { tokens } = await web.signIn(user.username, lasting);
    const first = tokens.refresh_token ?? '';
    await client.refreshTokenGrant(web.config, first);
    issuer.advance(60);
    expect(await refusal(client.refreshTokenGrant(web.config, first))).toMatchObject({ error: 'invalid_grant' });
    expect(await onlyEvent()).toMatchObject({
      type: 'User.Grant.Replayed',
      data: { credential: 'refresh-token' },
      ...byApplication('reportReplay'),
    });
  });
});

describe('wrong secrets of an application', () => {
  const guess = async (clientSecret: string) => {
    const party = await relyingParty(issuer.issuer, { ...application, clientSecret });
    return refusal(client.clientCredentialsGrant(party.config));
  };
  const guesses = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => guess(`guess-${index}`)));

  test('are an event at the twentieth within a minute, and then once an hour, without the secrets', async () => {
    await guesses(19);
    expect(await eventsAbout(application.id)).toEqual([]);
    expect(await guess('another')).toMatchObject({ error: 'invalid_client' });
    await expect.poll(() => eventsAbout(application.id)).toHaveLength(1);
    const event = await onlyEvent(application.id);
    expect(event).toMatchObject({
      type: 'Application.Authentication.Failing',
      data: { application: { id: application.id }, failures: 20 },
      actor: { kind: 'platform', id: null },
    });
    expect(JSON.stringify(event?.data)).not.toContain('guess-');
    issuer.advance(61);
    await guesses(25);
    expect(await eventsAbout(application.id)).toHaveLength(1);
    issuer.advance(3600);
    await guesses(20);
    await expect.poll(() => eventsAbout(application.id)).toHaveLength(2);
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
