import { expect, test } from 'vitest';
import { browserIn, Visitor } from '../../support/browsers/browser.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { sharePages } from '../../support/browsers/pages.ts';

const { issuer, web } = sharePages({ environment: { TRUSTED_PROXIES: '1' } });

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
let networks = 0;

/** A browser elsewhere, which fails so often with a password. */
async function fail(identifier: string, { count = 10, userAgent = firefox, language = 'en' } = {}) {
  networks += 1;
  const visitor = () => browserIn(`203.0.113.${networks}`, { 'user-agent': userAgent, 'accept-language': language });
  const pages = await Promise.all(Array.from({ length: count }, () => openPage(issuer, web, { visitor: visitor() })));
  return Promise.all(pages.map((page) => page.answer({ identifier, password: 'wrong' })));
}

interface Mail {
  template: string;
  language: string;
  text: string;
  subject: string;
}

/** The mails to an address, of which there is at least one. */
async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${issuer.url}/inbox.json?to=${encodeURIComponent(address)}&wait=10`);
  return ((await response.json()) as { messages: Mail[] }).messages;
}
const queued = (recipient: string) => issuer.database.prisma.message.count({ where: { recipient } });

test('a lock sends one mail, with time, network address and browser, however many attempts fail', async () => {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  const answers = await fail(user.username ?? '', { count: 30 });
  expect(answers.filter(({ problem }) => problem?.name === 'locked').length).toBeGreaterThan(19);
  const [mail, ...others] = await mailsTo(user.email ?? '');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ template: 'account-locked', language: 'en' });
  expect(mail?.text).toContain(`203.0.113.${networks}`);
  expect(mail?.text).toContain('Firefox, Windows');
  expect(mail?.text).toMatch(/\d{4} at \d\d?:\d\d [AP]M UTC/);
  expect(await queued(user.email ?? '')).toBe(1);
});

test('it is in the language of the account, and contains no text of the request', async () => {
  const profile = { locale: 'de-AT' };
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date(), profile });
  await fail(user.username ?? '', { userAgent: 'Win-a-prize/1.0 (https://evil.example)', language: 'en' });
  const [mail] = await mailsTo(user.email ?? '');
  expect(mail?.subject).toMatch(/gesperrt/);
  expect(JSON.stringify(mail)).not.toMatch(/prize|evil/);
});

test('only verified addresses get it, and unknown identifiers nothing', async () => {
  const user = await addUser(issuer.database.prisma);
  await fail(user.username ?? '');
  await fail('unknown@example.com');
  expect(await queued(user.email ?? '')).toBe(0);
  expect(await queued('unknown@example.com')).toBe(0);
});

test('the mail with a code states when, where and in which browser it was requested', async () => {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  const visitor = browserIn('203.0.113.200', { 'user-agent': firefox });
  const page = await openPage(issuer, web, { visitor });
  await page.answer({ way: 'email-code', identifier: user.email ?? '' });
  const [mail] = await mailsTo(user.email ?? '');
  expect(mail?.text).toMatch(/Time: .+UTC\nAddress: 203\.0\.113\.200\nBrowser: Firefox, Windows\n/);
});

test('a device has the name of its browser', async () => {
  const user = await addUser(issuer.database.prisma);
  const visitor = new Visitor((url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', firefox);
    return fetch(url, { ...init, headers });
  });
  const page = await openPage(issuer, web, { visitor });
  expect(await page.answer({ identifier: user.username ?? '', password })).toMatchObject({ status: 200 });
  const [device] = await issuer.database.prisma.device.findMany({ where: { userId: user.id } });
  expect(device?.label).toBe('Firefox, Windows');
});
