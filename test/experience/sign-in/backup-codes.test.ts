import { beforeEach, expect, test, vi } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { totpCode } from '../../support/totp.ts';

/** Backup codes are compared with an encrypted hash: quickly, and by no one who has only read the database. */
const { issuer, web } = sharePages();
beforeEach(() => setPolicy(issuer, { second: { required: 'always' } }));

const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });

/** A page that shows new backup codes. */
async function withCodes(username: string | null) {
  const page = await openPage(issuer, web);
  const shown = await page.answer({ identifier: username ?? '', password });
  const code = totpCode(shown.step?.details.app?.key ?? '', issuer.clock.now());
  const { step } = await page.answer({ code });
  return { page, codes: step?.details.backupCodes ?? [] };
}

/** Signs in with a backup code on the pages of a process. */
async function signInWith(code: string, username: string | null, process: TestIssuer = issuer) {
  const reach = (url: URL) => new URL(url.href.replace(issuer.publicUrl, process.url));
  const page = await openPage(issuer, web, { visitor: new Visitor((url, init) => fetch(reach(url), init)) });
  await page.answer({ identifier: username ?? '', password });
  await page.answer({ way: 'backup-code' });
  return page.answer({ 'backup-code': code });
}

test('the answer that keeps backup codes hashes no password, however often it is sent at the same time', async () => {
  const user = await newUser();
  const { page } = await withCodes(user.username);
  const [hash, enter] = [vi.spyOn(issuer.passwords, 'hash'), vi.spyOn(issuer.passwords, 'enter')];
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ step: 'backup-codes' });
  const sent = Array.from({ length: 12 }, () => page.visitor.fetch(page.url, { method: 'POST', headers, body }));
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  expect([hash.mock.calls.length, enter.mock.calls.length]).toEqual([0, 0]);
  const { prisma } = issuer.database;
  expect(await prisma.factor.count({ where: { userId: user.id, kind: 'backup-code' } })).toBe(10);
  expect(await prisma.event.count({ where: { type: 'PostSignIn', subjectId: user.id } })).toBe(1);
  vi.restoreAllMocks();
});

test('a backup code needs no turn in the hashing queue, and a wrong one is refused', async () => {
  const user = await newUser();
  const { page, codes } = await withCodes(user.username);
  await page.answer({});
  const enter = vi.spyOn(issuer.passwords, 'enter');
  expect(await signInWith('0000-0000-0000', user.username)).toMatchObject({ problem: { name: 'wrong-code' } });
  expect(await signInWith(codes[0] ?? '', user.username)).toMatchObject({ next: expect.any(String) });
  // The two turns of the passwords.
  expect(enter).toHaveBeenCalledTimes(2);
  enter.mockRestore();
});

test('backup codes work while SECRETS_KEY is rotated, as long as their key is one of several', async () => {
  const user = await newUser();
  const { page, codes } = await withCodes(user.username);
  await page.answer({});
  const [older, newer] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  await using rotating = await startIssuer({ beside: issuer, environment: { SECRETS_KEY: `${newer},${older}` } });
  expect(await signInWith(codes[1] ?? '', user.username, rotating)).toMatchObject({ next: expect.any(String) });
});

test('the database alone does not show a backup code: its hash is encrypted, and of its user', async () => {
  const user = await newUser();
  const { page, codes } = await withCodes(user.username);
  await page.answer({});
  const rows = await issuer.database.prisma.factor.findMany({
    where: { userId: user.id, kind: 'backup-code' },
    omit: { encryptedSecret: false },
  });
  const opened = rows.map(({ encryptedSecret: sealed }) => issuer.secretBox.open(sealed ?? Buffer.alloc(0)));
  expect(new Set(opened.map((hash) => `${hash.length} bytes`))).toEqual(new Set(['32 bytes']));
  const { prefix, encryptedSecret } = rows.find((row) => codes[0]?.startsWith(row.prefix ?? '')) ?? {};
  // The same code of another user.
  const other = await newUser();
  const kept = await withCodes(other.username);
  await kept.page.answer({});
  await issuer.database.prisma.factor.deleteMany({ where: { userId: other.id, prefix: prefix ?? '' } });
  await issuer.database.prisma.factor.updateMany({
    where: { userId: other.id, prefix: kept.codes[0]?.slice(0, 2) ?? '' },
    data: { prefix: prefix ?? '', encryptedSecret: encryptedSecret ?? null },
  });
  expect(await signInWith(codes[0] ?? '', other.username)).toMatchObject({ problem: { name: 'wrong-code' } });
});
