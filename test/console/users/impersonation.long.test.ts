import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { address, dialog } from '../../support/browsers/console-changes.ts';
import { complete } from '../../support/browsers/console-pages.ts';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import { basic, exchangeGrant, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';

let console_: TestConsole;
let page: Page;
let grace: string;
let resource: string;
beforeAll(async () => {
  console_ = await startConsole();
  const { prisma } = console_.app.services.database;
  const { indicator, scopeIds } = await addResource(prisma, 'https://orders.example', ['orders:read']);
  resource = indicator;
  grace = (await addUser(prisma, { name: 'Grace Hopper', scopeIds })).id;
  page = await console_.open(`/users/${grace}/security`);
});
afterAll(() => console_[Symbol.asyncDispose]());

const card = (of = page): Locator =>
  of.getByRole('heading', { name: 'Who acts as this user' }).locator('xpath=ancestor::section');
const act = /^Act as this user/;
const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Exchanges a subject token by an application that may impersonate. */
async function exchange(subject_token: string): Promise<number> {
  const switches = { name: 'Support desk', tokenExchangeAllowed: true, impersonationAllowed: true };
  const desk = await addApplication(console_.app.services.database.prisma, 'MACHINE_TO_MACHINE', switches);
  const subject = { subject_token, subject_token_type: impersonationTokenType };
  const body = form({ grant_type: exchangeGrant, resource, ...subject });
  const headers = { ...formHeaders, authorization: basic(desk) };
  return (await sendTokenRequest(`${console_.app.url}/oidc/token`, { headers, body })).status;
}

describe('an administrator', () => {
  it('prepares to act as a user with a reason, and sees the subject token once', async () => {
    await card().getByText('No administrator acts as this user.').waitFor();
    await card().getByRole('button', { name: act }).click();
    await dialog(page)
      .getByRole('textbox', { name: /^Reason/ })
      .fill('Ticket 4711: the invoice is missing');
    await dialog(page).getByText('User.Impersonation.Prepared').waitFor({ state: 'attached' });
    const number = dialog(page).getByRole('textbox', { name: /^Lifetime/ });
    const unit = dialog(page).getByRole('combobox', { name: /Lifetime/ });
    expect(Math.abs((await boxOf(number)).y - (await boxOf(unit)).y)).toBeLessThan(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Create subject token' }).click();
    await dialog(page).getByText('Done').waitFor();
    const [token = ''] = /subj_[\w.-]+/.exec(await dialog(page).innerText()) ?? [];
    expect(await exchange(token)).toBe(200);
    await dialog(page).getByRole('button', { name: 'I have copied it' }).click();
  });

  it('sees who acts as the user, through which application, why and until when, and ends it', async () => {
    await page.reload();
    await card().getByText('Support desk').waitFor();
    // The parts around it, too.
    await complete(page, `/users/${grace}/security`);
    for (const text of ['admin', 'Ticket 4711: the invoice is missing'])
      await expect.poll(() => card().innerText()).toContain(text);
    expect(await accessibilityProblems(page)).toEqual([]);
    await card().getByRole('button', { name: /^End/ }).click();
    await dialog(page).getByText('User.Impersonation.Ended').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'End impersonation' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await card().getByText('No administrator acts as this user.').waitFor();
  });

  it('acts as no one on their own page', async () => {
    const { id } = await console_.app.services.database.prisma.user.findFirstOrThrow({ where: { username: 'admin' } });
    const own = await console_.open(`/users/${id}/security`);
    await card(own).getByText('No administrator acts as this user.').waitFor();
    expect(await own.getByRole('button', { name: act }).count()).toBe(0);
    expect(await card(own).locator('pre').count()).toBe(0);
  });

  it.each([1280, 375])('reads the command of the application whole, in a window of %s pixels', async (width) => {
    const narrow = await console_.open(`/users/${grace}/security`, { viewport: { width, height: 800 } });
    const code = card(narrow).locator('pre');
    const [outer, inner] = [await boxOf(card(narrow)), await boxOf(code)];
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(await code.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    // The card has the row: a third of it would break the command within words.
    if (width === 1280) expect(inner.width).toBeGreaterThan(700);
  });
});

it('a user without a password and a second factor signs in with a code, and that is stated', async () => {
  const { prisma } = console_.app.services.database;
  const { id } = await addUser(prisma, { name: 'Joan Clarke', passwordHash: null });
  const shown = await console_.open(`/users/${id}/security`);
  await shown.getByText('No password and no second factor: signs in with a code by email.').waitFor();
  expect(console_.complaints).toEqual([]);
});

it('a dialog for one’s own account is refused, as the platform refuses it', async () => {
  const { id } = await console_.app.services.database.prisma.user.findFirstOrThrow({ where: { username: 'admin' } });
  const own = await console_.open(address(`/users/${id}/security`, 'createSubjectToken', { userId: id, reason: 'x' }));
  const refusal = dialog(own).getByText('You cannot act as yourself.').first();
  await refusal.waitFor();
  expect(await refusal.isVisible()).toBe(true);
});
