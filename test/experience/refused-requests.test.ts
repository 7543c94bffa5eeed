import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { addApplication, addUser, password, startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { appUsers } from '../support/totp.ts';

/** Requests to the pages that no step answers, as JSON and as pages. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
beforeAll(async () => {
  const shop = { redirectUris: [redirectUri], name: 'Shop' };
  web = await relyingParty(issuer.issuer, await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', shop));
});

const json = { accept: 'application/json', 'content-type': 'application/json' };
const shop = { name: 'Shop', url: 'https://app.example/' };
const read = async (response: Response) => [
  response.status,
  response.headers.get('content-type')?.split(';')[0],
  (await response.json()) as unknown,
];
const expired = (applications: object[]) => [
  410,
  'application/json',
  { problem: { name: 'expired', text: expect.stringContaining('This sign-in has expired') }, applications },
];

describe('a client that accepts JSON gets the problem as JSON', () => {
  test('an address that no sign-in has names no application', async () => {
    const url = `${issuer.publicUrl}/sign-in/unknown`;
    expect(await read(await fetch(url, { headers: json }))).toEqual(expired([]));
    expect(await read(await fetch(url, { method: 'POST', headers: json, body: '{}' }))).toEqual(expired([]));
  });

  test('a sign-in that has expired names the application in which it begins again', async () => {
    const [untouched, answered] = [await openPage(issuer, web), await openPage(issuer, web)];
    await answered.answer({ identifier: 'ada', password: 'wrong password' });
    issuer.advance(2 * 3600);
    for (const { visitor, url } of [untouched, answered]) {
      expect(await read(await visitor.fetch(url, { headers: json }))).toEqual(expired([shop]));
      const answer = { method: 'POST', headers: json, body: JSON.stringify({ identifier: 'ada', password }) };
      expect(await read(await visitor.fetch(url, answer))).toEqual(expired([shop]));
    }
  });

  test('a sign-in that began in another browser is refused; one that is complete leads on', async () => {
    const user = await addUser(issuer.database.prisma);
    const page = await openPage(issuer, web);
    expect(await read(await new Visitor().fetch(page.url, { headers: json }))).toEqual(expired([shop]));
    await page.answer({ identifier: user.username ?? '', password });
    await page.finish();
    const done = { purpose: 'sign-in', state: 'done', text: expect.any(String), applications: [shop] };
    expect(await read(await page.visitor.fetch(page.url, { headers: json }))).toEqual([200, 'application/json', done]);
  });

  describe('whose answer cannot be read: it names what is wrong, has no effect, and is no attempt', () => {
    const credentials = { identifier: 'ada@example.com', password };
    const wrong = (member: string) => [422, { problem: { name: 'member-invalid', member, text: expect.any(String) } }];
    test.each([
      ['a truth value', { ...credentials, remember: true }, wrong('remember')],
      ['null', { ...credentials, trust: null }, wrong('trust')],
      ['a fraction', { ...credentials, version: 1.5 }, wrong('version')],
      ['an object', { identifier: {}, password }, wrong('identifier')],
      ['a list', { ...credentials, code: ['123456'] }, wrong('code')],
      ['a repeated member', '{"identifier":"a","password":"b","identifier":"c"}', wrong('identifier')],
      ['a long name', { ['x'.repeat(1000)]: true }, wrong('x'.repeat(64))],
      ['a byte order mark at its beginning', '\uFEFF{"identifier":"a","trust":true}', wrong('trust')],
      ['no object', '[]', [400, { problem: { name: 'json-invalid' } }]],
      ['no JSON', '{"identifier":', [400, { problem: { name: 'json-invalid' } }]],
    ])('JSON with %s is refused', async (_what, body, expected) => {
      const { visitor, url } = await openPage(issuer, web);
      const before = await issuer.database.prisma.attemptLimit.count();
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await visitor.fetch(url, { method: 'POST', headers: json, body: text });
      expect([response.status, await response.json()]).toMatchObject(expected);
      expect(await issuer.database.prisma.attemptLimit.count()).toBe(before);
      const alone = await new Visitor().fetch(`${issuer.publicUrl}/reset-password`, {
        method: 'POST',
        headers: json,
        body: text,
      });
      expect([alone.status, await alone.json()]).toMatchObject(expected);
    });

    const boundary = new FormData();
    boundary.set('identifier', 'ada@example.com');
    test.each([
      [
        'a repeated field',
        new URLSearchParams('identifier=a&password=b&password=c'),
        422,
        'The field “password” must be',
      ],
      ['files', boundary, 415, 'The request must contain a form'],
      ['text', 'identifier=a&password=b', 415, 'The request must contain a form'],
    ])('a form with %s is refused', async (_what, body, status, text) => {
      const { visitor, url } = await openPage(issuer, web);
      const before = await issuer.database.prisma.attemptLimit.count();
      const response = await visitor.fetch(url, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
      expect(await issuer.database.prisma.attemptLimit.count()).toBe(before);
    });

    test('a wrong member does not count for the account in later steps either', async () => {
      const user = await appUsers(issuer)();
      const page = await openPage(issuer, web);
      await page.answer({ identifier: user.email ?? '', password });
      for (let attempt = 0; attempt < 10; attempt++) {
        const body = JSON.stringify({ step: 'totp', code: user.code(), trust: true });
        const { status } = await page.visitor.fetch(page.url, { method: 'POST', headers: json, body });
        expect(status).toBe(422);
      }
      expect(await page.answer({ code: user.code() })).toMatchObject({ next: expect.any(String) });
    });
  });

  test('a request of another site is refused, and one that is too long', async () => {
    const { visitor, url } = await openPage(issuer, web);
    const post = (headers: object, body: string) =>
      visitor.fetch(url, { method: 'POST', headers: { ...json, ...headers }, body });
    const foreign = { problem: { name: 'foreign-form', text: expect.any(String) } };
    expect(await read(await post({ origin: 'https://evil.example' }, '{}'))).toEqual([
      403,
      'application/json',
      foreign,
    ]);
    const link = { method: 'POST', headers: { ...json, origin: 'https://evil.example' } };
    expect(await read(await fetch(`${issuer.publicUrl}/link/unknown`, link))).toEqual([
      403,
      'application/json',
      foreign,
    ]);
    const long = { problem: { name: 'form-too-long', text: expect.stringContaining('16384') } };
    expect(await read(await post({}, ' '.repeat(20_000)))).toEqual([413, 'application/json', long]);
  });
});

test('the page of a sign-in that has expired leads to the application, if it is known, else to the account', async () => {
  const { visitor, url } = await openPage(issuer, web);
  issuer.advance(2 * 3600);
  const headers = { accept: 'text/html' };
  const page = await visitor.fetch(url, { headers });
  expect([page.status, await page.text()]).toEqual([
    410,
    expect.stringContaining('<a class="button" href="https://app.example/">Shop</a>'),
  ]);
  const unknown = await (await fetch(`${issuer.publicUrl}/sign-in/unknown`, { headers })).text();
  expect([unknown.includes('Shop'), unknown.match(/<a .*?<\/a>/g)]).toEqual([
    false,
    ['<a class="button" href="/account">Open your account</a>'],
  ]);
  expect(issuer.faults).toEqual([]);
});
