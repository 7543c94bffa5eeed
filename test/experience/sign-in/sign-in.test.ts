import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../../support/browsers/browser.ts';
import { addUser, password, type TestIssuer } from '../../support/issuer.ts';
import { startPages } from '../../support/browsers/pages.ts';
import { redirectUri, type RelyingParty } from '../../support/browsers/relying-party.ts';

let issuer: TestIssuer;
let web: RelyingParty;
let applicationId: string;
let user: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  const pages = await startPages();
  ({ issuer, web } = pages);
  applicationId = pages.application.id;
});
beforeEach(async () => {
  user = await addUser(issuer.database.prisma);
});
afterAll(() => issuer[Symbol.asyncDispose]());

/** A browser on the sign-in page. */
async function onThePage(parameters: Record<string, string> = {}) {
  const visitor = new Visitor();
  const step = await visitor.follow((await web.start(parameters)).url, issuer.publicUrl);
  if ('left' in step) throw new Error('there was no page');
  return { visitor, url: step.url, response: step.response, text: await step.response.text() };
}

const credentials = (identifier: string | null, secret = password) => ({
  identifier: identifier ?? '',
  password: secret,
  answer: 'yes',
});

describe('the sign-in page', () => {
  test('shows the name of the application as text, escaped', async () => {
    const { text } = await onThePage();
    expect(text).toContain('Demo &amp; Co &lt;Shop&gt;');
    expect(text).not.toContain('<Shop>');
  });

  test('cannot be cached or framed, and runs no script but our own', async () => {
    const { response, text } = await onThePage();
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; connect-src 'self'",
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    const withoutOurs = text
      .replace(/<script type="module" src="\/sign-in\/script\.js\?v=[\w-]{12}"><\/script>/, '')
      .replace(/<script type="application\/json" id="passkey-options" [^<]*<\/script>/, '');
    expect(withoutOurs).not.toMatch(/<script|javascript:| on\w+=|style="/i);
  });

  test('shows the login_hint of the application as text, escaped', async () => {
    const { text } = await onThePage({ login_hint: '"><script>alert(1)</script>' });
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>');
  });

  test('ignores unsupported languages', async () => {
    const { response } = await onThePage({ ui_locales: 'de fr-CA', claims_locales: 'de', display: 'popup' });
    expect(response.status).toBe(200);
  });

  test('accepts username and email in any spelling', async () => {
    for (const identifier of [
      user.username,
      user.email,
      ` ${user.email?.toUpperCase()} `,
      user.username?.toUpperCase(),
    ]) {
      const { visitor, url } = await onThePage();
      expect((await visitor.post(url, credentials(identifier ?? ''))).status).toBe(303);
    }
  });

  test('belongs to one browser: in another one it has expired, and after its end it only leads on', async () => {
    const { visitor, url } = await onThePage();
    const elsewhere = await fetch(url);
    expect([elsewhere.status, (await elsewhere.text()).includes('This sign-in has expired')]).toEqual([410, true]);
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams(credentials(user.username)) })).status).toBe(
      410,
    );
    const answer = await visitor.post(url, credentials(user.username));
    await visitor.follow(answer.headers.get('location') ?? '', issuer.publicUrl);
    for (const after of [await visitor.fetch(url), await visitor.post(url, credentials(user.username))])
      expect([after.status, (await after.text()).includes('You have signed in')]).toEqual([200, true]);
    expect((await fetch(url)).status).toBe(410);
  });

  test('accepts a form of unknown length, as a proxy may send it', async () => {
    const { visitor, url } = await onThePage();
    const chunked = (fields: Record<string, string>) =>
      visitor.fetch(url, {
        method: 'POST',
        body: new Blob([new URLSearchParams(fields).toString()]).stream(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        duplex: 'half',
      } as RequestInit);
    expect((await chunked(credentials('x'.repeat(20_000)))).status).toBe(413);
    expect((await chunked(credentials(user.username, 'wrong password'))).status).toBe(422);
    expect((await chunked(credentials(user.username))).status).toBe(303);
  });

  test('refuses a form from another site', async () => {
    const { visitor, url } = await onThePage();
    const body = new URLSearchParams(credentials(user.username));
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await visitor.fetch(url, { method: 'POST', body, headers: headers as Record<string, string> });
      expect(answer.status).toBe(403);
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: issuer.publicUrl }]) {
      const answer = await visitor.fetch(url, { method: 'POST', body, headers: headers as Record<string, string> });
      expect(answer.status).toBe(303);
    }
  });

  test('never responds to a form with a redirect to another origin', async () => {
    const { visitor, url } = await onThePage();
    const answer = await visitor.post(url, credentials(user.username));
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(issuer.publicUrl);
    const page = await onThePage();
    const init = {
      method: 'POST',
      body: new URLSearchParams(credentials(user.username)),
      headers: { accept: 'text/html' },
    };
    const shown = await page.visitor.fetch(page.url, init);
    expect([shown.status, shown.headers.get('location')]).toEqual([200, null]);
    expect(await shown.text()).toMatch(
      /<meta http-equiv="refresh" content="0;url=http:\/\/localhost:\d+\/oidc\/auth\//,
    );
  });

  test('redirects a user who cancels back to the application', async () => {
    const { visitor, url } = await onThePage();
    const answer = await visitor.post(url, { answer: 'no' });
    const step = await visitor.follow(answer.headers.get('location') ?? '', issuer.publicUrl);
    if ('response' in step) throw new Error('it did not leave');
    expect(step.left.href).toMatch(redirectUri);
    expect(step.left.searchParams.get('error')).toBe('access_denied');
  });

  test('serves its style sheet from the same origin, cacheable without limit', async () => {
    const { text } = await onThePage();
    const [, address = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const answer = await fetch(issuer.publicUrl + address);
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });
});

