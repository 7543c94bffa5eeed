import { describe, expect, test } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { guess, type Page, type Person, sized, startPeople, times, withPassword } from './people.ts';

const people = perFile(startPeople);

const signedIn = { next: expect.any(String) };
const ended = ({ next }: { next?: string }) => next !== undefined;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** A page that waits for the code in a mail to Ada. */
async function awaitingCode(ada: Person): Promise<{ page: Page; code: string }> {
  const page = await people.open();
  const request = () => page.answer({ way: 'email-code', identifier: ada.email ?? '' });
  return { page, code: await people.codeAfter(ada.email, request) };
}
const signIns = (userId: string) => people.prisma.event.count({ where: { type: 'PostSignIn', subjectId: userId } });
/** Answers that were compared and wrong. */
const compared = (userId: string) =>
  people.prisma.flowEntry.count({ where: { outcome: 'wrong', reason: 'wrong-code', flow: { userId } } });

describe('B1, B2: a code', () => {
  const size = sized(60, 200);

  test(`at most five of ${size} wrong guesses at the same time are compared, then the right one is refused`, async () => {
    const ada = await people.person();
    const { page, code } = await awaitingCode(ada);
    const answers = await times(size, () => guess(page, { code: wrong(code) }));
    expect(answers.filter(ended)).toEqual([]);
    expect(await compared(ada.id)).toBe(5);
    expect(await guess(page, { code })).toMatchObject({ status: 422, problem: { name: 'code-expired' } });
    expect(await signIns(ada.id)).toBe(0);
  });

  test(`entered rightly ${size} times at the same time signs in once`, async () => {
    const ada = await people.person();
    const { page, code } = await awaitingCode(ada);
    await times(size, () => guess(page, { code }));
    expect(await signIns(ada.id)).toBe(1);
    expect(await people.prisma.device.count({ where: { userId: ada.id } })).toBe(1);
    expect(await page.finish()).toMatchObject({ sub: ada.id });
  });

  test('is of no use in another browser, whose page did not request it', async () => {
    const ada = await people.person();
    const { code } = await awaitingCode(ada);
    const eves = await people.open();
    expect(await eves.answer({ step: 'code', code })).toMatchObject({ step: { name: 'identify' } });
    expect(await signIns(ada.id)).toBe(0);
  });
});

test('B3: new codes bring no more tries: ten wrong ones lock the address across codes and flows', async () => {
  const ada = await people.person();
  const problems: unknown[] = [];
  for (let round = 0; round < 3; round++) {
    const { page, code } = await awaitingCode(ada);
    for (let guess = 0; guess < 5; guess++) problems.push((await page.answer({ code: wrong(code) })).problem?.name);
    people.issuer.advance(31);
  }
  expect(problems.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'wrong-code'));
  expect(problems.slice(9)).toEqual(Array.from({ length: 6 }, () => 'locked'));
  const { page, code } = await awaitingCode(ada);
  expect(await page.answer({ code })).toMatchObject({ status: 429, problem: { name: 'locked' } });
  expect(await people.lockouts(ada.id)).toBe(1);
});

describe('B4, B5: passwords', () => {
  test('are counted once for an account, over identifiers, flows, browsers and the order of steps', async () => {
    const ada = await people.person({ emailVerifiedAt: null });
    for (let guess = 0; guess < 5; guess++) {
      const identifier = (guess % 2 ? ada.username : ada.email) ?? '';
      await (await people.open()).answer({ identifier, password: 'wrong' });
    }
    // An address that was never verified: after the code the password is required, in a step of its own.
    const { page, code } = await awaitingCode(ada);
    expect(await page.answer({ code })).toMatchObject({ step: { name: 'password' } });
    for (let guess = 0; guess < 4; guess++)
      expect(await page.answer({ password: 'wrong' })).toMatchObject({ problem: { name: 'wrong-password' } });
    expect(await page.answer({ password: 'wrong' })).toMatchObject({ status: 429, problem: { name: 'locked' } });
    // Before a verification the lock is only shown for an identifier with which it was reached.
    expect(await withPassword(await people.open(), ada)).toMatchObject({ problem: { name: 'wrong-password' } });
    expect(await people.lockouts(ada.id)).toBe(1);
  });

  test('are counted on after a change of the purpose or of the page', async () => {
    const ada = await people.person();
    const page = await people.open();
    for (let guess = 0; guess < 10; guess++) {
      await page.answer({ way: 'reset' });
      await page.answer({ way: 'sign-in' });
      await withPassword(page, ada, 'wrong');
    }
    expect(await withPassword(page, ada)).toMatchObject({ problem: { name: 'locked' } });
  });
});

describe('B6, B7: the codes of an app', () => {
  test('are guessed five times: then the flow begins again, and the limit outlives it', async () => {
    const ada = await people.personWithApp();
    const page = await people.open();
    await withPassword(page, ada);
    const fail = () => page.answer({ code: wrong(ada.code()) });
    for (let attempt = 1; attempt < 5; attempt++)
      expect(await fail()).toMatchObject({ status: 422, problem: { name: 'wrong-code' } });
    expect(await fail()).toMatchObject({ status: 429, step: { name: 'identify' }, problem: { name: 'locked' } });
    expect(await people.lockouts(ada.id)).toBe(1);
    await withPassword(page, ada);
    expect(await page.answer({ code: ada.code() })).toMatchObject({ status: 429, problem: { name: 'locked' } });
    people.issuer.advance(16 * 60);
    const later = await people.open();
    await withPassword(later, ada);
    expect(await later.answer({ code: ada.code() })).toMatchObject(signedIn);
  });

  test(`five of ${sized(40, 200)} guesses at the same time are compared`, async () => {
    const ada = await people.personWithApp();
    const page = await people.open();
    await withPassword(page, ada);
    await times(sized(40, 200), () => guess(page, { code: wrong(ada.code()) }));
    expect(await compared(ada.id)).toBe(5);
    expect(await people.lockouts(ada.id)).toBe(1);
  });

  test('are accepted once, also at the same time in two browsers', async () => {
    const ada = await people.personWithApp();
    const pages = [await people.open(), await people.open(), await people.open()];
    for (const page of pages) await withPassword(page, ada);
    const code = ada.code();
    const answers = await Promise.all(pages.map((page) => page.answer({ code })));
    expect(answers.filter(ended)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem?.name === 'wrong-code')).toHaveLength(2);
  });
});
