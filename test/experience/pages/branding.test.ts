import { beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, openAdministration } from '../../support/administrator.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { sharePages } from '../../support/browsers/pages.ts';
import { addApplication, addUser, password } from '../../support/issuer.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { pngChunk } from '../../support/browsers/pictures.ts';
import { removeUnusedAssets } from '../../../src/store/assets.ts';
import { defaultExperienceId } from '../../../src/vocabulary/sign-in-experience.ts';

const { issuer, web, application } = sharePages();
let administrator: Administrator;
beforeAll(async () => {
  administrator = await openAdministration(issuer);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** The same picture under an address of its own: what differs is drawn by no one. */
const picture = (gamma: number): string => {
  const chunk = pngChunk('gAMA', Buffer.from([0, 0, 0, gamma]));
  return `data:image/png;base64,${Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]).toString('base64')}`;
};
const noBranding = {
  name: null,
  favicon: null,
  light: { logo: null, accent: null, background: null },
  dark: { logo: null, accent: null, background: null },
};
const patch = (path: string, branding: object) => administrator.rest(`PATCH ${path}`, { branding });
const ofApplication = (branding: object, id = application.id) => patch(`/applications/${id}`, branding);
const ofAll = (branding: object) => patch(`/sign-in-experiences/${defaultExperienceId}`, branding);
async function reset(): Promise<void> {
  await ofApplication(noBranding);
  await ofAll(noBranding);
}

const pageAt = async (path: string): Promise<string> => (await fetch(issuer.url + path)).text();
async function signInPage(party: Pick<typeof web, 'start'> = web): Promise<string> {
  const { url } = await party.start({});
  const page = await new Visitor().follow(url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  return page.response.text();
}
const styleOf = async (page: string): Promise<string> =>
  pageAt((/href="(\/sign-in\/style\.css[^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&'));

describe('the branding of an application', () => {
  it('is at the top of its pages, with its colors and icon, and the platform in small at the foot', async () => {
    await reset();
    const { status, json } = await ofApplication({
      name: 'Example Shop',
      favicon: picture(1),
      light: { logo: picture(2), accent: '#0B6E4F', background: '#eaf4ef' },
      dark: { logo: picture(3) },
    });
    expect(status).toBe(200);
    const { light, dark, favicon } = json.branding;
    expect(light).toMatchObject({ accent: '#0b6e4f', background: '#eaf4ef' });
    const paths = [light.logo, dark.logo, favicon].map((url: string) => {
      expect(url).toMatch(new RegExp(`^${issuer.publicUrl}/assets/[\\w-]{43}$`));
      return new URL(url).pathname;
    });
    const page = await signInPage();
    expect(page).toContain(
      `<p class="brand"><picture><source srcset="${paths[1]}" media="(prefers-color-scheme: dark)"><img class="logo" src="${paths[0]}" alt=""></picture><span>Example Shop</span></p>`,
    );
    expect(page).toContain(`<link rel="icon" href="${paths[2]}">`);
    expect(page).toContain('<footer>Secured by Mandate</footer>');
    expect(page).not.toMatch(/<svg|style="/);
    const style = await styleOf(page);
    expect(style).toContain('--accent: #0b6e4f; --accent-strong: #095e43; --on-accent: #ffffff;');
    expect(style).toContain('--page: #eaf4ef; --on-page: #000000;');
  });

  it('can be set when the application is created', async () => {
    const { status, json } = await administrator.rest('POST /applications', {
      type: 'SINGLE_PAGE',
      name: 'New Shop',
      branding: { name: 'Example Shop', light: { logo: picture(5), accent: '#0b6e4f' } },
    });
    expect(status).toBe(201);
    const { light, ...others } = json.branding;
    expect(others).toEqual({ name: 'Example Shop', favicon: null, dark: noBranding.dark });
    expect(light).toEqual({ logo: expect.stringContaining('/assets/'), accent: '#0b6e4f', background: null });
    expect((await fetch(issuer.url + new URL(light.logo).pathname)).headers.get('content-type')).toBe('image/png');
  });

  it('goes before that of all applications, which the other pages have', async () => {
    await reset();
    await ofAll({ name: 'Everyone', light: { accent: '#102030' } });
    await ofApplication({ name: 'Example Shop' });
    const page = await signInPage();
    expect(page).toContain('<span>Example Shop</span>');
    expect(await styleOf(page)).toContain('--accent: #102030;');
    for (const path of ['/reset-password', '/link/unknown', '/oidc/session/end/success', '/oidc/auth?client_id=none']) {
      const other = await pageAt(path);
      expect(other).toContain('<p class="brand"><span>Everyone</span></p>');
      expect(other).toContain('<footer>Secured by Mandate</footer>');
    }
    expect(await pageAt(`/oidc/auth?client_id=${application.id}&redirect_uri=https://none.example`)).toContain(
      '<span>Example Shop</span>',
    );
  });

  it('is on the page that asks whether to sign out, and on none that only leads elsewhere', async () => {
    await reset();
    await ofApplication({ name: 'Example Shop' });
    const user = await addUser(issuer.database.prisma);
    const visitor = new Visitor();
    const page = await visitor.follow((await web.start({})).url, issuer.publicUrl);
    if ('left' in page) throw new Error('there was no page');
    const headers = { accept: 'text/html' };
    const body = new URLSearchParams({ identifier: user.username ?? '', password });
    const answer = await (await visitor.fetch(page.url, { method: 'POST', headers, body })).text();
    expect(answer).toContain('http-equiv="refresh"');
    expect(answer).not.toContain('class="brand"');
    await visitor.follow(page.url, issuer.publicUrl);
    const end = new URL(`/oidc/session/end?client_id=${application.id}`, issuer.publicUrl);
    const asks = await (await visitor.fetch(end)).text();
    expect(asks).toContain('Do you want to sign out?');
    expect(asks).toContain('<span>Example Shop</span>');
  });

  it('is removed field by field, and without any the platform is at the top', async () => {
    await reset();
    await ofApplication({ name: 'Example Shop', light: { accent: '#102030' } });
    expect((await ofApplication({ name: null })).json.branding.light.accent).toBe('#102030');
    await ofApplication({ light: { accent: null } });
    const page = await signInPage();
    expect(page).toContain('<span>Mandate</span>');
    expect(page).not.toContain('<footer>');
  });

  it('is tried in a dry run, whose page has the image although nothing is stored', async () => {
    await reset();
    const mutation = `mutation ($input: UpdateApplicationInput!) {
      updateApplication(input: $input, dryRun: true) { application { branding { light { logo } } preview(isDark: false) } }
    }`;
    const branding = { light: { logo: picture(9), accent: '#0b6e4f' } };
    const tried = await administrator.ask(mutation, { input: { applicationId: application.id, branding } });
    const { preview, branding: shown } = tried.updateApplication.application;
    expect(preview).toContain(`<img class="logo" src="${picture(9)}" alt="`);
    expect(preview).toContain('light-accent=0b6e4f');
    expect((await fetch(shown.light.logo)).status).toBe(404);
    expect(await signInPage()).toContain('<span>Mandate</span>');
  });

  it('is in events without the bytes of images, which lead back to what was before', async () => {
    await reset();
    const first = (await ofApplication({ light: { logo: picture(4) } })).json.branding;
    await ofApplication({ light: { logo: picture(5) } });
    const [event] = await issuer.database.prisma.event.findMany({
      where: { type: 'Application.Data.Updated', subjectId: application.id },
      orderBy: { sequence: 'desc' },
      take: 1,
    });
    expect(event?.data).toMatchObject({ changed: ['branding'], previous: { branding: first } });
    expect(JSON.stringify(event?.data)).not.toContain('base64');
    const { status, json } = await ofApplication(first);
    expect([status, json.branding]).toEqual([200, first]);
  });

  it('leaves the logo of a third party, which could change it, to the page that asks for consent', async () => {
    await reset();
    const settings = { redirectUris: [redirectUri], isThirdParty: true, name: 'Partner' };
    const partner = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', settings);
    await administrator.rest(`PATCH /applications/${partner.id}`, { logoUri: 'https://partner.example.com/logo.png' });
    const page = await signInPage(await relyingParty(issuer.issuer, partner));
    expect(page).toContain('<span>Mandate</span>');
    expect(page).not.toContain('<img');
  });
});

it('a mail has the branding of the application for which it was requested', async () => {
  await reset();
  await ofAll({ name: 'Everyone' });
  await ofApplication({ name: 'Example Shop', light: { accent: '#0b6e4f' } });
  const email = 'ada-of-the-shop@example.com';
  await addUser(issuer.database.prisma, { email, emailVerifiedAt: new Date() });
  const page = await openPage(issuer, web);
  await page.answer({ way: 'email-code', identifier: email });
  await codeFor(issuer, email);
  const inbox = await fetch(`${issuer.url}/inbox.json?to=${encodeURIComponent(email)}`);
  const [{ html }] = ((await inbox.json()) as { messages: [{ html: string }] }).messages;
  expect(html).toContain('>Example Shop</span>');
  expect(html).toContain('background: #0b6e4f;');
});

describe('a branding that cannot be shown', () => {
  const refused = async (branding: object): Promise<string> => {
    const { status, json } = await ofApplication(branding);
    expect(status).toBe(422);
    return JSON.stringify(json);
  };

  it('is refused with the colors and their contrast if links would be hard to read', async () => {
    await reset();
    expect(await refused({ light: { accent: '#ffcc00' } })).toContain(
      'Links in #ffcc00 on #ffffff have a contrast of 1.5 : 1: at least 4.5 : 1 is required.',
    );
    expect(await refused({ dark: { accent: '#0b6e4f' } })).toContain('Links in #0b6e4f on #1a1f2b');
  });

  it.each([
    ['a color by name', { light: { accent: 'red' } }],
    ['a color that ends a style', { light: { background: '#fff;}' } }],
    ['a name of many lines', { name: 'a\nb' }],
    ['a name that is too long', { name: 'a'.repeat(65) }],
    ['an image of another place', { favicon: 'https://example.com/icon.png' }],
    ['an image that is not stored', { light: { logo: `https://id.example.com/assets/${'a'.repeat(43)}` } }],
    ['a page as an image', { light: { logo: `data:image/png;base64,${Buffer.from('<p>').toString('base64')}` } }],
    ['an image that is not in base64', { light: { logo: 'data:image/png,abc' } }],
    ['an image that is too large', { light: { logo: `data:image/png;base64,${'A'.repeat(180_000)}` } }],
    ['an unknown field', { font: 'serif' }],
  ])('is refused for %s', async (_, branding) => {
    await reset();
    await refused(branding);
    expect((await administrator.rest(`GET /applications/${application.id}`)).json.branding).toEqual(noBranding);
  });

  it('cannot be set for the console', async () => {
    const answer = await administrator.text('{ applications { nodes { id isBuiltIn } } }');
    const { nodes } = JSON.parse(answer).data.applications;
    const builtIn = nodes.find(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn);
    expect((await ofApplication({ name: 'Mine' }, builtIn.id)).status).toBe(409);
  });
});

it('an address of the style sheet has colors only, whatever else it names', async () => {
  const style = await pageAt(
    '/sign-in/style.css?light-accent=red;}&dark-accent=12345&light-page=ffffff&dark-background=102030',
  );
  expect(style).toContain('--page: #102030; --on-page: #ffffff;');
  expect(style.match(/@media \(prefers-color-scheme/g)).toHaveLength(2);
  expect(style).not.toContain('red;}');
});

it('an image is deleted a day after no branding has it any more', async () => {
  await reset();
  const { json } = await ofApplication({ light: { logo: picture(6) } });
  const shared = (await ofAll({ favicon: picture(7) })).json.branding.favicon;
  const status = async (url: string): Promise<number> => (await fetch(url)).status;
  const maintain = (hours: number) => removeUnusedAssets(issuer.database, new Date(Date.now() + hours * 3_600_000));
  await maintain(25);
  expect([await status(json.branding.light.logo), await status(shared)]).toEqual([200, 200]);
  await reset();
  await maintain(23);
  expect(await status(shared)).toBe(200);
  await maintain(25);
  expect([await status(json.branding.light.logo), await status(shared)]).toEqual([404, 404]);
});
