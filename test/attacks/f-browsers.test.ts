import { describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { stepsAt } from '../support/browsers/flow-pages.ts';
import { password } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { startPeople, withCode, withPassword } from './people.ts';

const people = perFile(startPeople);

const signedIn = { next: expect.any(String) };

describe('F1: cookies that Eve planted before Ada signs in', () => {
  test('are not signed in afterwards', async () => {
    const visitor = new Visitor();
    const page = await people.open(visitor);
    const planted = visitor.copy();
    const ada = await people.person();
    await withPassword(page, ada);
    expect(await page.finish()).toMatchObject({ sub: ada.id });
    for (const [browser, error] of [
      [visitor, null],
      [planted, 'login_required'],
    ] as const) {
      const { url } = await people.web.start({ prompt: 'none' });
      const left = await browser.follow(url, people.issuer.publicUrl);
      expect('left' in left && left.left.searchParams.get('error')).toBe(error);
    }
  });
});

describe('F1: a sign-in of Eve that she planted in the browser of Ada, by the cookies that another host can set', () => {
  /** The browser of Ada, in which the cookies of a page of Eve are. */
  async function planted() {
    const eves = await people.open();
    const adas = await stepsAt(eves.visitor.copy(/mandate_(sign_in|resume)/), eves.url);
    return { eves, adas };
  }

  test('does not sign Eve in when Ada answers it', async () => {
    const ada = await people.person();
    const { eves, adas } = await planted();
    expect(await adas.answer({ identifier: ada.username ?? '', password })).toMatchObject(signedIn);
    for (const work of [() => eves.get(), () => eves.answer({ way: 'sign-up' })])
      expect((await work()).next).toBeUndefined();
    const { url } = await people.web.start({ prompt: 'none' });
    const resumed = await eves.visitor.follow(adas.shown().next ?? '', people.issuer.publicUrl);
    expect(resumed).toMatchObject({ response: { status: 400 } });
    const left = await eves.visitor.follow(url, people.issuer.publicUrl);
    expect('left' in left && left.left.searchParams.get('error')).toBe('login_required');
  });

  test('does not let Eve set the password after the code of Ada', async () => {
    await people.policy({ signUp: { isOpen: true } });
    const { eves, adas } = await planted();
    const email = 'ada.planted@example.com';
    await adas.answer({ way: 'sign-up' });
    const code = await people.codeAfter(email, () => adas.answer({ identifier: email }));
    expect(await adas.answer({ code })).toMatchObject({ step: { name: 'fields' } });
    expect(await eves.get()).toMatchObject({ version: 0, step: { name: 'identify' } });
    await eves.answer({ step: 'fields', version: '3', password: 'a password of Eve' });
    expect(await people.prisma.user.findUnique({ where: { email } })).toBeNull();
  });
});

describe('F2: a page of Eve that Ada opens', () => {
  test('is not there in her browser, so she cannot sign in for Eve, nor continue what Eve has begun', async () => {
    const eve = await people.person();
    const eves = await people.open();
    await withPassword(eves, eve);
    const adas = new Visitor();
    for (const method of ['GET', 'POST']) {
      const response = await adas.fetch(eves.url, { method });
      expect([200, 303]).not.toContain(response.status);
    }
  });
});

describe('F5: an answer that is sent again', () => {
  test('an answer to another flow, step or version changes nothing there', async () => {
    const ada = await people.personWithApp();
    const [one, other] = [await people.open(), await people.open()];
    const asked = await withPassword(one, ada);
    expect(asked).toMatchObject({ step: { name: 'totp' } });
    const code = ada.code();
    const replay = { step: 'totp', version: String(asked.version), code };
    expect(await other.answer(replay)).toMatchObject({ step: { name: 'identify' } });
    expect(await one.answer({ code })).toMatchObject(signedIn);
    // Once a flow has ended, an answer leads to its end and changes nothing.
    const events = await people.prisma.event.count();
    expect(await one.answer({ ...replay, code: '000000' })).toMatchObject(signedIn);
    expect(await people.prisma.event.count()).toBe(events);
  });

  test('an answer after the person has canceled signs no one in, at any step', async () => {
    const ada = await people.person();
    const page = await people.open();
    const canceled = await page.answer({ answer: 'no' });
    expect(canceled).toMatchObject(signedIn);
    const events = await people.prisma.event.count();
    for (const again of [() => withPassword(page, ada), () => page.answer({ way: 'sign-up' }), () => page.get()])
      expect(await again()).toEqual({ status: 200, next: canceled.next });
    expect(await people.prisma.event.count()).toBe(events);
    const left = await page.visitor.follow(new URL(canceled.next ?? '', page.url), people.issuer.publicUrl);
    expect('left' in left && left.left.searchParams.get('error')).toBe('access_denied');
  });
});

describe('F8: a forged host', () => {
  test('is in no address that a page or a mail contains', async () => {
    const ada = await people.person();
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const visitor = new Visitor((url, init = {}) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(forged)) headers.set(name, value);
      return fetch(url, { ...init, headers });
    });
    const page = await people.open(visitor);
    const shown = await withCode(people, page, ada);
    expect(shown).toMatchObject(signedIn);
    const inbox = await fetch(`${people.issuer.url}/inbox.json?to=${ada.email}`);
    expect(JSON.stringify([shown, await inbox.json()])).not.toContain('evil.example');
    expect(await page.finish()).toMatchObject({ sub: ada.id });
  });
});

test('a flow whose reference another one has goes on', async () => {
  const page = await people.open();
  const { reference = '' } = await page.get();
  const now = people.issuer.clock.now();
  const taken = { reference: reference.replace('-', ''), createdAt: now, touchedAt: now };
  const id = people.issuer.ids.next('signInAttempt');
  await people.prisma.signInAttempt.create({ data: { id, purpose: 'sign-in', ...taken } });
  expect(await withPassword(page, await people.person())).toMatchObject(signedIn);
});
