import { fetchUserInfo, refreshTokenGrant } from 'openid-client';
import { describe, expect, test } from 'vitest';
import { readConsents } from '../../../src/store/account/consents.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import type { SignedInAdministrator } from '../../support/browsers/signed-in-administrator.ts';
import { addApplication, password } from '../../support/issuer.ts';
import { shareTrials } from './trials.ts';

/** Trial sign-ins to applications: what administrators see of what an application would receive. */
const { issuer, prisma, newAdministrator, newApplication, stored, read, goThroughTrial, ...trials } = shareTrials();

describe('a trial sign-in', () => {
  test('shows what the application would receive, and leads back to the console', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { trialId, end } = await goThroughTrial(administrator, id);
    expect(end).toBe(`${issuer.publicUrl}/console/tried?application=${id}&trial=${trialId}`);
    const { user } = administrator;
    expect(await read(administrator, trialId)).toEqual({
      id: trialId,
      applicationId: id,
      resource: null,
      state: 'RECEIVED',
      scopes: ['openid', 'profile', 'email'],
      idToken: expect.objectContaining({ iss: issuer.issuer, sub: user.id, aud: id, amr: ['pwd'] }),
      accessToken: null,
      userinfo: expect.objectContaining({ sub: user.id, name: 'Ada Lovelace', email: user.email }),
      hasRefreshToken: true,
      error: null,
      errorDescription: null,
    });
  });

  test.each([
    ['of an application that authenticates with a key', { jwks: { keys: [] } }],
    ['of a page in the browser, without redirect URIs', { type: 'SINGLE_PAGE', redirectUris: [] }],
    ['of an application that requires no PKCE', { pkceRequired: false }],
  ])('is possible without its credentials: %s', async (_, data) => {
    const administrator = await newAdministrator();
    const { id } = await newApplication(data);
    const { trialId } = await goThroughTrial(administrator, id);
    expect(await read(administrator, trialId)).toMatchObject({ error: null, idToken: { aud: id } });
  });

  test('shows the access token for an API resource, with the scopes that the administrator holds', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const management = await prisma().apiResource.findFirstOrThrow({ where: { isBuiltIn: true } });
    const { trialId } = await goThroughTrial(administrator, id, { apiResourceId: management.id });
    expect(await read(administrator, trialId)).toMatchObject({
      resource: management.indicator,
      accessToken: {
        aud: management.indicator,
        client_id: id,
        sub: administrator.user.id,
        scope: expect.stringMatching(/applications:read.*applications:write/),
      },
      userinfo: null,
    });
  });

  test('is the same over REST', async () => {
    const administrator = await newAdministrator();
    const [{ id }, other] = [await newApplication(), await newApplication()];
    const started = await administrator.rest(`/applications/${id}/trials`, { method: 'POST', body: '{}' });
    const { trialId, url } = (await started.json()) as { trialId: string; url: string };
    const path = `/applications/${id}/trials/${trialId}`;
    expect(await (await administrator.rest(path)).json()).toMatchObject({ state: 'waiting', idToken: null });
    await trials.leadsTo(administrator.visitor, await trials.comeBack(administrator.visitor, url));
    expect(await (await administrator.rest(path)).json()).toMatchObject({ state: 'received', idToken: { aud: id } });
    expect((await administrator.rest(`/applications/${other.id}/trials/${trialId}`)).status).toBe(404);
  });

  test('is an event, with the administrator as its actor; a dry run is none', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const where = { type: 'Application.Trial.Started', subjectId: id };
    await administrator.rest(`/dry-run/applications/${id}/trials`, { method: 'POST', body: '{}' });
    expect([
      await prisma().event.count({ where }),
      await prisma().signInTrial.count({ where: { applicationId: id } }),
    ]).toEqual([0, 0]);
    await trials.start(administrator, id);
    const event = await prisma().event.findFirstOrThrow({ where });
    expect(event.actor).toMatchObject({ kind: 'user', id: administrator.user.id });
    expect(event.data).toMatchObject({ userId: administrator.user.id });
  });
});

