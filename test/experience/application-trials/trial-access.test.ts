import { describe, expect, test, vi } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { createReadSignInTrial } from '../../../src/reads/sign-in-trial.ts';
import { openAdministration } from '../../support/administrator.ts';
import { addUser } from '../../support/issuer.ts';
import { shareTrials, startMutation, trialQuery } from './trials.ts';

/** Callers who can use a trial sign-in to an application, and for what. */
const { issuer, web, prisma, newAdministrator, newApplication, start, read, ...trials } = shareTrials();
const { leadsTo, comeBack, goThroughTrial } = trials;

/** The parameters of the authorization request of a trial that was opened. */
async function begun(administrator: Awaited<ReturnType<typeof newAdministrator>>, applicationId: string) {
  const { trialId, url } = await start(administrator, applicationId);
  const request = new URL(await leadsTo(administrator.visitor, url));
  return { trialId, url, request };
}

describe('the address of the platform', () => {
  test('is allowed in the browser that began, and in no other', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { trialId, request } = await begun(administrator, id);
    const victim = await web.signIn((await addUser(prisma())).username ?? '');
    for (const visitor of [new Visitor(), victim.visitor]) {
      const refused = await visitor.fetch(request);
      expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    }
    expect(await read(administrator, trialId)).toMatchObject({ state: 'WAITING', idToken: null });
    expect((await administrator.visitor.fetch(request)).headers.get('location')).toContain('?code=');
  });

  test('is allowed for its application and with its state alone', async () => {
    const administrator = await newAdministrator();
    const [{ id }, other] = [await newApplication(), await newApplication()];
    const { request, trialId } = await begun(administrator, id);
    const changes: Record<string, string>[] = [
      { client_id: other.id },
      { state: `${trialId}.${'a'.repeat(43)}` },
      { state: 'mine' },
      { redirect_uri: `${request.searchParams.get('redirect_uri')}/more` },
      { redirect_uri: 'https://attacker.example/' },
    ];
    for (const change of changes) {
      const forged = new URL(request);
      for (const [name, value] of Object.entries(change)) forged.searchParams.set(name, value);
      const refused = await administrator.visitor.fetch(forged);
      expect([change, refused.status, refused.headers.get('location')]).toEqual([change, 400, null]);
    }
  });

  test('is not allowed before the trial is opened, after it, nor after ten minutes', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { request } = await begun(administrator, id);
    const later = await begun(administrator, id);
    // A later trial has replaced the first one.
    expect((await administrator.visitor.fetch(request)).status).toBe(400);
    await leadsTo(administrator.visitor, await leadsTo(administrator.visitor, later.request.href));
    expect((await administrator.visitor.fetch(later.request)).status).toBe(400);
    const late = await begun(administrator, id);
    issuer.advance(601);
    expect((await administrator.visitor.fetch(late.request)).status).toBe(400);
    expect(await read(administrator, late.trialId)).toBeNull();
  });

  test('is in no list of redirect URIs: nothing of the application has changed', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    await goThroughTrial(administrator, id);
    const { redirectUris } = await prisma().application.findUniqueOrThrow({ where: { id } });
    expect(redirectUris).toEqual(['https://shop.example/callback']);
  });
});

describe('the credentials of the application', () => {
  test('are still required of everyone else: for the code of a trial, and for every other grant', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    const { url } = await start(administrator, id);
    const back = new URL(await comeBack(administrator.visitor, url));
    const redirectUri = back.origin + back.pathname;
    const forms: Record<string, string>[] = [
      { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', code_verifier: 'a'.repeat(43) },
      { grant_type: 'client_credentials' },
      { grant_type: 'refresh_token', refresh_token: 'a'.repeat(43) },
    ];
    for (const form of forms) {
      const body = new URLSearchParams({ client_id: id, redirect_uri: redirectUri, ...form });
      const response = await administrator.visitor.fetch(`${issuer.issuer}/token`, { method: 'POST', body });
      const { error } = (await response.json()) as { error: string };
      expect([form['grant_type'], response.status, error]).toEqual([form['grant_type'], 401, 'invalid_client']);
    }
  });
});