describe('a refusal', () => {
  /** Everything in the response that an attacker could compare. */
  async function refused(identifier: string, secret: string) {
    const { visitor, url } = await onThePage();
    const answer = await visitor.post(url, credentials(identifier, secret));
    const headers = [...answer.headers].filter(
      ([name]) => !['date', 'x-request-id', 'traceparent', 'content-length'].includes(name),
    );
    const text = (await answer.text())
      .replaceAll(/\/sign-in\/[\w-]{20,}/g, '')
      // The text that was typed: in its field, in that of the form of other ways, and for the password beside it.
      .replaceAll(/(name="identifier"[^>]*?) value="[^"]*"/g, '$1')
      .replace(/Reference: <bdi>[A-Z2-9]{4}-[A-Z2-9]{4}/, '')
      .replace(/"challenge":"[^"]*"/, '');
    return JSON.stringify([answer.status, headers, text]).replace(/mandate_browser=[\w-]+/, 'mandate_browser=');
  }

  test('is the same for an unknown user, a wrong password, one of an account without any, and invalid input', async () => {
    const { prisma } = issuer.database;
    const suspended = await addUser(prisma, { suspendedAt: new Date() });
    const withoutPassword = await addUser(prisma, { passwordHash: null });
    const email = 'refused@example.com';
    await addUser(prisma, { email });
    // A code is only offered to what looks like an address, known or not.
    expect(await refused(email, 'wrong password')).toBe(await refused('unknown@example.com', password));
    const answers = [
      await refused('unknown', password),
      await refused(user.username ?? '', 'wrong password'),
      await refused(user.username ?? '', `${password}${' '.repeat(300)}`),
      await refused(suspended.username ?? '', 'wrong password'),
      await refused(withoutPassword.username ?? '', password),
      await refused('%', '_'),
      await refused('x'.repeat(5000), 'y'.repeat(5000)),
      await refused("' OR 1=1 --", "' OR 1=1 --"),
    ];
    for (const one of answers) expect(one).toBe(answers[0]);
    expect(answers[0]).toContain('Incorrect email, username or password');
    expect(answers[0]).toMatch(/^\[422,/);
    // No account can have it: the page begins again.
    expect(await refused('a\0b', 'c\0d')).toMatch(/^\[422,/);
  });

  test('is the response to any body that is not the form', async () => {
    const { visitor, url } = await onThePage();
    const bodies: [string, string, number][] = [
      ['multipart/form-data; boundary=x', '--x garbage', 415],
      ['multipart/form-data', '', 422],
      ['application/json', '{"identifier":', 400],
      ['application/x-www-form-urlencoded; charset=nonsense', '%E0%A4%A', 422],
      ['', 'identifier', 415],
    ];
    for (const [type, body, status] of bodies) {
      const answer = await visitor.fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
      expect([type, answer.status]).toEqual([type, status]);
    }
    const long = await visitor.post(url, credentials('x'.repeat(70_000)));
    expect(long.status).toBe(413);
  });

  test('keeps the typed identifier, never the password', async () => {
    const { visitor, url } = await onThePage();
    const text = await (await visitor.post(url, credentials('"ada"', 'my secret password'))).text();
    expect(text).toContain('value="&quot;ada&quot;"');
    expect(text).not.toContain('my secret password');
  });

  test('leaves no record of a sign-in', async () => {
    const { visitor, url } = await onThePage();
    await visitor.post(url, credentials(user.username, 'wrong password'));
    const { prisma } = issuer.database;
    expect((await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).lastSignInAt).toBeNull();
    expect(await prisma.event.count({ where: { subjectId: user.id } })).toBe(0);
    expect('left' in (await visitor.follow((await web.start()).url, issuer.publicUrl))).toBe(false);
  });
});

test('a sign-in emits its event in one transaction with the time of the last sign-in', async () => {
  await web.signIn(user.username);
  const { prisma } = issuer.database;
  const event = await prisma.event.findFirstOrThrow({ where: { subjectId: user.id } });
  const after = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
  expect(event).toMatchObject({
    type: 'PostSignIn',
    actor: { kind: 'user', id: user.id },
    cause: { operation: 'completeSignIn', channel: 'sign-in', requestId: expect.stringMatching(/^req_/) },
    data: { user: { id: user.id, lastSignInAt: after.lastSignInAt?.toISOString() }, interaction: { applicationId } },
  });
  expect(after.lastSignInAt).toEqual(event.occurredAt);
  // A sign-in does not change the profile: OpenID Connect's "updated_at".
  expect(after.updatedAt).toEqual(user.updatedAt);
  expect(JSON.stringify([event.data, event.cause])).not.toContain('argon2');
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
