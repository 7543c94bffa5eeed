import { beforeAll, expect, test } from 'vitest';
import { textsIn } from '../../../src/experience/texts/index.ts';
import { languages } from '../../../src/vocabulary/languages.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, addUser, password, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** Pages beside those of the steps. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
beforeAll(async () => {
  const { prisma } = issuer.database;
  web = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri], isThirdParty: true }),
  );
});

const german = { accept: 'text/html', 'accept-language': 'de-AT, en;q=0.5' };

test.each([
  ['/sign-in/gone', 'Diese Anmeldung ist abgelaufen'],
  ['/oidc/session/end/success', 'Sie sind abgemeldet'],
  ['/oidc/auth?client_id=unknown', 'Etwas ist schiefgegangen'],
  ['/link/unknown', 'Dieser Link kann nicht verwendet werden'],
])('%s has the language of the browser', async (path, heading) => {
  const text = await (await fetch(new URL(path, issuer.publicUrl), { headers: german })).text();
  expect(text).toContain('<html lang="de" dir="ltr">');
  expect(text).toContain(`<h1>${heading}</h1>`);
});

test('the language that an application asks for comes before that of the browser', async () => {
  const address = new URL('/oidc/auth?client_id=unknown&ui_locales=sv+en', issuer.publicUrl);
  expect(await (await fetch(address, { headers: german })).text()).toContain('<html lang="en" dir="ltr">');
});

test.each(languages)('the pages exist in %s, with its direction', async (language) => {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const { url } = await web.start({ ui_locales: `${language}-XX` });
  const page = await new Visitor().follow(url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  expect(page.response.headers.get('content-language')).toBe(language);
  const text = await page.response.text();
  expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
  expect(text).toContain(`<h1>${textsIn(language).signIn}</h1>`);
});

test('the pages of consent and sign-out have the language that the application asks for', async () => {
  const user = await addUser(issuer.database.prisma);
  const visitor = new Visitor();
  const { url } = await web.start({ ui_locales: 'de', scope: 'openid email' });
  const page = await visitor.follow(url, issuer.publicUrl);
  if ('left' in page) throw new Error('there was no page');
  const answer = await visitor.post(page.url, { identifier: user.username ?? '', password, answer: 'yes' });
  const step = await visitor.follow(answer.headers.get('location') ?? '', issuer.publicUrl);
  if ('left' in step) throw new Error('no consent page was shown');
  const text = await step.response.text();
  expect(text).toContain('<html lang="de" dir="ltr">');
  expect(text).toContain('Ihre E-Mail-Adresse sehen');
  const signOut = await visitor.fetch(new URL('/oidc/session/end?ui_locales=de', issuer.publicUrl), {
    headers: { accept: 'text/html' },
  });
  expect(await signOut.text()).toContain('<h1>Möchten Sie sich abmelden?</h1>');
});