describe('the result of a trial', () => {
  test('is shown to its administrator alone', async () => {
    const [ada, grace] = [await newAdministrator(), await newAdministrator()];
    const { id } = await newApplication();
    const { trialId } = await goThroughTrial(ada, id);
    expect(await read(grace, trialId)).toBeNull();
    expect((await grace.rest(`/applications/${id}/trials/${trialId}`)).status).toBe(404);
  });

  test('is not that of another person, who is sent to the address of the trial or back from it', async () => {
    const ada = await newAdministrator();
    const { id } = await newApplication();
    const victim = await web.signIn((await addUser(prisma())).username ?? '');
    const { trialId, url } = await start(ada, id);
    expect((await victim.visitor.fetch(url)).status).toBe(410);
    const back = await comeBack(ada.visitor, url);
    expect((await victim.visitor.fetch(back)).status).toBe(410);
    expect((await new Visitor().fetch(back)).status).toBe(410);
    expect(await read(ada, trialId)).toMatchObject({ state: 'WAITING', idToken: null });
  });

  test('shows no claims of someone else who has signed in in the browser of the administrator', async () => {
    const ada = await newAdministrator();
    const { id } = await newApplication();
    const { trialId, request } = await begun(ada, id);
    const other = await addUser(prisma());
    request.searchParams.set('prompt', 'login');
    const visited = vi.spyOn(ada.visitor, 'fetch');
    await ada.visitor.signIn(request, other.username ?? '').catch(() => undefined);
    expect(await prisma().oidcRecord.count({ where: { model: 'Session', userId: other.id } })).toBe(1);
    // Their sign-in has ended the session of the administrator, and with it the token that reads the result.
    const readAgain = () => createReadSignInTrial(issuer)(prisma(), { kind: 'user', id: ada.user.id }, trialId);
    const ended = { state: 'received', idToken: null, userinfo: null, error: 'access_denied' };
    expect(await readAgain()).toMatchObject(ended);
    // Their response is refused as well once the administrator is signed in again.
    const back = visited.mock.calls.map(([url]) => String(url)).find((url) => url.includes('/return?code='));
    await web.signIn(ada.user.username, { prompt: 'login' }, ada.visitor);
    expect((await ada.visitor.fetch(back ?? '')).status).toBe(410);
    expect(await readAgain()).toMatchObject(ended);
    expect(await prisma().oidcRecord.count({ where: { clientId: id, userId: other.id } })).toBe(0);
  });

  test('is final: a sign-in of the trial that goes on in another window gets nothing', async () => {
    const ada = await newAdministrator();
    const { id } = await newApplication({ isThirdParty: true });
    const { request, trialId } = await begun(ada, id);
    const [first, second] = [await leadsTo(ada.visitor, request.href), await leadsTo(ada.visitor, request.href)];
    const allow = async (page: string) => {
      const allowed = await ada.visitor.post(page, { answer: 'yes' });
      const next = allowed.headers.get('location');
      return next === null ? undefined : leadsTo(ada.visitor, next);
    };
    await leadsTo(ada.visitor, (await allow(first)) ?? '');
    expect(await read(ada, trialId)).toMatchObject({ state: 'RECEIVED', error: null });
    expect((await allow(second)) ?? '').not.toContain('code=');
    expect(await prisma().oidcRecord.count({ where: { clientId: id, model: { not: 'Interaction' } } })).toBe(0);
  });

  test('is of one use: neither its address nor the response is accepted twice', async () => {
    const ada = await newAdministrator();
    const { id } = await newApplication();
    const { trialId, url } = await start(ada, id);
    const back = await comeBack(ada.visitor, url);
    expect((await ada.visitor.fetch(url)).status).toBe(410);
    expect((await ada.visitor.fetch(back)).status).toBe(303);
    const first = await read(ada, trialId);
    expect((await ada.visitor.fetch(back)).status).toBe(410);
    expect(await read(ada, trialId)).toEqual(first);
  });

  test('is gone after ten minutes', async () => {
    const ada = await newAdministrator();
    const { id } = await newApplication();
    const { trialId } = await goThroughTrial(ada, id);
    issuer.advance(601);
    expect(await read(ada, trialId)).toBeNull();
  });
});

describe('an application', () => {
  test('names the user who opens the address, and does not read the result', async () => {
    const [{ ask }, ada] = [await openAdministration(issuer), await newAdministrator()];
    const { id } = await newApplication();
    const input = { applicationId: id };
    await expect(ask(startMutation, { input })).rejects.toThrow('Required of applications');
    const unknown = { ...input, userId: issuer.ids.next('user') };
    await expect(ask(startMutation, { input: unknown })).rejects.toThrow('NOT_FOUND');
    const { trialId, url } = (await ask(startMutation, { input: { ...input, userId: ada.user.id } })).startSignInTrial;
    await leadsTo(ada.visitor, await comeBack(ada.visitor, url));
    expect((await ask(trialQuery, { id: trialId })).signInTrial).toBeNull();
    expect(await read(ada, trialId)).toMatchObject({ idToken: { sub: ada.user.id } });
  });
});

describe('a trial', () => {
  test('requires the permission to change applications', async () => {
    const { ask } = await newAdministrator(['applications:read']);
    const { id } = await newApplication();
    const { errors } = await ask(startMutation, { input: { applicationId: id } });
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test.each([
    ['service without people', { type: 'MACHINE_TO_MACHINE' }, 'BAD_USER_INPUT', 'has no users'],
    ['one without authorization codes', { grantTypes: ['CLIENT_CREDENTIALS'] }, 'BAD_USER_INPUT', 'AUTHORIZATION_CODE'],
    ['one that is suspended', { suspendedAt: new Date() }, 'CONFLICT', 'reactivate it first'],
  ])('is refused for an application that is no place to sign in: %s', async (_, data, code, message) => {
    const { ask } = await newAdministrator();
    const { id } = await newApplication(data);
    const { errors } = await ask(startMutation, { input: { applicationId: id } });
    expect([errors[0].extensions.code, JSON.stringify(errors)]).toEqual([code, expect.stringContaining(message)]);
  });

  test('is refused for an application that comes with the platform, and for records that do not exist', async () => {
    const { ask } = await newAdministrator();
    const { id } = await newApplication();
    const inputs = [
      { applicationId: 'app_00000000000000000000000001' },
      { applicationId: issuer.ids.next('application') },
      { applicationId: id, apiResourceId: issuer.ids.next('apiResource') },
    ];
    const codes = await Promise.all(
      inputs.map(async (input) => (await ask(startMutation, { input })).errors[0].extensions.code),
    );
    expect(codes).toEqual(['CONFLICT', 'NOT_FOUND', 'NOT_FOUND']);
  });
});
