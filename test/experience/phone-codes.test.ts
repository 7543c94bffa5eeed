import { beforeEach, describe, expect, test } from 'vitest';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addUser, password } from '../support/issuer.ts';
import { setPolicy, sharePages } from '../support/browsers/pages.ts';

/** Codes by SMS. The inbox shows them. */
const { issuer, web } = sharePages();
let people = 0;
const first = ['password', 'email-code', 'phone-code'];
const phone = { countries: ['DE', 'AT'] };
beforeEach(() => policy({ first, phone, signUp: { isOpen: true, verifies: ['phone'] } }));

const policy = (given: object) => setPolicy(issuer, given);
const open = () => openPage(issuer, web);
/** A German mobile number. */
const newNumber = () => `+4915123${String(100_000 + ++people).slice(-6)}`;
const newPassword = 'seven wooden ships at sea';

test('a person signs up with a phone number, and signs in with it: the number is verified, amr is sms', async () => {
  const number = newNumber();
  const page = await open();
  await page.answer({ way: 'sign-up' });
  const asked = await page.answer({ identifier: `0${number.slice(3, 6)} ${number.slice(6)}` });
  expect(asked).toMatchObject({ step: { name: 'code' } });
  await page.answer({ code: await codeFor(issuer, number) });
  await page.answer({ password: newPassword });
  expect(await page.finish()).toMatchObject({ amr: ['sms', 'pwd'] });
  const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { phone: number } });
  expect(user).toMatchObject({ email: null, phoneVerifiedAt: expect.any(Date) });

  issuer.advance(61);
  const again = await open();
  await again.answer({ way: 'phone-code', identifier: number });
  const sent = () => issuer.database.prisma.message.count({ where: { recipient: number, state: 'sent' } });
  await expect.poll(sent).toBe(2);
  await again.answer({ code: await codeFor(issuer, number) });
  expect(await again.finish()).toMatchObject({ sub: user.id, amr: ['sms'] });

  const byPassword = await open();
  await byPassword.answer({ identifier: `${number.slice(0, 3)} ${number.slice(3)}`, password: newPassword });
  expect(await byPassword.finish()).toMatchObject({ sub: user.id, amr: ['pwd'] });
});

test('a new account can need both addresses: neither is stored before both codes are entered', async () => {
  await policy({ first, phone, signUp: { isOpen: true, verifies: ['email', 'phone'] } });
  const [number, email] = [newNumber(), `both${people}@example.com`];
  const page = await open();
  await page.answer({ way: 'sign-up' });
  await page.answer({ identifier: email });
  expect(await page.answer({ code: await codeFor(issuer, email) })).toMatchObject({ step: { name: 'identify' } });
  expect(await page.answer({ identifier: email })).toMatchObject({ problem: { name: 'phone-invalid' } });
  await page.answer({ identifier: number });
  const asked = await page.answer({ code: await codeFor(issuer, number) });
  expect(asked).toMatchObject({ purpose: 'sign-up', step: { name: 'fields' } });
  const { prisma } = issuer.database;
  expect(await prisma.user.count({ where: { OR: [{ email }, { phone: number }] } })).toBe(0);
  await page.answer({ password: newPassword });
  await page.finish();
  const user = await prisma.user.findUniqueOrThrow({ where: { email } });
  expect(user).toMatchObject({ phone: number, emailVerifiedAt: expect.any(Date), phoneVerifiedAt: expect.any(Date) });
});

test('a sign-up with the number of an account becomes a sign-in of its owner', async () => {
  const number = newNumber();
  const user = await addUser(issuer.database.prisma, { phone: number, phoneVerifiedAt: new Date() });
  const page = await open();
  await page.answer({ way: 'sign-up' });
  await page.answer({ identifier: number });
  expect(await page.answer({ code: await codeFor(issuer, number) })).toMatchObject({ next: expect.any(String) });
  expect(await page.finish()).toMatchObject({ sub: user.id });
});

