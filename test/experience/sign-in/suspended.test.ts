import { beforeAll, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { newLink, linkBrowser } from '../../support/browsers/links.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { appUsers } from '../../support/totp.ts';

/** People who are suspended, on the pages. */
const { issuer, web } = sharePages();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});

const suspended = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date(), suspendedAt: new Date() });
const refusal = {
  status: 403,
  step: null,
  refused: { reason: 'account-suspended', text: expect.any(String) as string },
};
const wrong = { status: 422, problem: { name: 'wrong-password' } };
/** Why an attempt was refused, for administrators. */
const entriesOf = async (reference = '') => {
  const query = `query ($reference: String!) { signInAttempts(filter: { reference: $reference }) {
    nodes { user { id } entries { outcome reason } } } }`;
  return (await administrator.ask(query, { reference })).signInAttempts.nodes[0];
};

test('a suspended person reads after the right password that the account cannot be used, with a reference', async () => {
  const user = await suspended();
  const page = await openPage(issuer, web);
  expect(await page.answer({ identifier: user.email ?? '', password: 'wrong' })).toMatchObject(wrong);
  const { reference, ...shown } = await page.answer({ identifier: user.email ?? '', password });
  expect(shown).toMatchObject(refusal);
  expect(reference).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const html = await page.visitor.fetch(page.url, { headers: { accept: 'text/html' } });
  expect(html.status).toBe(403);
  const text = await html.text();
  expect(text).toContain('This account cannot be used. Ask your administrator for help.');
  expect(text).toContain(`Reference: <bdi>${reference}</bdi>`);
  expect(await entriesOf(reference)).toEqual({
    user: { id: user.id },
    entries: [
      { outcome: 'WRONG', reason: 'WRONG_PASSWORD' },
      { outcome: 'VERIFIED', reason: null },
      { outcome: 'REFUSED', reason: 'ACCOUNT_SUSPENDED' },
    ],
  });
  const { id } = user;
  expect(await issuer.database.prisma.event.count({ where: { type: 'PostSignIn', subjectId: id } })).toBe(0);
});

test('the reference of a refusal after a code leads to its reason, too', async () => {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  const page = await openPage(issuer, web);
  await page.answer({ way: 'email-code', identifier: user.email ?? '' });
  const code = await codeFor(issuer, user.email ?? '');
  await issuer.database.prisma.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
  const { reference, ...shown } = await page.answer({ code });
  expect(shown).toMatchObject(refusal);
  expect((await entriesOf(reference)).entries.at(-1)).toEqual({ outcome: 'REFUSED', reason: 'ACCOUNT_SUSPENDED' });
});

test('no second factor is required before', async () => {
  const user = await appUsers(issuer)();
  await issuer.database.prisma.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
  const page = await openPage(issuer, web);
  expect(await page.answer({ identifier: user.username ?? '', password })).toMatchObject(refusal);
});

test('the right password ends no lock, and is not compared while one applies', async () => {
  const user = await suspended();
  const answer = async (given: string) =>
    (await openPage(issuer, web)).answer({ identifier: user.email ?? '', password: given });
  for (let attempt = 0; attempt < 9; attempt++) expect(await answer('wrong')).toMatchObject(wrong);
  const locked = { status: 429, problem: { name: 'locked' } };
  expect(await answer('wrong')).toMatchObject(locked);
  expect(await answer(password)).toMatchObject(locked);
});

test('a person who is suspended while signing in is refused, and so is a link', async () => {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: null });
  const page = await openPage(issuer, web);
  await page.answer({ way: 'email-code', identifier: user.email ?? '' });
  expect(await page.answer({ code: await codeFor(issuer, user.email ?? '') })).toMatchObject({
    step: { name: 'password' },
  });
  const origin = { requestId: 'req_test', channel: 'rest' } as const;
  const link = await newLink(issuer, { userId: user.id });
  await issuer.execute(setUserSuspended, platformActor, { userId: user.id, isSuspended: true }, origin);
  expect(await page.answer({ password })).toMatchObject({ refused: { reason: 'account-suspended' } });
  expect(await linkBrowser().show(link)).toMatchObject({ status: 410 });
});
