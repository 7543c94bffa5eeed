import { describe, expect, test } from 'vitest';
import { shareTrials } from './trials.ts';

/** Trial sign-ins to applications: what administrators see of what an application would receive. */
const { issuer, prisma, newAdministrator, newApplication, read, goThroughTrial, ...trials } = shareTrials();

describe('A trial sign-in', () => {
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
  });
});

describe('The tokens of a trial', () => {
  const kept = async (applicationId: string) => {
    const records = await prisma().oidcRecord.findMany({ where: { clientId: applicationId }, select: { key: true } });
    return records.map(({ key }) => key).toSorted();
  };

  test('end before its result is shown, with the grant that there was not before', async () => {
    const administrator = await newAdministrator();
    const { id } = await newApplication();
    await goThroughTrial(administrator, id);
    expect(await kept(id)).toEqual([]);
  });

  test('end, while those with which the administrator uses the application go on', async () => {
    const administrator = await newAdministrator();
    const { id: userId } = administrator.user;
    const own = await prisma().oidcRecord.findFirstOrThrow({ where: { userId, model: 'Grant' } });
    issuer.advance(60);
    const before = await kept(own.clientId ?? '');
    const { trialId } = await goThroughTrial(administrator, own.clientId ?? '');
    expect(await read(administrator, trialId)).toMatchObject({ error: null, hasRefreshToken: true });
    expect(await kept(own.clientId ?? '')).toEqual(before);
    expect((await administrator.ask('{ viewer { id } }')).data.viewer.id).toBe(userId);
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

describe('A third-party application', () => {
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
  });
});
