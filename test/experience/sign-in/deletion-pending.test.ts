import { beforeAll, expect, test } from 'vitest';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { sharePages } from '../../support/browsers/pages.ts';

/** People who have deleted their accounts, on the pages. */
const { issuer, web } = sharePages();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});

const due = () =>
  addUser(issuer.database.prisma, {
    emailVerifiedAt: new Date(),
    suspendedAt: new Date(),
    deletionDueAt: new Date(Date.now() + 86_400_000),
  });

test('a person reads after the right password that the account is to be deleted, and how to keep it', async () => {
  const user = await due();
  const page = await openPage(issuer, web);
  expect(await page.answer({ identifier: user.email ?? '', password: 'wrong' })).toMatchObject({
    status: 422,
    problem: { name: 'wrong-password' },
  });
  const { reference, ...shown } = await page.answer({ identifier: user.email ?? '', password });
  expect(shown).toMatchObject({ status: 403, step: null, refused: { reason: 'deletion-pending' } });
  const html = await page.visitor.fetch(page.url, { headers: { accept: 'text/html' } });
  expect(await html.text()).toContain('To keep it, open the link in the message about it.');
  const query = `query ($reference: String!) { signInAttempts(filter: { reference: $reference }) {
    nodes { user { id } entries { outcome reason } } } }`;
  expect((await administrator.ask(query, { reference })).signInAttempts.nodes).toEqual([
    {
      user: { id: user.id },
      entries: [
        { outcome: 'WRONG', reason: 'WRONG_PASSWORD' },
        { outcome: 'VERIFIED', reason: null },
        { outcome: 'REFUSED', reason: 'DELETION_PENDING' },
      ],
    },
  ]);
});

test('no one else learns it: without a proof, the answers are those for any account', async () => {
  const answers = [];
  for (const user of [await due(), await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() })]) {
    const page = await openPage(issuer, web);
    const { status, step, refused } = await page.answer({ identifier: user.email ?? '', password: 'wrong' });
    const code = await page.answer({ way: 'email-code', identifier: user.email ?? '' });
    answers.push([status, step?.name, refused, code.status, code.step?.name, code.refused]);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('the explanation of a sign-in states it, with the field that decides', async () => {
  const { id } = await due();
  const query = `query ($input: ExplainSignInInput!) { explainSignIn(input: $input) {
    next { refused explanation rule } } }`;
  const { explainSignIn } = await administrator.ask(query, { input: { userId: id, verifications: ['PASSWORD'] } });
  expect(explainSignIn.next).toMatchObject({ refused: 'DELETION_PENDING', rule: 'user.deletionDueAt' });
});
