import { describe, expect, test } from 'vitest';
import { comeBack } from '../../support/upstreams/identity-providers.ts';
import { openAdministration } from '../../support/administrator.ts';
import { addUser } from '../../support/issuer.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { shareTrials, startMutation, trialQuery } from './trials.ts';

/** Callers who see the result of a trial sign-in. */
const { issuer, web, newPerson, provider, prisma, ...trials } = shareTrials();
const { newAdministrator, start, read, leadsTo, goThroughTrial } = trials;

describe('the result of a trial', () => {
  test('is shown to its administrator alone', async () => {
    newPerson();
    const { id } = await provider();
    const [ada, grace] = [await newAdministrator(), await newAdministrator()];
    const { trialId } = await goThroughTrial(ada, id);
    expect(await read(grace, trialId)).toBeNull();
    expect((await grace.rest(`/identity-providers/${id}/trials/${trialId}`)).status).toBe(404);
  });

  test('is not shown for a person whom the administrator sends to the provider: their browser has another session', async () => {
    newPerson();
    const { id } = await provider();
    const ada = await newAdministrator();
    const victim = await web.signIn((await addUser(prisma())).username);
    const { trialId, url } = await start(ada, id);
    // The address of ours leads another person nowhere, nor does that of the provider lead them back to us.
    const refused = await victim.visitor.fetch(url);
    expect([refused.status, refused.headers.get('location')]).toEqual([410, null]);
    const next = await leadsTo(ada.visitor, url);
    const back = await comeBack(victim.visitor, next);
    const page = new URL(back.headers.get('location') ?? '', issuer.publicUrl);
    expect((await victim.visitor.fetch(page)).status).toBe(410);
    // Nor is the result shown to the browser that began, which has not come back.
    expect((await ada.visitor.fetch(url)).status).toBe(410);
    expect(await read(ada, trialId)).toMatchObject({ state: 'WAITING', claims: null, identity: null });
  });

  test('is of the first response: a second one changes nothing', async () => {
    const { sub } = newPerson();
    const { id } = await provider();
    const ada = await newAdministrator();
    const { trialId, url } = await start(ada, id);
    const next = await leadsTo(ada.visitor, url);
    const first = await visitUpstream(next);
    newPerson();
    const second = await visitUpstream(next);
    const pages = [await ada.visitor.fetch(first.url), await ada.visitor.fetch(second.url)];
    expect(pages.map(({ status }) => status)).toEqual([303, 410]);
    await ada.visitor.fetch(new URL(pages[0]?.headers.get('location') ?? '', issuer.publicUrl));
    expect(await read(ada, trialId)).toMatchObject({ identity: { subject: sub } });
  });

  test('is gone after an hour, and when another trial with the provider starts', async () => {
    newPerson();
    const { id } = await provider();
    const ada = await newAdministrator();
    const first = await goThroughTrial(ada, id);
    const { trialId, url } = await start(ada, id);
    expect(await read(ada, first.trialId)).toBeNull();
    await prisma().identityProviderTrial.update({ where: { id: trialId }, data: { expiresAt: issuer.clock.now() } });
    expect(await read(ada, trialId)).toBeNull();
    expect((await ada.visitor.fetch(url)).status).toBe(410);
  });

  test('is encrypted, and its address in the browser names nothing of it', async () => {
    const { email, sub } = newPerson();
    const { id } = await provider();
    const ada = await newAdministrator();
    const { trialId, end } = await goThroughTrial(ada, id);
    const { result, sealed } = await prisma().identityProviderTrial.findUniqueOrThrow({
      where: { id: trialId },
      omit: { sealed: false, result: false },
    });
    expect(sealed).toBeNull();
    expect(Buffer.from(result ?? []).toString('latin1')).not.toContain(sub);
    expect(end).not.toContain(email);
  });
});

describe('an application', () => {
  test('names the user who opens the address, and does not read the result', async () => {
    const { sub } = newPerson();
    const { id } = await provider();
    const [{ ask }, ada] = [await openAdministration(issuer), await newAdministrator()];
    const input = { identityProviderId: id };
    const started =
      'mutation ($input: StartIdentityProviderTrialInput!) { startIdentityProviderTrial(input: $input) { trialId url } }';
    await expect(ask(started, { input })).rejects.toThrow('Required of applications');
    const { trialId, url } = (await ask(started, { input: { ...input, userId: ada.user.id } }))
      .startIdentityProviderTrial;
    const back = await comeBack(ada.visitor, await leadsTo(ada.visitor, url));
    await ada.visitor.fetch(new URL(back.headers.get('location') ?? '', issuer.publicUrl));
    expect((await ask(trialQuery, { id: trialId })).identityProviderTrial).toBeNull();
    expect(await read(ada, trialId)).toMatchObject({ identity: { subject: sub } });
  });
});

describe('Who', () => {
  test('may only read identity providers starts no trial', async () => {
    const { id } = await provider();
    const { ask } = await newAdministrator(['identity-providers:read']);
    const { errors } = await ask(startMutation, { id });
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('has signed in long ago has to sign in again before', async () => {
    const { id } = await provider();
    const { ask } = await newAdministrator();
    issuer.advance(3600);
    const { errors } = await ask(startMutation, { id });
    issuer.advance(-3600);
    expect(errors[0].extensions.code).toMatch(/RECENT|FORBIDDEN|UNAUTHENTICATED/);
  });
});
