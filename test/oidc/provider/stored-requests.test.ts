import { beforeAll, describe, expect, test } from 'vitest';
import { addApplication, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri } from '../../support/browsers/relying-party.ts';

const issuer = perFile(startIssuer);
let web: Awaited<ReturnType<typeof addApplication>>;

beforeAll(async () => {
  web = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (path: string, body: string, headers: Record<string, string> = form) =>
  fetch(issuer.issuer + path, { method: 'POST', headers, body, redirect: 'manual' });

describe('an unauthenticated request stores', () => {
  const authorization = (more: Record<string, string>) =>
    new URLSearchParams({
      client_id: web.id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      ...more,
    }).toString();
  const stored = (model: string) => issuer.database.prisma.oidcRecord.count({ where: { model } });
  const title = async (answer: Response) => [answer.status, /<code>(\w+)<\/code>/.exec(await answer.text())?.[1]];

  test('an authorization request of at most 8 KiB, by POST, by GET and pushed', async () => {
    const before = await stored('Interaction');
    const long = authorization({ login_hint: 'a'.repeat(8192) });
    for (const headers of [form, { ...form, 'sec-fetch-site': 'cross-site' }]) {
      expect(await title(await post('/auth', long, headers))).toEqual([413, 'invalid_request']);
    }
    expect(await title(await fetch(`${issuer.issuer}/auth?${long}`))).toEqual([413, 'invalid_request']);
    const pushed = await post('/request', `${long}&client_secret=${web.clientSecret}`);
    expect([pushed.status, await pushed.json()]).toMatchObject([413, { error: 'invalid_request' }]);
    expect([await stored('Interaction'), await stored('PushedAuthorizationRequest')]).toEqual([before, 0]);
    expect((await post('/auth', authorization({ login_hint: 'a'.repeat(7000) }))).status).toBe(303);
  });

  test.each(['state', 'nonce'])(
    'a %s of at most 2 KiB, and the application gets an error if it is longer',
    async (name) => {
      const before = await stored('Interaction');
      const [long, fitting] = ['a'.repeat(2049), 'a'.repeat(2048)];
      const answer = await post('/auth', authorization({ [name]: long }));
      const { origin, pathname, searchParams } = new URL(answer.headers.get('location') ?? '');
      expect([origin + pathname, searchParams.get('error')]).toEqual([redirectUri, 'invalid_request']);
      expect(searchParams.get('error_description')).toBe(`${name} is longer than 2048 bytes`);
      expect(
        await title(await post('/auth', authorization({ [name]: long, redirect_uri: 'https://evil.example/' }))),
      ).toEqual([400, 'invalid_redirect_uri']);
      const push = (value: string) =>
        post('/request', `${authorization({ [name]: value })}&client_secret=${web.clientSecret}`);
      expect(await (await push(long)).json()).toMatchObject({ error: 'invalid_request' });
      expect([await stored('Interaction'), await stored('PushedAuthorizationRequest')]).toEqual([before, 0]);
      expect((await push(fitting)).status).toBe(201);
      expect((await post('/auth', authorization({ [name]: fitting }))).headers.get('location')).toContain('/sign-in/');
      await issuer.database.prisma.oidcRecord.deleteMany({ where: { model: 'PushedAuthorizationRequest' } });
    },
  );

  test('little data to sign out, for ten minutes', async () => {
    const long = await post('/session/end', `state=${'a'.repeat(2049)}`);
    expect(await title(long)).toEqual([400, 'invalid_request']);
    expect((await post('/session/end', `state=${'a'.repeat(9000)}`)).status).toBe(413);
    expect(await stored('Session')).toBe(0);
    expect((await post('/session/end', 'state=short')).status).toBe(200);
    const { expiresAt } = await issuer.database.prisma.oidcRecord.findFirstOrThrow({ where: { model: 'Session' } });
    const seconds = ((expiresAt?.getTime() ?? 0) - Date.now()) / 1000;
    expect([seconds > 500, seconds <= 600]).toEqual([true, true]);
  });

  test('an authorization request for ten minutes, and for an hour once the sign-in page was opened', async () => {
    const begin = async () => {
      const answer = await post('/auth', authorization({}));
      const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
      return { url: answer.headers.get('location') ?? '', headers: { cookie: cookie.join('; ') } };
    };
    const [left, opened] = [await begin(), await begin()];
    const look = async ({ url, headers }: typeof left) => (await fetch(url, { headers })).status;
    expect(await look(opened)).toBe(200);
    issuer.advance(601);
    expect([await look(left), await look(opened)]).toEqual([410, 200]);
    // Opening it again does not prolong it further.
    issuer.advance(2990);
    expect(await look(opened)).toBe(200);
    issuer.advance(20);
    expect(await look(opened)).toBe(410);
  });
});
