import { beforeEach, describe, expect, test } from 'vitest';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';
import { openAlone } from '../support/browsers/standalone-pages.ts';

/** Codes that are entered after their ten minutes, wherever one is asked for. */
const { issuer, web } = sharePages();
const phone = { countries: ['DE'] };
beforeEach(() =>
  setPolicy(issuer, {
    first: ['password', 'email-code', 'phone-code'],
    phone,
    signUp: { isOpen: true, verifies: ['email', 'phone'] },
  }),
);

let people = 0;
const newAddress = () => `late${++people}@example.com`;
const newNumber = () => `+4915123${String(100_000 + ++people)}`;
const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
const open = (opening?: Parameters<typeof openPage>[2]) => openPage(issuer, web, opening);

type Page = Pick<Awaited<ReturnType<typeof open>>, 'visitor' | 'answer' | 'get'>;

/** A page that awaits a code, the address to which it was sent, and what follows the code. */
interface Awaiting {
  page: Page;
  address: string;
  next: object;
}
const signedIn = { next: expect.any(String) as string };
const stepOf = (name: string) => ({ step: { name } });

const flows: Record<string, () => Promise<Awaiting>> = {
  'a sign-in by email': async () => {
    const [page, address] = [await open(), (await newUser()).email ?? ''];
    await page.answer({ way: 'email-code', identifier: address });
    return { page, address, next: signedIn };
  },
  'a sign-in by SMS': async () => {
    const [page, address] = [await open(), newNumber()];
    await addUser(issuer.database.prisma, { phone: address, phoneVerifiedAt: new Date() });
    await page.answer({ way: 'phone-code', identifier: address });
    return { page, address, next: signedIn };
  },
  'a sign-up': async () => {
    const [page, address] = [await open(), newAddress()];
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: address });
    return { page, address, next: stepOf('identify') };
  },
  'the second address of a sign-up': async () => {
    const [page, email, address] = [await open(), newAddress(), newNumber()];
    await page.answer({ way: 'sign-up' });
    await page.answer({ identifier: email });
    await page.answer({ code: await codeFor(issuer, email) });
    await page.answer({ identifier: address });
    return { page, address, next: stepOf('fields') };
  },
  'a forgotten password': async () => {
    const [page, address] = [await open(), (await newUser()).email ?? ''];
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: address });
    return { page, address, next: stepOf('new-password') };
  },
  'a reset without an application': async () => {
    const [page, address] = [await openAlone(issuer, '/reset-password'), (await newUser()).email ?? ''];
    await page.answer({ identifier: address });
    return { page, address, next: stepOf('new-password') };
  },
  'an address that was never verified': async () => {
    const [page, user] = [await open(), await addUser(issuer.database.prisma)];
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    return { page, address: user.email ?? '', next: stepOf('password') };
  },
  'a session that needs a second factor': async () => {
    await setPolicy(issuer, { first: ['email-code'] });
    const { email } = await newUser();
    const address = email ?? '';
    const first = await open();
    await first.answer({ identifier: address });
    await first.answer({ code: await codeFor(issuer, address) });
    await first.finish();
    issuer.advance(31);
    const parameters = { acr_values: 'urn:mandate:level:2' };
    const page = await open({ visitor: first.visitor, parameters });
    await page.answer({ identifier: address });
    return { page, address, next: stepOf('enrol-totp') };
  },
};

describe.each(Object.entries(flows))('a code that is entered too late: %s', (_name, begin) => {
  test('is explained on its own step, which sends another one', async () => {
    const { page, address, next } = await begin();
    const code = await codeFor(issuer, address);
    const way = address.startsWith('+') ? 'phone-code' : 'email-code';
    issuer.advance(601);
    expect(await page.get()).toMatchObject({ status: 200, problem: null, ...stepOf('code') });
    expect(await page.answer({ code })).toMatchObject({
      status: 422,
      problem: { name: 'code-expired', text: 'The code can no longer be used. Request another one.' },
      step: { name: 'code', ways: expect.arrayContaining([way]) },
    });
    const known = (await newest(address))?.id;
    expect(await page.answer({ way })).toMatchObject({ status: 200, problem: null, ...stepOf('code') });
    const sent = await codeAfter(address, known);
    expect(await page.answer({ code: sent })).toMatchObject(next);
  });

  test('is none, however often: it counts for no lock', async () => {
    const { page, address } = await begin();
    const code = await codeFor(issuer, address);
    issuer.advance(601);
    for (let count = 0; count < 12; count++)
      expect(await page.answer({ code })).toMatchObject({ problem: { name: 'code-expired' } });
  });
});

test('the page with an expired code has the text and the button', async () => {
  const [page, { email }] = [await open(), await newUser()];
  const { version } = await page.answer({ way: 'email-code', identifier: email ?? '' });
  issuer.advance(601);
  const answer = await page.visitor.post(page.url, { step: 'code', version: String(version), code: '123456' });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain('The code can no longer be used. Request another one.');
  expect(html).toMatch(/<button name="way" value="email-code"[^>]*>Send another code</);
});

test('an expired code does not keep a person from another way', async () => {
  const [page, user] = [await open(), await newUser()];
  await page.answer({ way: 'email-code', identifier: user.email ?? '' });
  issuer.advance(601);
  expect(await page.answer({ way: 'sign-in' })).toMatchObject(stepOf('identify'));
  expect(await page.answer({ identifier: user.username ?? '', password })).toMatchObject(signedIn);
});

interface Mail {
  id: string;
  code: string | null;
}
async function newest(address: string, query = 'wait=0'): Promise<Mail | undefined> {
  const response = await fetch(`${issuer.url}/inbox.json?to=${encodeURIComponent(address)}&${query}`);
  return ((await response.json()) as { messages: Mail[] }).messages[0];
}
async function codeAfter(address: string, id = ''): Promise<string> {
  return (await newest(address, `after=${id}&wait=10`))?.code ?? '';
}
