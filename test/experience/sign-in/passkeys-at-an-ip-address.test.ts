import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { keptPort } from '../../support/servers/kept-port.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { givePasskey } from './passkey.ts';
import { giveApp, totpCode } from '../../support/totp.ts';

/** Browsers refuse passkeys where the host of the pages is an IP address. */
const port = String(await keptPort());
const { issuer, web } = sharePages({ environment: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } });
let administrator: Administrator;
let startLines: string[];
beforeAll(async () => {
  startLines = [...issuer.faults];
  administrator = await openAdministration(issuer);
});
beforeEach(() => policy({}));

const policy = (given: object) => setPolicy(issuer, given);
const open = (parameters: Record<string, string> = {}) => openPage(issuer, web, { parameters });
type Page = Awaited<ReturnType<typeof open>>;
const withPassword = (page: Page, { username }: { username: string | null }) =>
  page.answer({ identifier: username ?? '', password });
const signedIn = { next: expect.any(String) as string };

/** A person whose passkey was made while the pages had a domain. */
async function passkeyUser() {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  await givePasskey(issuer, user.id);
  return user;
}
/** The same with an authenticator app. */
async function userOfBoth() {
  const user = await passkeyUser();
  const key = await giveApp(issuer, user.id);
  return { ...user, code: () => totpCode(key, issuer.clock.now()) };
}

test('the start warns of it in one line', () => {
  expect(startLines.map((line) => JSON.parse(line))).toMatchObject([
    { publicUrl: issuer.publicUrl, msg: expect.stringMatching(/^PUBLIC_URL: no passkeys at an IP address/) },
  ]);
});

describe('no passkey is offered', () => {
  test.each([{}, { first: ['email-code', 'passkey'] }, { first: ['passkey'] }])(
    'the first step offers none with the policy %j',
    async (given) => {
      await policy(given);
      const page = await open();
      const shown = await page.get();
      expect(JSON.stringify([shown.step?.fields, shown.step?.details])).not.toContain('passkey');
      const html = await (await page.visitor.fetch(page.url, { headers: { accept: 'text/html' } })).text();
      expect(html).not.toContain('passkey-options');
      expect(html).not.toContain('Sign in with a passkey');
    },
  );

  test('a passkey that is sent all the same is refused', async () => {
    const page = await open();
    expect(await page.answer({ passkey: '{}' })).toMatchObject({
      status: 422,
      problem: { name: 'identifier-missing' },
    });
  });

  test('people who have an app are offered none as a second factor, also if the application asks for a passkey', async () => {
    const user = await userOfBoth();
    const asked = { step: { name: 'totp', ways: ['sign-in', 'cancel'] } };
    const page = await open({ acr_values: 'phr' });
    expect(await withPassword(page, user)).toMatchObject(asked);
    expect(await page.answer({ code: user.code() })).toMatchObject(signedIn);
    expect(await page.finish()).toMatchObject({ acr: 'urn:mandate:level:2' });
  });

  test.each([{}, { ways: ['passkey', 'backup-code'] }])(
    'people who have to set up a second factor set up an app once (%j)',
    async (second) => {
      await policy({ second: { required: 'always', ...second } });
      const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
      const page = await open();
      const { step } = await withPassword(page, user);
      expect(step).toMatchObject({ name: 'enrol-totp', ways: ['sign-in', 'cancel'] });
      const key = step?.details.app?.key ?? '';
      await page.answer({ code: totpCode(key, issuer.clock.now()) });
      expect(await page.answer({ way: 'answer' })).toMatchObject(signedIn);
      issuer.advance(60);
      const again = await open();
      expect(await withPassword(again, user)).toMatchObject({ step: { name: 'totp' } });
      expect(await again.answer({ code: totpCode(key, issuer.clock.now()) })).toMatchObject(signedIn);
    },
  );
});

describe('a passkey that was the only second factor', () => {
  const refused = { status: 403, refused: { reason: 'passkey-unusable' }, reference: expect.any(String) as string };

  test('is not skipped: the person is refused, with a reference that leads to the reason', async () => {
    const user = await passkeyUser();
    const shown = await withPassword(await open(), user);
    expect(shown).toMatchObject(refused);
    const query = `query ($reference: String!) { signInAttempts(filter: { reference: $reference }) {
      nodes { entries { reason } } } }`;
    const [{ entries }] = (await administrator.ask(query, { reference: shown.reference })).signInAttempts.nodes;
    expect(entries.at(-1)).toEqual({ reason: 'PASSKEY_UNUSABLE' });
  });

  test('is not skipped for a forgotten or a required password either', async () => {
    const user = await passkeyUser();
    const page = await open();
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: user.email ?? '' });
    expect(await page.answer({ code: await codeFor(issuer, user.email ?? '') })).toMatchObject(refused);
    const data = { passwordResetRequiredAt: new Date() };
    await issuer.database.prisma.user.update({ where: { id: user.id }, data });
    expect(await withPassword(await open(), user)).toMatchObject(refused);
  });
});

describe('the Management API of such a platform', () => {
  test('an explained sign-in shows that the way is not usable, and why a person is refused', async () => {
    const user = await passkeyUser();
    const query = `query ($input: ExplainSignInInput!) { explainSignIn(input: $input) {
      next { refused rule } ways { way isUsable missing } } }`;
    const input = { userId: user.id, verifications: ['PASSWORD'] };
    const { next, ways } = (await administrator.ask(query, { input })).explainSignIn;
    expect(next).toEqual({ refused: 'PASSKEY_UNUSABLE', rule: 'policy.second.required' });
    expect(ways[0]).toEqual({
      way: 'PASSKEY',
      isUsable: false,
      missing: 'Passkeys cannot be used at an IP address.',
    });
  });

  test('a policy that allows nothing but passkeys is refused with the reason', async () => {
    const { prisma } = issuer.database;
    const { roleId } = await prisma.applicationRole.findFirstOrThrow();
    const user = await passkeyUser();
    await prisma.userRole.create({ data: { userId: user.id, roleId } });
    const { id } = await prisma.signInExperience.findFirstOrThrow();
    const change = `mutation ($id: ID!) { updateSignInExperience(
      input: { signInExperienceId: $id, policy: { first: [PASSKEY] } }) { signInExperience { id } } }`;
    expect(await administrator.text(change, { id })).toContain('No administrator could sign in');
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual(startLines);
});
