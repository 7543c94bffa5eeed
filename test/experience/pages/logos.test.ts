import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createApplication } from '../../../src/operations/applications/create-application.ts';
import { updateApplication } from '../../../src/operations/applications/update-application.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const origin = { channel: 'rest', requestId: 'req_1' } as const;

let issuer: TestIssuer;
let user: Awaited<ReturnType<typeof addUser>>;
let host: Server;
let requests: string[];
let listener: RequestListener;
let applicationId: string;
let partner: RelyingParty;

const at = (path: string): string => `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;
const update = (logoUri: string | null) =>
  issuer.execute(updateApplication, platformActor, { applicationId, logoUri }, origin);

beforeAll(async () => {
  host = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  issuer = await startIssuer({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' } });
  user = await addUser(issuer.database.prisma);
});
afterAll(async () => {
  host.close();
  await issuer[Symbol.asyncDispose]();
});

beforeEach(async () => {
  requests = [];
  listener = (_, response) => response.end(png);
  const settings = { name: 'Partner', isThirdParty: true, redirectUris: [redirectUri], logoUri: at('/logo') };
  const input = { ...settings, type: 'SINGLE_PAGE' as const };
  const created = await issuer.execute(createApplication, platformActor, input, origin);
  applicationId = created.output.application;
  partner = await relyingParty(issuer.issuer, { id: applicationId, clientSecret: '' }, () => {});
});
afterEach(() => issuer.database.prisma.application.delete({ where: { id: applicationId } }));

/** Signs in, up to the consent page. */
async function openConsentPage() {
  const visitor = new Visitor();
  const { url } = await partner.start({ scope: 'openid email' });
  const signInPage = await visitor.follow(url, issuer.publicUrl);
  if ('left' in signInPage) throw new Error('no sign-in page');
  const posted = await visitor.post(signInPage.url, { identifier: user.username ?? '', password });
  const page = await visitor.follow(posted.headers.get('location') ?? '', issuer.publicUrl);
  if ('left' in page) throw new Error('no consent page');
  const html = await page.response.text();
  const address = /<img class="logo" src="([^"]+)"/.exec(html)?.[1];
  const logo = async (from = visitor): Promise<Response> => from.fetch(new URL(address ?? '/none', issuer.publicUrl));
  return { page, address, logo };
}
const imageOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('the logo of an application', () => {
  test('is shown on the consent page from a copy that the platform serves', async () => {
    const { page, address, logo } = await openConsentPage();
    expect(address).toMatch(new RegExp(`^/sign-in/logos/${applicationId}\\?v=[\\w-]{12}$`));
    expect(page.response.headers.get('content-security-policy')).toContain("img-src 'self';");
    const response = await logo();
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await imageOf(response)).toEqual(png);
  });

  test('is fetched once for a day, and once for those who open the page at the same time', async () => {
    const { logo } = await openConsentPage();
    await Promise.all([logo(), logo(), logo()]);
    issuer.advance(23 * 3600);
    const later = await openConsentPage();
    expect(await imageOf(await later.logo())).toEqual(png);
    expect(requests).toEqual(['/logo']);
    issuer.advance(2 * 3600);
    listener = (_, response) => response.end(gif);
    const nextDay = await openConsentPage();
    expect((await nextDay.logo()).headers.get('content-type')).toBe('image/gif');
  });

  test('remains when its address no longer answers', async () => {
    const { logo } = await openConsentPage();
    await logo();
    issuer.advance(25 * 3600);
    listener = (_, response) => response.writeHead(500).end();
    expect(await imageOf(await (await openConsentPage()).logo())).toEqual(png);
    expect(requests).toHaveLength(2);
  });

  test('changes with its address, and goes with it', async () => {
    await (await openConsentPage()).logo();
    listener = (_, response) => response.end(gif);
    await update(at('/new'));
    expect(await imageOf(await (await openConsentPage()).logo())).toEqual(gif);
    await update(null);
    expect((await openConsentPage()).address).toBeUndefined();
  });

  test('follows up to three redirects', async () => {
    listener = ({ url = '' }, response) => {
      const hop = Number(url.split('/')[2] ?? 0);
      if (hop < 3) response.writeHead(302, { location: `/hop/${hop + 1}` }).end();
      else response.end(png);
    };
    expect((await (await openConsentPage()).logo()).status).toBe(200);
    listener = (_, response) => response.writeHead(302, { location: '/logo' }).end();
    await update(at('/circle'));
    expect((await (await openConsentPage()).logo()).status).toBe(404);
    expect(requests).toHaveLength(8);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, RequestListener]>([
    ['SVG', (_, response) => response.setHeader('content-type', 'image/png').end(svg)],
    ['HTML', (_, response) => response.setHeader('content-type', 'image/png').end('<!doctype html>')],
    ['nothing', (_, response) => response.end()],
    ['more than 256 KiB', (_, response) => response.end(Buffer.concat([png, Buffer.alloc(256 * 1024)]))],
    ['another status than 200', (_, response) => response.writeHead(404).end(png)],
  ])('is not shown when the address gives %s, which is tried again after 10 minutes', async (_, answer) => {
    listener = answer;
    const { logo } = await openConsentPage();
    expect((await logo()).status).toBe(404);
    await logo();
    expect(requests).toHaveLength(1);
    listener = (__, response) => response.end(png);
    issuer.advance(11 * 60);
    expect((await logo()).status).toBe(200);
  });

  test('is given to any browser, which makes the platform fetch it no more often', async () => {
    const { logo, address } = await openConsentPage();
    const others = [new Visitor(), new Visitor(), new Visitor()];
    for (const other of others) expect((await logo(other)).status).toBe(200);
    expect(requests).toHaveLength(1);
    const unknown = (address ?? '').replace(applicationId, 'app_unknown');
    expect((await fetch(new URL(unknown, issuer.publicUrl))).status).toBe(404);
    expect(requests).toHaveLength(1);
  });

  test('must have an http or https address', async () => {
    const failure = await update('javascript:alert(1)').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ path: ['logoUri'] }] });
  });
});

test('the logo of an application is not fetched from a private address', async () => {
  await using strict = await startIssuer({ beside: issuer });
  const visitor = new Visitor((url, init) => fetch(new URL(url.pathname + url.search, strict.url), init));
  const { url } = await partner.start({ scope: 'openid email' });
  const signInPage = await visitor.follow(url, issuer.publicUrl);
  if ('left' in signInPage) throw new Error('no sign-in page');
  expect((await visitor.fetch(`${signInPage.url}/logo`)).status).toBe(404);
  expect(requests).toEqual([]);
});
