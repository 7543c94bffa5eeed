import { beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { codeFor, type ShownPage } from '../support/browsers/flow-pages.ts';
import { setPolicy } from '../support/browsers/pages.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';
import { changesAbout } from '../support/events-about.ts';
import { addApplication, addResource, addUser, password } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { giveApp, totpCode } from '../support/totp.ts';
import { type Fields, startTwoPlatforms } from '../support/two-platforms.ts';

/** People sign in at a platform with their account at another one, as at a customer's. */
const platforms = perFile(startTwoPlatforms);
let identityProviderId = '';
/** The client there of this platform. */
let applicationId = '';
const connect = async (settings: object = {}) => {
  ({ identityProviderId, applicationId } = await platforms.connect({ addressTrust: 'CLAIM', ...settings }));
};
beforeEach(async () => {
  for (const { issuer } of [platforms.here, platforms.there]) await setPolicy(issuer, {});
  await connect();
});

type Page = Awaited<ReturnType<typeof platforms.open>>;

const there = () => platforms.there.issuer.database.prisma;
const here = () => platforms.here.issuer.database.prisma;

/** A person with an account there, who has none here. */
const personThere = (data: object = {}) => addUser(there(), { emailVerifiedAt: new Date(), ...data });
type Person = Awaited<ReturnType<typeof personThere>>;
const secret = ({ username }: Person): Fields => ({ identifier: username ?? '', password });

/** A person there with an authenticator app. */
async function personWithApp() {
  const person = await personThere();
  const key = await giveApp(platforms.there.issuer, person.id);
  const code = () => ({ code: totpCode(key, platforms.there.issuer.clock.now()) });
  return { ...person, answers: () => [secret(person), code()] };
}

const leave = async (page: Page): Promise<string> =>
  (await page.answer({ way: `identity:${identityProviderId}` })).step?.details.next ?? '';

/** Comes back to the page here, and confirms who has come. */
async function comeBack(page: Page, back: URL): Promise<ShownPage> {
  expect((await page.visitor.fetch(back)).status).toBe(303);
  const shown = await page.get();
  return shown.step?.details.identity === undefined ? shown : page.answer({});
}

/** Signs in there, with these answers to its pages, and comes back. */
async function goThrough(page: Page, answers: Fields[], visitor?: Visitor): Promise<ShownPage> {
  const arrived = await platforms.arrive(await leave(page), visitor);
  return comeBack(page, await arrived.signIn(...answers));
}

const accountOf = async ({ id: subject }: Pick<Person, 'id'>) =>
  (await here().userIdentity.findFirst({ where: { subject, identityProviderId }, include: { user: true } }))?.user;

const level = (number: 1 | 2) => `urn:mandate:level:${number}`;

describe('a person with an account at the other platform', () => {
  test('gets one here, and the application gets the tokens of this platform', async () => {
    const person = await personThere({ name: 'Grace Hopper' });
    const resource = await addResource(here(), 'https://orders.example', ['read']);
    const page = await platforms.open({ parameters: { scope: 'openid email profile', resource: resource.indicator } });
    expect(await goThrough(page, [secret(person)])).toMatchObject({ next: expect.any(String) });
    const tokens = await page.redeem({ resource: resource.indicator });
    const account = await accountOf(person);
    expect(account).toMatchObject({ email: person.email, name: 'Grace Hopper', emailVerifiedAt: expect.any(Date) });
    expect(tokens.claims()).toMatchObject({
      iss: platforms.here.issuer.issuer,
      aud: platforms.here.application.id,
      sub: account?.id,
      acr: level(1),
    });
    expect(account?.id).not.toBe(person.id);
    expect(await changesAbout(platforms.here.issuer, account?.id ?? '')).toEqual(['User.Created', 'PostRegister']);
    expect(await changesAbout(platforms.there.issuer, person.id)).toEqual(['PostSignIn']);
  });

  test('signs in there once, and comes back as the same person while signed in there', async () => {
    const person = await personThere();
    const visitor = new Visitor();
    const first = await platforms.open();
    await goThrough(first, [secret(person)], visitor);
    const { sub } = (await first.finish()) ?? {};
    const second = await platforms.open();
    const arrived = await platforms.arrive(await leave(second), visitor);
    expect(arrived.step).toBeNull();
    await comeBack(second, await arrived.signIn());
    expect((await second.finish())?.sub).toBe(sub);
  });

  test('proves the address by a code here if it is not verified there', async () => {
    const person = await personThere({ emailVerifiedAt: null });
    const page = await platforms.open();
    expect((await goThrough(page, [secret(person)])).step?.name).toBe('identify');
    await page.answer({ identifier: person.email ?? '' });
    await page.answer({ code: await codeFor(platforms.here.issuer, person.email ?? '') });
    expect((await page.finish())?.sub).toBe((await accountOf(person))?.id);
  });

  test('keeps the account here under another address there', async () => {
    const person = await personThere();
    const first = await platforms.open();
    await goThrough(first, [secret(person)]);
    const { sub = '' } = (await first.finish()) ?? {};
    await there().user.update({ where: { id: person.id }, data: { email: `new-${person.email}` } });
    const second = await platforms.open();
    await goThrough(second, [secret(person)]);
    expect((await second.finish())?.sub).toBe(sub);
    expect((await here().user.findUniqueOrThrow({ where: { id: sub } })).email).toBe(person.email);
  });

  test('is another person than one who has the address there later', async () => {
    const person = await personThere();
    const first = await platforms.open();
    await goThrough(first, [secret(person)]);
    await first.finish();
    await there().user.delete({ where: { id: person.id } });
    const later = await personThere({ email: person.email });
    const shown = await goThrough(await platforms.open(), [secret(later)]);
    // The account here has the address: its own ways have to prove it first.
    expect(shown.step?.name).toBe('identify');
    expect(await accountOf(later)).toBeUndefined();
  });

  test('agrees there to what this platform learns, if it is a third party there', async () => {
    await there().application.update({ where: { id: applicationId }, data: { isThirdParty: true } });
    const person = await personThere();
    const visitor = new Visitor();
    const first = await platforms.open();
    await goThrough(first, [secret(person), { answer: 'yes' }], visitor);
    const { sub } = (await first.finish()) ?? {};
    // Also with a new sign-in there, which the application here requests.
    const again = await platforms.open({ visitor: first.visitor, parameters: { prompt: 'login' } });
    await goThrough(again, [secret(person)], visitor);
    expect((await again.finish())?.sub).toBe(sub);
  });
});

describe('a level that an application requests here', () => {
  const parameters = { acr_values: level(2) };

  test('is not reached by a second factor there, unless the provider is set so', async () => {
    const person = await personWithApp();
    const page = await platforms.open({ parameters });
    expect((await goThrough(page, person.answers())).step?.name).toBe('enrol-totp');
  });

  test.each([
    ['acr', level(2)],
    ['amr', 'mfa'],
  ])('is reached by a second factor there, if its value of %s counts: %s', async (_, value) => {
    await connect({ level2Values: [value] });
    const person = await personWithApp();
    const page = await platforms.open({ parameters });
    expect(await goThrough(page, person.answers())).toMatchObject({ next: expect.any(String) });
    expect(await page.finish()).toMatchObject({ acr: level(2), amr: ['mfa'] });
  });

  test('is not reached by a password there, whatever counts', async () => {
    await connect({ level2Values: [level(2), 'mfa'] });
    const page = await platforms.open({ parameters });
    expect((await goThrough(page, [secret(await personThere())])).step?.name).toBe('enrol-totp');
  });

  test('is reached by an app here, after the sign-in there', async () => {
    const person = await personThere();
    const first = await platforms.open();
    await goThrough(first, [secret(person)]);
    await first.finish();
    const key = await giveApp(platforms.here.issuer, (await accountOf(person))?.id ?? '');
    const page = await platforms.open({ parameters });
    expect((await goThrough(page, [secret(person)])).step?.name).toBe('totp');
    await page.answer({ code: totpCode(key, platforms.here.issuer.clock.now()) });
    expect(await page.finish()).toMatchObject({ acr: level(2) });
  });
});

describe('a new sign-in that an application requests here', () => {
  test('is one there, too, although the person is signed in there', async () => {
    const person = await personThere();
    const visitor = new Visitor();
    const first = await platforms.open();
    await goThrough(first, [secret(person)], visitor);
    const { sub } = (await first.finish()) ?? {};
    const again = await platforms.open({ visitor: first.visitor, parameters: { prompt: 'login' } });
    const arrived = await platforms.arrive(await leave(again), visitor);
    expect(arrived.step).toBe('identify');
    await comeBack(again, await arrived.signIn(secret(person)));
    expect((await again.finish())?.sub).toBe(sub);
  });

  test('reaches a level by a new second factor there', async () => {
    await connect({ level2Values: [level(2)] });
    const person = await personWithApp();
    const visitor = new Visitor();
    const first = await platforms.open();
    await goThrough(first, person.answers(), visitor);
    await first.finish();
    // The next code of the app.
    platforms.there.issuer.advance(30);
    platforms.here.issuer.advance(30);
    const parameters = { prompt: 'login', acr_values: level(2) };
    const again = await platforms.open({ visitor: first.visitor, parameters });
    expect(await goThrough(again, person.answers(), visitor)).toMatchObject({ next: expect.any(String) });
    expect(await again.finish()).toMatchObject({ acr: level(2) });
  });
});

describe('a person', () => {
  const reasonsOf = async ({ reference = '' }: ShownPage) => {
    const where = { reference: reference.replace('-', '') };
    const { entries } = await here().signInAttempt.findFirstOrThrow({ where, include: { entries: true } });
    return entries.flatMap(({ reason }) => reason ?? []);
  };

  test('does not come back with an account that is suspended there', async () => {
    const person = await personThere({ suspendedAt: new Date() });
    const arrived = await platforms.arrive(await leave(await platforms.open()));
    await expect(arrived.signIn(secret(person))).rejects.toThrow('suspended');
    expect(await accountOf(person)).toBeUndefined();
  });

  test('is not signed in here if the account is suspended there on the way back', async () => {
    const person = await personThere();
    const page = await platforms.open();
    const arrived = await platforms.arrive(await leave(page));
    const back = await arrived.signIn(secret(person));
    await there().user.update({ where: { id: person.id }, data: { suspendedAt: new Date() } });
    const shown = await comeBack(page, back);
    expect(shown.step).toMatchObject({ name: 'upstream', details: {} });
    expect(await reasonsOf(shown)).toEqual(['identity-refused']);
    expect(await accountOf(person)).toBeUndefined();
  });

  test('can choose another way here after canceling there', async () => {
    const page = await platforms.open();
    const arrived = await platforms.arrive(await leave(page));
    const shown = await comeBack(page, await arrived.signIn({ answer: 'no' }));
    expect(await reasonsOf(shown)).toEqual(['identity-refused']);
    expect((await page.answer({ way: 'identify' })).step?.name).toBe('identify');
  });

  test('stays there while the client is suspended there, and can go on once it is active again', async () => {
    const person = await personThere();
    const page = await platforms.open();
    const next = await leave(page);
    await there().application.update({ where: { id: applicationId }, data: { suspendedAt: new Date() } });
    const refused = await new Visitor().follow(next, platforms.there.url);
    expect('response' in refused && refused.response.status).toBe(400);
    await there().application.update({ where: { id: applicationId }, data: { suspendedAt: null } });
    const arrived = await platforms.arrive(next);
    await comeBack(page, await arrived.signIn(secret(person)));
    expect((await page.finish())?.sub).toBe((await accountOf(person))?.id);
  });

  test('is not signed in if the secret was revoked there, and administrators here see why', async () => {
    const person = await personThere();
    const page = await platforms.open();
    const arrived = await platforms.arrive(await leave(page));
    const back = await arrived.signIn(secret(person));
    await there().applicationSecret.deleteMany({ where: { applicationId } });
    expect(await reasonsOf(await comeBack(page, back))).toEqual(['identity-refused']);
    const provider = await here().identityProvider.findUniqueOrThrow({ where: { id: identityProviderId } });
    expect(provider.lastError).toContain('invalid_client');
    const where = { type: 'IdentityProvider.Failing', subjectId: identityProviderId };
    expect(await here().event.count({ where })).toBe(1);
  });
});

test('new signing keys there need no change here', async () => {
  await platforms.there.management.call('mutation { rotateSigningKeys(input: { delaySeconds: 0 }) { __typename } }');
  const person = await personThere();
  const page = await platforms.open();
  await goThrough(page, [secret(person)]);
  expect((await page.finish())?.sub).toBe((await accountOf(person))?.id);
});

test('each platform names only its own sign-in: a token of one is not accepted by the other', async () => {
  const application = await addApplication(there(), 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const elsewhere = await relyingParty(platforms.there.issuer.issuer, application);
  const { tokens } = await elsewhere.signIn((await personThere()).username);
  for (const path of ['/oidc/me', '/account/api/profile']) {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(new URL(path, platforms.here.url), { headers })).status).toBe(401);
  }
});
