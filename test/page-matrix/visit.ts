import type { Page } from 'playwright-core';
import { password } from '../support/issuer.ts';
import { redirectUri, type RelyingParty } from '../support/browsers/relying-party.ts';
import type { Camera } from './camera.ts';
import type { Stage } from './stage.ts';

/** Someone who walks through pages, and takes pictures on the way. */
export interface Visit {
  stage: Stage;
  picture: Camera['picture'];
}

/** A walk that knows buttons and fields by their names, which are the same in every language. */
export type Walk = (visit: Visit) => Promise<void>;

const home = new URL(redirectUri).origin;

/** Presses what leads to another page. */
export async function follow(page: Page, press: () => Promise<void>): Promise<void> {
  const next = page.waitForEvent('domcontentloaded');
  await press();
  await next;
}
export const submit = (page: Page) => follow(page, () => page.click('button[name=answer][value=yes]'));
export const choose = (page: Page, way: string) => follow(page, () => page.click(`button[name=way][value=${way}]`));

/** Without what the browser itself says of fields that are empty or wrong. */
export const withoutValidation = (page: Page) =>
  page.locator('form').evaluateAll((forms) => forms.forEach((form) => ((form as HTMLFormElement).noValidate = true)));

/** The first page of a sign-in, in a new browser unless a page is given. */
export async function start(
  { stage }: Visit,
  { party = stage.web, page, ...parameters }: { party?: RelyingParty; page?: Page; [parameter: string]: unknown } = {},
): Promise<Page> {
  const shown = page ?? (await stage.open());
  await shown.goto((await party.start(parameters as Record<string, string>)).url.href);
  return shown;
}

export async function enterIdentifier(page: Page, identifier: string | null): Promise<void> {
  await page.fill('#identifier', identifier ?? '');
  await submit(page);
}

/** Presses what leads to the application, which does not exist. */
export async function leave(page: Page, press: () => Promise<void>): Promise<void> {
  const isLeft = page.waitForEvent('requestfailed', (request) => request.url().startsWith(home));
  await press();
  await isLeft;
  await page.waitForFunction(() => location.protocol === 'chrome-error:');
}

/** Signs in with a password, as far as that leads. */
export async function signIn(page: Page, identifier: string | null): Promise<void> {
  await enterIdentifier(page, identifier);
  if (!(await page.locator('#password').count())) await choose(page, 'password');
  await page.fill('#password', password);
  await submit(page);
}
