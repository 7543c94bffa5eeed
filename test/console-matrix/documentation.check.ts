import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { visit } from '../support/browsers/console-pages.ts';
import { type Gallery, startGallery } from './gallery.ts';
import { setColors } from './inspect.ts';

/** Takes the pictures of the documentation. */
it('the pictures of the documentation show the console', async () => {
  await using gallery = await startGallery();
  const { console: stage, records } = gallery;
  const page = await stage.open('/users', { viewport: { width: 1280, height: 800 } });
  const take = async (name: string): Promise<void> => {
    await page.mouse.move(0, 0);
    // Filters whose script is on its way.
    await page.locator('[role=search] input[disabled]').waitFor({ state: 'detached' });
    await page.screenshot({ path: `docs/images/console-${name}.png`, animations: 'disabled', caret: 'hide' });
  };
  await page.locator('tbody tr').first().waitFor();
  await take('users');
  await visit(page, '/events', records);
  await page.locator('tbody tr').first().waitFor();
  await take('audit');
  await visit(page, '/exchanges', records);
  await page.locator('tbody tr').first().waitFor();
  await take('exchanges');
  await visit(page, '/map', records);
  await page.getByRole('group', { name: 'Delegation map' }).waitFor();
  await take('map');
  await visit(page, '/applications/:service/settings', records);
  await page.getByRole('heading', { name: 'Rules' }).evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await take('rules');
  await openSwitch(page, records);
  await take('token-exchange');
  await page.keyboard.press('Escape');
  await tryIt(page, records);
  await take('try-it');
  await explain(page, records);
  await setColors(page, 'dark');
  await take('explain');
  expect(stage.complaints).toEqual([]);
});

/** The dialog of "Allow token exchange" with what it would change. */
async function openSwitch(page: Page, records: Gallery['records']): Promise<void> {
  await visit(page, '/applications/:application/settings', records);
  await page.getByRole('switch', { name: 'Allow token exchange' }).click();
  const dialog = page.getByRole('dialog', { name: /^Allow token exchange for/ });
  await dialog.locator('button[type=submit]:not([data-disabled=true])').waitFor();
}

/** The result of a trial sign-in to an application. */
async function tryIt(page: Page, records: Gallery['records']): Promise<void> {
  await visit(page, '/applications/:application/connect', records);
  await page.getByRole('button', { name: 'Try signing in' }).click();
  await page.getByRole('heading', { name: /^Userinfo/ }).waitFor();
  await page
    .getByRole('button', { name: 'Try again' })
    .evaluate((button) => button.scrollIntoView({ block: 'center' }));
}

/** Why a scope is missing. */
async function explain(page: Page, { service, user, resource }: Gallery['records']): Promise<void> {
  const address = `/console/explain?app=${service}&user=${user}&resource=${resource}`;
  await page.evaluate((target) => history.pushState({}, '', target), address);
  await page.locator('.scope-row').first().waitFor();
}