describe('the tokens of a trial', () => {
  /** The authorizations of applications in the session of an administrator. */
  const authorizationsOf = async ({ user }: { user: { id: string } }) => {
    const session = await prisma().oidcRecord.findFirstOrThrow({ where: { model: 'Session', userId: user.id } });
    return (session.payload as { authorizations: object }).authorizations;
  };

  test('end before its result is shown, with its grant', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    await goThroughTrial(administrator, id);
    expect(await stored(id)).toEqual([]);
    expect(await authorizationsOf(administrator)).not.toHaveProperty(id);
  });

  test('end also if the response is an error, and if another trial begins', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { url } = await trials.start(administrator, id);
    const back = new URL(await trials.comeBack(administrator.visitor, url));
    back.searchParams.set('code', 'a'.repeat(43));
    await trials.leadsTo(administrator.visitor, back.href);
    expect(await stored(id)).toEqual([]);
    await trials.comeBack(administrator.visitor, (await trials.start(administrator, id)).url);
    expect(await stored(id)).not.toEqual([]);
    await trials.start(administrator, id);
    expect(await stored(id)).toEqual([]);
  });

  test('end with the trial if its window is closed', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { url, expiresAt } = await trials.start(administrator, id);
    await trials.comeBack(administrator.visitor, url);
    const grant = await prisma().oidcRecord.findFirstOrThrow({ where: { model: 'Grant', clientId: id } });
    expect(Math.abs(Number(grant.expiresAt) - Date.parse(expiresAt))).toBeLessThanOrEqual(1000);
  });

  test('end, while those with which the administrator uses the application go on', async () => {
    const administrator = await newAdministrator();
    const { id: userId } = administrator.user;
    const first = await trials.web.signIn(administrator.user.username, {}, administrator.visitor);
    const before = await stored(trials.application.id);
    const { trialId } = await goThroughTrial(administrator, trials.application.id);
    expect(await read(administrator, trialId)).toMatchObject({ error: null, hasRefreshToken: true });
    expect(await stored(trials.application.id)).toEqual(before);
    expect((await administrator.ask('{ viewer { id } }')).data.viewer.id).toBe(userId);
    const { config } = trials.web;
    expect(await refreshTokenGrant(config, first.tokens.refresh_token ?? '')).toHaveProperty('access_token');
    expect(await fetchUserInfo(config, first.tokens.access_token, userId)).toMatchObject({ sub: userId });
  });

  test('are nowhere in what is stored, which is encrypted', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { trialId } = await goThroughTrial(administrator, id);
    const { result, sealed } = await prisma().signInTrial.findUniqueOrThrow({
      where: { id: trialId },
      omit: { sealed: false, result: false },
    });
    expect(sealed).toBeNull();
    expect(Buffer.from(result ?? []).toString('latin1')).not.toContain(administrator.user.id);
    expect(JSON.stringify(await read(administrator, trialId))).not.toMatch(/eyJ|"[\w-]{43}"/);
  });
});