test('a number that was never verified is not enough: the password is required as well', async () => {
  const number = newNumber();
  const user = await addUser(issuer.database.prisma, { phone: number, phoneVerifiedAt: null });
  const page = await open();
  await page.answer({ way: 'phone-code', identifier: number });
  const asked = await page.answer({ code: await codeFor(issuer, number) });
  expect(asked).toMatchObject({ step: { name: 'password' } });
  await page.answer({ password });
  expect(await page.finish()).toMatchObject({ sub: user.id });
  const after = await issuer.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
  expect(after.phoneVerifiedAt).not.toBeNull();
});

test('a forgotten password is set with a code by SMS', async () => {
  const number = newNumber();
  await addUser(issuer.database.prisma, { phone: number, phoneVerifiedAt: new Date() });
  const page = await open();
  await page.answer({ way: 'reset' });
  await page.answer({ identifier: number });
  expect(await page.answer({ code: await codeFor(issuer, number) })).toMatchObject({ step: { name: 'new-password' } });
  await page.answer({ password: newPassword });
  expect(await page.answer({ identifier: number, password: newPassword })).toMatchObject({ next: expect.any(String) });
});

describe('no SMS is sent', () => {
  test.each([
    ['premium', '+49 900 1234567', 'phone-refused'],
    ['shared-cost', '+49 180 1234567', 'phone-refused'],
    ['fixed', '+49 30 901820', 'phone-refused'],
    ['foreign', '+1 202 555 0123', 'phone-refused'],
    ['no', 'my phone', 'email-invalid'],
    ['invalid', '+49 1', 'phone-invalid'],
  ])('a %s number (%s) gets none', async (_kind, identifier, problem) => {
    const page = await open();
    expect(await page.answer({ way: 'phone-code', identifier })).toMatchObject({
      status: 422,
      problem: { name: problem },
    });
    expect(await issuer.database.prisma.message.count({ where: { channel: 'sms', recipient: identifier } })).toBe(0);
  });

  test('a number gets none before a minute has passed, nor more than three in ten minutes, with one event', async () => {
    const number = newNumber();
    const page = await open();
    const request = () => page.answer({ way: 'phone-code', identifier: number });
    await request();
    issuer.advance(50);
    expect(await request()).toMatchObject({ status: 429, problem: { name: 'too-soon' } });
    for (let count = 1; count < 3; count++) {
      issuer.advance(61);
      expect(await request()).toMatchObject({ status: 200 });
    }
    issuer.advance(61);
    expect(await request()).toMatchObject({ status: 429, problem: { name: 'too-many-messages' } });
    await request();
    const { prisma } = issuer.database;
    expect(await prisma.message.count({ where: { recipient: number, template: 'sign-in-code' } })).toBe(3);
    const events = await prisma.event.findMany({ where: { type: 'Message.RateLimited' } });
    expect(events.filter(({ data }) => (data as { recipient: string }).recipient === number)).toHaveLength(1);
  });

  test('a hundred numbers of a country at most get one in an hour', async () => {
    issuer.advance(3600);
    const page = await open();
    for (let count = 0; count < 100; count++) {
      const number = `+436641${String(200_000 + count).slice(-6)}`;
      expect(await page.answer({ way: 'phone-code', identifier: number })).toMatchObject({ status: 200 });
    }
    const refused = await page.answer({ way: 'phone-code', identifier: '+436641300000' });
    expect(refused).toMatchObject({ status: 429, problem: { name: 'too-many-messages' } });
    expect(await page.answer({ way: 'phone-code', identifier: newNumber() })).toMatchObject({ status: 200 });
  });

  test('requests for one number too often are not counted for others of its country', async () => {
    issuer.advance(3600);
    const page = await open();
    const number = newNumber();
    for (let count = 0; count < 100; count++) await page.answer({ way: 'phone-code', identifier: number });
    expect(await page.answer({ way: 'phone-code', identifier: newNumber() })).toMatchObject({ status: 200 });
  });

  test('a policy without the countries to which they may be sent is refused', () => {
    for (const given of [{ first }, { signUp: { verifies: ['phone'] } }])
      expect(signInPolicySchema.safeParse(given).success).toBe(false);
  });
});
