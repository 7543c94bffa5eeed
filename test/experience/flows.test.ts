import { beforeEach, describe, expect, test } from 'vitest';
import { eventTypesAbout } from '../support/events-about.ts';
import { codeFor as codeIn, openPage, type ShownPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';

/** People who sign in with a code, and reset their passwords, through the JSON of the pages. */
const { issuer, web } = sharePages();
let people = 0;
beforeEach(() => policy({ signUp: { isOpen: true } }));

const policy = (given: object) => setPolicy(issuer, given);
const newAddress = () => `person${++people}@example.com`;
const newPassword = 'seven wooden ships at sea';

const open = () => openPage(issuer, web);
const codeFor = (address: string) => codeIn(issuer, address);
/** Templates of the messages to an address, the oldest first, and which of them are withheld. */
const messagesTo = async (recipient: string) => {
  const rows = await issuer.database.prisma.message.findMany({ where: { recipient }, orderBy: { id: 'asc' } });
  return rows.map(({ template, state }) => (state === 'withheld' ? `${template} withheld` : template));
};
const eventsOf = (id: string) => eventTypesAbout(issuer, id);
const userOf = (email: string) => issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });

test('answers are counted by their outcome', async () => {
  const countOf = async (outcome: string) => {
    const text = await (await fetch(`${issuer.url}/metrics`)).text();
    const line = new RegExp(`^mandate_sign_in_answers_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text);
    return Number(line?.[1] ?? 0);
  };
  const outcomes = ['continued', 'wrong-code', 'finished'];
  const before = await Promise.all(outcomes.map(countOf));
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  const page = await open();
  await page.answer({ way: 'email-code', identifier: user.email ?? '' });
  const code = await codeFor(user.email ?? '');
  await page.answer({ code: code === '000000' ? '000001' : '000000' });
  await page.answer({ code });
  expect(await Promise.all(outcomes.map(countOf))).toEqual(before.map((count) => count + 1));
});

/** Requests five codes in as little time as the limits allow, and is refused another one. */
async function requestUntilLimited(request: () => ReturnType<Awaited<ReturnType<typeof open>>['answer']>) {
  await request();
  expect(await request()).toMatchObject({ status: 429, problem: { name: 'too-soon' } });
  for (let count = 1; count < 5; count++) {
    issuer.advance(31);
    expect(await request()).toMatchObject({ status: 200 });
  }
  issuer.advance(31);
  expect(await request()).toMatchObject({ status: 429, problem: { name: 'too-many-messages' } });
}

describe('a code by email', () => {
  test('signs a person in', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    expect(await page.answer({ way: 'email-code', identifier: user.email ?? '' })).toMatchObject({
      step: { name: 'code' },
    });
    const code = await codeFor(user.email ?? '');
    expect(await page.answer({ code })).toMatchObject({ status: 200, next: expect.any(String) });
    const claims = await page.finish();
    expect(claims).toMatchObject({ sub: user.id });
    expect(await eventsOf(user.id)).toEqual(['PostSignIn']);
  });

  test('is not sent to an unknown address while sign-up is closed, and the response is the same', async () => {
    await policy({});
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const [known, unknown] = [await open(), await open()];
    const address = newAddress();
    const told = await known.answer({ way: 'email-code', identifier: user.email ?? '' });
    const untold = await unknown.answer({ way: 'email-code', identifier: address });
    const blank = (shown: ShownPage) => JSON.stringify({ ...shown, reference: '' });
    expect(blank(untold)).toBe(blank(told));
    expect(await messagesTo(address)).toEqual(['no-account']);
  });

  test('is replaced once a day by a mail that there is no account, also for a forgotten password', async () => {
    await policy({});
    const address = newAddress();
    const page = await open();
    await page.answer({ way: 'email-code', identifier: address });
    issuer.advance(60);
    await page.answer({ way: 'sign-in' });
    await page.answer({ way: 'reset' });
    expect(await page.answer({ identifier: address })).toMatchObject({ step: { name: 'code' } });
    expect(await messagesTo(address)).toEqual(['no-account', 'no-account withheld']);
    issuer.advance(86_400);
    await (await open()).answer({ way: 'email-code', identifier: address });
    expect((await messagesTo(address)).slice(2)).toEqual(['no-account']);
    await policy({ signUp: { isOpen: true } });
    issuer.advance(86_400);
    const reset = await open();
    await reset.answer({ way: 'reset' });
    await reset.answer({ identifier: address });
    expect((await messagesTo(address)).slice(3)).toEqual(['reset-code withheld']);
  });

  test('the mail that there is no account has the same limits as a code', async () => {
    await policy({});
    const address = newAddress();
    const page = await open();
    const request = () => page.answer({ way: 'email-code', identifier: address });
    await requestUntilLimited(request);
    expect((await messagesTo(address)).filter((template) => template.startsWith('no-account'))).toHaveLength(5);
  });

  test('is sent at most once in 30 seconds and five times in ten minutes, with one event for more', async () => {
    const address = newAddress();
    const page = await open();
    const request = () => page.answer({ way: 'email-code', identifier: address });
    await requestUntilLimited(request);
    await request();
    const { prisma } = issuer.database;
    expect(await prisma.message.count({ where: { recipient: address, template: 'sign-in-code' } })).toBe(5);
    const events = await prisma.event.findMany({ where: { type: 'Message.RateLimited' } });
    expect(events.filter(({ data }) => (data as { recipient: string }).recipient === address)).toMatchObject([
      { data: { action: 'sign-in', recipient: address } },
    ]);
  });

  test('a code for an address that was never verified is not enough: the password is required as well', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: null });
    const page = await open();
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    const asked = await page.answer({ code: await codeFor(user.email ?? '') });
    expect(asked).toMatchObject({ step: { name: 'password' } });
    expect(await page.answer({ password: 'wrong password' })).toMatchObject({ problem: { name: 'wrong-password' } });
    expect(await page.answer({ password })).toMatchObject({ next: expect.any(String) });
    expect((await userOf(user.email ?? '')).emailVerifiedAt).not.toBeNull();
  });

  test('a sign-in to such an address cannot be completed with the password of another account', async () => {
    const { prisma } = issuer.database;
    const victim = await addUser(prisma, { emailVerifiedAt: null });
    const attacker = await addUser(prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    await page.answer({ way: 'email-code', identifier: victim.email ?? '' });
    await page.answer({ code: await codeFor(victim.email ?? '') });
    // The flow begins again with the other address.
    const again = await page.answer({ way: 'email-code', identifier: attacker.email ?? '' });
    expect(again).toMatchObject({ step: { name: 'code' } });
    await page.answer({ step: 'password', password });
    expect(await page.answer({ code: await codeFor(attacker.email ?? '') })).toMatchObject({
      next: expect.any(String),
    });
    expect((await page.finish())?.sub).toBe(attacker.id);
    expect(await eventsOf(victim.id)).toEqual([]);
  });

  test('is not taken when the policy does not take it', async () => {
    await policy({ first: ['password'] });
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    expect(await page.answer({ way: 'email-code', identifier: user.email ?? '' })).toMatchObject({ status: 422 });
    expect(await issuer.database.prisma.message.count({ where: { recipient: user.email ?? '' } })).toBe(0);
  });
});

describe('a forgotten password', () => {
  async function reset(email: string) {
    const page = await open();
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: email });
    return page;
  }

  test('is replaced with a code: sessions end, no session begins, and the new password works', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const email = user.email ?? '';
    const { tokens } = await web.signIn(email);
    const page = await reset(email);
    expect(await page.answer({ code: await codeFor(email) })).toMatchObject({ step: { name: 'new-password' } });
    const again = await page.answer({ password: newPassword });
    expect(again).toMatchObject({ status: 200, purpose: 'sign-in', step: { name: 'identify' } });
    expect(again.next).toBeUndefined();
    const reset_ = ['User.Data.Updated', 'User.Sessions.Ended', 'PostResetPassword'];
    expect(await eventsOf(user.id)).toEqual(['PostSignIn', ...reset_]);
    const authorization = `Bearer ${tokens.access_token}`;
    expect((await fetch(`${issuer.issuer}/me`, { headers: { authorization } })).status).toBe(401);
    expect(await page.answer({ identifier: email, password })).toMatchObject({ problem: { name: 'wrong-password' } });
    expect(await page.answer({ identifier: email, password: newPassword })).toMatchObject({ next: expect.any(String) });
    const notices = await issuer.database.prisma.message.findMany({ where: { recipient: email } });
    expect(notices.map(({ template }) => template)).toEqual(expect.arrayContaining(['reset-code', 'password-changed']));
  });

  test.each([
    ['without an account', () => Promise.resolve(newAddress())],
    [
      'that was never verified',
      async () => (await addUser(issuer.database.prisma, { emailVerifiedAt: null })).email ?? '',
    ],
    [
      'of a suspended user',
      async () =>
        (await addUser(issuer.database.prisma, { emailVerifiedAt: new Date(), suspendedAt: new Date() })).email ?? '',
    ],
  ])('is not reset by an address %s: no code is sent', async (_name, make) => {
    const email = await make();
    await reset(email);
    const { state } = await issuer.database.prisma.message.findFirstOrThrow({ where: { recipient: email } });
    expect(state).toBe('withheld');
  });
});

describe('the identifier of an answer', () => {
  test('does not change whose attempts a code counts for', async () => {
    const { prisma } = issuer.database;
    const user = await addUser(prisma, { emailVerifiedAt: new Date() });
    const other = await addUser(prisma, { emailVerifiedAt: new Date() });
    for (let round = 0; round < 2; round++) {
      const page = await open();
      await page.answer({ way: 'email-code', identifier: user.email ?? '' });
      const code = await codeFor(user.email ?? '');
      const wrong = code === '000000' ? '000001' : '000000';
      for (let attempt = 0; attempt < 5; attempt++)
        await page.answer({ code: wrong, identifier: other.username ?? '' });
      issuer.advance(31);
    }
    const lockouts = await prisma.event.findMany({ where: { type: 'Identifier.Lockout' } });
    expect(lockouts.map(({ subjectId }) => subjectId)).toEqual([user.id]);
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'a long identifier with the way "%s" is no internal error',
    async (way) => {
      const page = await open();
      expect((await page.answer({ way, identifier: '\uFDFA'.repeat(512), password })).status).toBe(422);
    },
  );

  test('an unknown way is no answer: a code with it is not compared', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    const code = await codeFor(user.email ?? '');
    const outdated = { status: 422, step: { name: 'code' }, problem: { name: 'page-outdated' } };
    expect(await page.answer({ way: 'download', code })).toMatchObject(outdated);
    expect(await page.answer({ code })).toMatchObject({ next: expect.any(String) });
  });
});

describe('an answer', () => {
  test('an answer that is sent twice at the same time signs in once, and both lead to the same end', async () => {
    const user = await addUser(issuer.database.prisma);
    const page = await open();
    const fields = { step: 'identify', version: '0', identifier: user.username ?? '', password };
    const both = await Promise.all([page.answer(fields), page.answer(fields)]);
    expect(both.filter(({ next }) => next !== undefined).length).toBeGreaterThanOrEqual(1);
    expect(await eventsOf(user.id)).toEqual(['PostSignIn']);
    const [flow] = await issuer.database.prisma.signInAttempt.findMany({ where: { userId: user.id } });
    expect(flow?.state).toBe('finished');
  });

  test('an answer to an outdated page changes nothing, and shows the present step', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await open();
    await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    for (const outdated of [{ version: '0' }, { step: 'identify' }])
      expect(await page.answer({ ...outdated, code: '123456' })).toMatchObject({
        status: 422,
        problem: { name: 'page-outdated' },
        step: { name: 'code' },
      });
  });

  test('an answer that is sent again after the end leads to the same end', async () => {
    const user = await addUser(issuer.database.prisma);
    const page = await open();
    const first = await page.answer({ identifier: user.username ?? '', password });
    const second = await page.answer({ step: 'identify', version: '0', identifier: user.username ?? '', password });
    expect(new URL(second.next ?? '').pathname).toBe(new URL(first.next ?? '').pathname);
    expect(await eventsOf(user.id)).toEqual(['PostSignIn']);
  });

  test('an answer to a German page has German texts', async () => {
    const page = await open();
    const headers = { 'accept-language': 'de-CH, de;q=0.9, en;q=0.5' };
    const response = await page.visitor.fetch(page.url, { headers });
    expect(response.headers.get('content-language')).toBe('de');
    const text = await response.text();
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain('E-Mail oder Benutzername');
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
