import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { Browser, openPage, type WebApplication } from './browser.ts';
import { say, showSignIn, showTable, step } from './print.ts';

/**
 * The last act: a person who is signed in with a second factor adds a passkey on the pages of their account, signs in
 * with it on a phone, and looks at their sessions.
 */
export async function lookAfterAccount(url: string, application: WebApplication, browser: Browser): Promise<void> {
  const authenticator = createAuthenticator(url);
  // Its sign-in page shows whether the platform takes passkeys.
  const phone = await openPage(application, {}, new Browser('phone'));
  const options = phone.shown.step?.details.passkey;
  step('On the account pages, in the same session, the newcomer adds a passkey');
  if (!options) return say('Skipped: people cannot sign in with a passkey here.');
  await addPasskey(url, browser, authenticator);
  say(`${url}/account/security lists it:`);
  showTable(await readRows(browser, `${url}/account/security`, 'Passkeys and authenticator apps'));

  step('The newcomer signs in on a phone, with nothing but the passkey');
  await phone.answer({ passkey: authenticator.get(options) });
  showSignIn(await phone.finish());

  step('The account pages show the sessions');
  say(`${url}/account/sessions:`);
  showTable(await readRows(browser, `${url}/account/sessions`, 'Sessions'));
}

async function addPasskey(url: string, browser: Browser, authenticator: Authenticator): Promise<void> {
  const page = await browser.press(new URL(`${url}/account/security`), '/account/security/add-passkey');
  const shown = await browser.show(page);
  const options = shown.step?.details.passkey;
  const { next } = options ? await browser.answer(page, shown, { passkey: authenticator.create(options) }) : {};
  if (!next) throw new Error(`the passkey was not added: ${JSON.stringify(shown)}`);
}

/** The rows below a heading of a page, as the texts in them: name, mark, and details. */
async function readRows(browser: Browser, page: string, heading: string): Promise<string[][]> {
  const html = await browser.read(new URL(page));
  const section = html.split('<section>').find((one) => one.includes(`<h2>${heading}</h2>`)) ?? '';
  const rows = section.split('<li>').slice(1);
  if (!rows.length) throw new Error(`${page} shows nothing below "${heading}"`);
  return rows.map((row) => {
    const textsOf = (tag: RegExp) => [...row.matchAll(tag)].map(([, text = '']) => text);
    const [name = ''] = textsOf(/<bdi>(.*?)<\/bdi>/g);
    const [mark = ''] = textsOf(/<span class="mark">(.*?)<\/span>/g);
    return [name, mark, ...textsOf(/<div class="soft">(.*?)<\/div>/g)];
  });
}