describe('a third-party application', () => {
  test('asks for consent as it would, and a refusal is shown as the error that it would receive', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication({ isThirdParty: true });
    const { trialId, url } = await trials.start(administrator, id);
    const page = await trials.comeBack(administrator.visitor, url);
    const refused = await administrator.visitor.fetch(page, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ answer: 'no' }),
    });
    const { next } = (await refused.json()) as { next: string };
    await trials.leadsTo(administrator.visitor, await trials.leadsTo(administrator.visitor, next));
    expect(await read(administrator, trialId)).toMatchObject({
      state: 'RECEIVED',
      idToken: null,
      error: 'access_denied',
      errorDescription: 'the user denied the request',
    });
    expect(await stored(id)).toEqual([]);
  });

  test('asks in a trial for what its user has not consented to, and in the next sign-in again', async () => {
    const administrator = await newAdministrator();
    const { username } = administrator.user;
    const partner = await addApplication(prisma(), 'TRADITIONAL_WEB', {
      redirectUris: [redirectUri],
      isThirdParty: true,
    });
    const web = await relyingParty(issuer.issuer, partner);
    await web.signIn(username, { scope: 'openid profile' }, administrator.visitor);
    const before = await stored(partner.id);
    const { trialId, url } = await trials.start(administrator, partner.id);
    const events = await prisma().event.count({ where: { type: 'User.Consent.Granted' } });
    const back = await consented(administrator.visitor, url);
    expect(await consentsOf(administrator)).toEqual([{ scopes: ['openid', 'profile'] }]);
    expect(await prisma().event.count({ where: { type: 'User.Consent.Granted' } })).toBe(events);
    await trials.leadsTo(administrator.visitor, back);
    expect(await read(administrator, trialId)).toMatchObject({ scopes: ['openid', 'profile', 'email'], error: null });
    expect(await stored(partner.id)).toEqual(before);
    const silent = await web.start({ scope: 'openid profile', prompt: 'none' });
    expect((await administrator.visitor.fetch(silent.url)).headers.get('location')).toContain('?code=');
    const wider = await web.start({ scope: 'openid profile email', prompt: 'none' });
    expect((await administrator.visitor.fetch(wider.url)).headers.get('location')).toContain('consent_required');
  });

  test('gets no consent by a page that was left open until the trial has expired', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication({ isThirdParty: true });
    const { url } = await trials.start(administrator, id);
    const page = await trials.comeBack(administrator.visitor, url);
    await administrator.visitor.fetch(page);
    expect(await consentsOf(administrator)).toEqual([]);
    issuer.advance(601);
    await administrator.visitor.post(page, { answer: 'yes' });
    const grants = { clientId: id, model: 'Grant', expiresAt: { gt: issuer.clock.now() } };
    expect(await prisma().oidcRecord.count({ where: grants })).toBe(0);
  });

  test('does not ask in a trial for what its user has consented to', async () => {
    const administrator = await newAdministrator();
    const settings = { redirectUris: [redirectUri], isThirdParty: true };
    const partner = await addApplication(prisma(), 'TRADITIONAL_WEB', settings);
    const web = await relyingParty(issuer.issuer, partner);
    await web.signIn(administrator.user.username, { scope: 'openid profile email' }, administrator.visitor);
    const { trialId } = await goThroughTrial(administrator, partner.id);
    expect(await read(administrator, trialId)).toMatchObject({ scopes: ['openid', 'profile', 'email'], error: null });
  });
});

describe('an administrator who is signed out', () => {
  test('signs in first, and goes on with the trial', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { trialId, url } = await trials.start(administrator, id);
    const anew = new Visitor();
    const end = new URL(await trials.leadsTo(anew, url));
    const page = await anew.follow(end, issuer.publicUrl);
    if ('left' in page) throw new Error('left');
    const answered = await anew.post(page.url, { identifier: administrator.user.username ?? '', password });
    const tried = await anew.follow(answered.headers.get('location') ?? '', issuer.publicUrl);
    expect(tried).toMatchObject({ url: `${issuer.publicUrl}/console/tried?application=${id}&trial=${trialId}` });
    expect(await read(administrator, trialId)).toMatchObject({ state: 'RECEIVED', idToken: { aud: id } });
  });
});

const consentsOf = async ({ user }: SignedInAdministrator) => {
  const rows = await readConsents(prisma(), [user.id], issuer.clock.now());
  return rows.map(({ scopes }) => ({ scopes }));
};

/** Goes through a trial to the page that asks for consent, and allows what is requested. Returns the last address. */
async function consented(visitor: Visitor, url: string): Promise<string> {
  const page = await trials.comeBack(visitor, url);
  const allowed = await visitor.post(page, { answer: 'yes' });
  return trials.leadsTo(visitor, allowed.headers.get('location') ?? '');
}
