import { beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';
import { givePasskey } from './sign-in/passkey.ts';

/** The identifier comes first, then the way to sign in. */
const { issuer, web } = sharePages();
beforeEach(() => setPolicy(issuer, {}));

const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
/** A browser on the first page. Its answers are forms. */
async function open(visitor = new Visitor(), parameters: Record<string, string> = {}) {
  const step = await visitor.follow((await web.start(parameters)).url, issuer.publicUrl);
  if ('left' in step) throw new Error('there was no page');
  const post = async (fields: Record<string, string>) =>
    (await visitor.fetch(step.url, { method: 'POST', body: new URLSearchParams(fields), headers: html })).text();
  return { visitor, url: step.url, first: await step.response.text(), post };
}
const html = { accept: 'text/html' };
/** The identifier and the ways to sign in on a page. */
const shownIn = (text: string) => ({
  isChosen: /<input id="identifier"[^>]* readonly/.test(text),
  password: /<input id="password"[^>]*class="filled"/.test(text) ? 'filled' : /<input id="password"/.test(text),
  main:
    /<button (?:type="button" )?(?:name="\w+" )?(?:value="([\w-]+)"|data-passkey)[^>]*>/.exec(text)?.[1] ?? 'passkey',
  ways: [...text.matchAll(/<button name="way" value="([\w-]+)"/g)].map(([, way]) => way),
});
const rows = () => issuer.database.prisma.signInAttempt.count();

describe('the first page of a sign-in', () => {
  test('has one visible field, which a password manager fills in together with a password', async () => {
    const { first } = await open();
    expect(shownIn(first)).toEqual({ isChosen: false, password: 'filled', main: 'yes', ways: ['cancel'] });
    expect(first).toMatch(
      /<input id="password"[^>]*autocomplete="current-password"[^>]*tabindex="-1" aria-hidden="true">/,
    );
  });

  test('leads to the password after the identifier, which is kept in the page and stored nowhere', async () => {
    const { email } = await newUser();
    const { post, visitor, url } = await open();
    const before = await rows();
    const text = await post({ step: 'identify', version: '0', identifier: email ?? '', password: '', answer: 'yes' });
    expect(shownIn(text)).toMatchObject({
      isChosen: true,
      password: true,
      ways: expect.arrayContaining(['email-code']),
    });
    expect(text).toContain(`value="${email}"`);
    expect(text).toMatch(/<button form="ways" name="way" value="reset"[^>]*>Forgotten password\?</);
    expect(await rows()).toBe(before);
    expect(shownIn(await (await visitor.fetch(url, { headers: html })).text())).toMatchObject({ isChosen: false });
    const changed = await post({ step: 'identify', version: '0', way: 'identify', identifier: email ?? '' });
    expect(shownIn(changed)).toMatchObject({ isChosen: false, password: 'filled' });
    expect(changed).toContain(`value="${email}"`);
  });

  test('takes identifier and password at once', async () => {
    const { id, email } = await newUser();
    const page = await openPage(issuer, web);
    await page.answer({ identifier: email ?? '', password });
    expect(await page.finish()).toMatchObject({ sub: id });
  });

  test('offers no code for a username, and marks the identifier that is missing', async () => {
    const { post } = await open();
    expect(shownIn(await post({ identifier: 'ada' })).ways).not.toContain('email-code');
    const text = await post({ identifier: '' });
    expect(text).toContain('Enter your email address or username.');
    expect(text).toMatch(/<input id="identifier"[^>]*aria-invalid="true"/);
  });

  test('shows the password of an identifier that the application suggests, and of a new password', async () => {
    const { email } = await newUser();
    const hinted = await open(new Visitor(), { login_hint: email ?? '' });
    expect(shownIn(hinted.first)).toMatchObject({ isChosen: true, password: true });
  });
});

describe('the way after the identifier', () => {
  const withCode = async (visitor: Visitor) => {
    const { email } = await newUser();
    const page = await openPage(issuer, web, { visitor });
    await page.answer({ way: 'email-code', identifier: email ?? '' });
    await page.answer({ code: await codeFor(issuer, email ?? '') });
    await page.finish();
  };

  test('is the first one of the policy: a code is sent at once', async () => {
    await setPolicy(issuer, { first: ['email-code', 'password'] });
    const { email } = await newUser();
    const page = await openPage(issuer, web);
    expect(await page.answer({ identifier: email ?? '' })).toMatchObject({ status: 200, step: { name: 'code' } });
    const other = await page.answer({ way: 'sign-in' });
    expect(other.step?.name).toBe('identify');
    await page.answer({ identifier: email ?? '', password });
    await page.finish();
  });

  test('is the one that was last used in this browser, also for another person', async () => {
    const visitor = new Visitor();
    await withCode(visitor);
    const again = await open(visitor, { prompt: 'login' });
    await again.post({ identifier: 'stranger@example.com' });
    const { messages } = (await (await fetch(`${issuer.url}/inbox.json?to=stranger@example.com&wait=5`)).json()) as {
      messages: { text: string }[];
    };
    expect(messages).toHaveLength(1);
    expect(visitor.cookies().find(([name]) => name === 'mandate_way')?.[1]).toBe('email-code');
    // A person whom the application suggests has not requested a code yet.
    const hinted = await open(visitor, { prompt: 'login', login_hint: 'stranger@example.com' });
    expect(shownIn(hinted.first)).toMatchObject({ main: 'email-code', password: false });
    expect(shownIn(hinted.first).ways).toContain('password');
    const chosen = await hinted.post({ way: 'password', identifier: 'stranger@example.com' });
    expect(shownIn(chosen)).toMatchObject({ isChosen: true, password: true });
  });

  test('is none that the policy does not take, and no passkey where none was used', async () => {
    const visitor = new Visitor();
    await withCode(visitor);
    await setPolicy(issuer, { first: ['passkey', 'password'] });
    const { post } = await open(visitor, { prompt: 'login' });
    expect(shownIn(await post({ identifier: 'someone@example.com' }))).toMatchObject({ password: true });
  });

  test('is the same for identifiers with and without an account, passkey or password', async () => {
    const [user, passkeyUser] = [await newUser(), await newUser()];
    await givePasskey(issuer, passkeyUser.id);
    const bare = await addUser(issuer.database.prisma, { passwordHash: null });
    const texts = [];
    for (const { email } of [user, passkeyUser, bare, { email: 'unknown@example.com' }]) {
      const { post } = await open();
      const text = await post({ identifier: email ?? '' });
      texts.push(
        text
          .replaceAll(email ?? '', 'E')
          .replace(/action="[^"]*"/g, '')
          .replace(/id="passkey-options"[^<]*/, ''),
      );
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('is kept after a wrong password, with the problem; a lock names what still works', async () => {
    const { email } = await newUser();
    const { post } = await open();
    const text = await post({ identifier: email ?? '', password: 'wrong' });
    expect(shownIn(text)).toMatchObject({ isChosen: true, password: true });
    expect(text).toContain('Incorrect email, username or password.');
  });
});

test('a reset and a sign-up begin with the identifier that was typed', async () => {
  await setPolicy(issuer, { signUp: { isOpen: true } });
  for (const way of ['reset', 'sign-up']) {
    const { post } = await open();
    expect(await post({ way, identifier: 'ada@example.com' })).toMatch(
      /<input id="identifier"[^>]*value="ada@example.com"/,
    );
  }
});
