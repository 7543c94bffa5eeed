import { beforeAll, describe, expect, test } from 'vitest';
import * as client from 'openid-client';
import { languages } from '../../src/vocabulary/languages.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';

/** The values of `prompt` that an application can request. */
const { issuer, web } = sharePages();
let [ada, grace]: Awaited<ReturnType<typeof addUser>>[] = [];
beforeAll(async () => {
  [ada, grace] = [await addUser(issuer.database.prisma), await addUser(issuer.database.prisma)];
});

const open = (prompt: string, visitor = new Visitor()) => openPage(issuer, web, { visitor, parameters: { prompt } });
const asGrace = () => ({ identifier: grace?.username ?? '', password });

test('the discovery document lists the prompts and the languages of the pages', () => {
  const { prompt_values_supported: prompts, ui_locales_supported: locales } = web.config.serverMetadata();
  expect(prompts).toEqual(['none', 'select_account', 'login', 'consent', 'create']);
  expect(locales).toEqual(languages);
});

test('another prompt is refused', async () => {
  const { url } = await web.start({ prompt: 'register' });
  const step = await new Visitor().follow(url, issuer.publicUrl);
  expect('left' in step && step.left.searchParams.get('error')).toBe('invalid_request');
});

describe('prompt=create', () => {
  test('begins a sign-up, and ends in the application as a new person', async () => {
    await setPolicy(issuer, { signUp: { isOpen: true, verifies: [], requires: ['username', 'password'] } });
    const page = await open('create');
    expect(await page.get()).toMatchObject({ purpose: 'sign-up', step: { name: 'fields' } });
    await page.answer({ username: 'created', password: 'seven wooden ships at sea' });
    const { id } = await issuer.database.prisma.user.findUniqueOrThrow({ where: { username: 'created' } });
    expect((await page.finish())?.sub).toBe(id);
  });

  test('begins a sign-up for someone who is signed in, too, and replaces the session', async () => {
    const { visitor } = await web.signIn(ada?.username ?? '');
    const page = await open('create', visitor);
    expect(await page.get()).toMatchObject({ purpose: 'sign-up' });
    await page.answer({ username: 'replacing', password: 'seven wooden ships at sea' });
    expect((await page.finish())?.sub).not.toBe(ada?.id);
  });

  test('leaves the way to sign in instead', async () => {
    const page = await open('create');
    await page.answer({ way: 'sign-in' });
    await page.answer(asGrace());
    expect((await page.finish())?.sub).toBe(grace?.id);
  });

  test('shows that sign-up is closed, and leads on to the sign-in', async () => {
    await setPolicy(issuer, {});
    const page = await open('create');
    expect(await page.get()).toMatchObject({ status: 403, refused: { reason: 'sign-up-closed' } });
    expect(await page.answer({ way: 'sign-in' })).toMatchObject({ purpose: 'sign-in' });
  });

  test('is the same in a request that was pushed', async () => {
    const { url } = await web.start({ prompt: 'create' });
    const pushed = await client.buildAuthorizationUrlWithPAR(web.config, url.searchParams);
    const visitor = new Visitor();
    const step = await visitor.follow(pushed, issuer.publicUrl);
    expect('response' in step && (await step.response.text())).toContain('New accounts cannot be created here.');
  });
});

describe('prompt=select_account', () => {
  const choices = { properties: { answer: { enum: ['continue', 'other'] } }, required: ['answer'] };

  test('asks who is signed in whether to go on, and goes on in the same session', async () => {
    const { visitor } = await web.signIn(ada?.username ?? '');
    const page = await open('select_account', visitor);
    const account = { applicationName: 'Demo & Co <Shop>', userName: ada?.name, identifier: ada?.email };
    const step = { name: 'select-account', fields: choices, ways: ['cancel'], details: { account } };
    expect(await page.get()).toMatchObject({ status: 200, step });
    expect(await page.answer({ answer: 'perhaps' })).toMatchObject({ step });
    await page.answer({ answer: 'continue' });
    expect((await page.finish())?.sub).toBe(ada?.id);
  });

  test('lets someone else sign in', async () => {
    const { visitor } = await web.signIn(ada?.username ?? '');
    const page = await open('select_account', visitor);
    const { next = '' } = await page.answer({ answer: 'other' });
    const step = await visitor.follow(next, issuer.publicUrl);
    if ('left' in step) throw new Error('there was no page');
    const answer = await visitor.post(step.url, asGrace());
    const back = await visitor.follow(answer.headers.get('location') ?? '', issuer.publicUrl);
    expect('left' in back && back.left.searchParams.has('code')).toBe(true);
  });

  test('is followed by the sign-in that the request asks for besides', async () => {
    const { visitor } = await web.signIn(ada?.username ?? '');
    const page = await open('select_account login', visitor);
    const { next = '' } = await page.answer({ answer: 'continue' });
    const step = await visitor.follow(next, issuer.publicUrl);
    expect('response' in step && (await step.response.text())).toContain('<h1>Sign in</h1>');
  });

  test('gives a cancellation to the application', async () => {
    const { visitor } = await web.signIn(ada?.username ?? '');
    const page = await open('select_account', visitor);
    const { next = '' } = await page.answer({ way: 'cancel' });
    const back = await visitor.follow(next, issuer.publicUrl);
    expect('left' in back && back.left.searchParams.get('error')).toBe('access_denied');
  });

  test('is a sign-in for someone without a session', async () => {
    expect(await (await open('select_account')).get()).toMatchObject({ step: { name: 'identify' } });
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
