import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, changesOf, confirm, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());
const { newUser } = changesOf(() => console_);

describe('a dialog', () => {
  it.each([1280, 360])('has its title and its buttons in sight, however long it is, at %i pixels', async (width) => {
    const viewport = { width, height: 740 };
    const page = await console_.open(address('/applications', 'createApplication', { type: 'NATIVE' }), { viewport });
    await dialog(page).getByText('More options').click();
    await dialog(page).evaluate((one) => one.scrollTo(0, one.scrollHeight / 2));
    for (const part of [
      dialog(page).getByRole('heading', { name: 'Create application' }),
      dialog(page).getByRole('button', { name: 'Create application' }),
    ]) {
      const isSeen = await part.evaluate((one) => {
        const { left, top, width: wide, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
      });
      expect(isSeen).toBe(true);
    }
    expect(await dialog(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  it('moves nothing beside it where scrollbars take place, nor does a page that grows', async () => {
    await using browser = await chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await console_.signIn(page, '/resources');
    const places = async (): Promise<unknown[]> => [
      (await page.getByRole('button', { name: 'New API resource' }).boundingBox())?.x,
      await page.evaluate(() => document.body.getBoundingClientRect().width),
    ];
    await page.getByRole('row', { name: /Management API/ }).waitFor();
    const before = await places();
    await page.keyboard.press('n');
    await dialog(page).getByRole('textbox', { name: 'Indicator' }).waitFor();
    expect(await places()).toEqual(before);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.evaluate(() => (document.body.style.minHeight = '3000px'));
    expect(await places()).toEqual(before);
  });
});

describe('the notice of a change', () => {
  const notice = (page: Page) => page.getByRole('complementary');
  const goTo = (page: Page, name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click();

  it('leaves with the page of what was created, and names its key', async () => {
    const page = await console_.open('/organizations?do=createOrganization');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Globex');
    await page.keyboard.press('Enter');
    await notice(page).getByText('Organization created: Globex').waitFor();
    const open = notice(page).getByRole('button', { name: 'Open' });
    expect(await open.getAttribute('title')).toBe('Press v to open it');
    expect(await open.getAttribute('aria-keyshortcuts')).toBe('v');
    expect(await notice(page).locator('kbd').count()).toBe(0);
    await goTo(page, 'Roles');
    await notice(page).waitFor({ state: 'hidden' });
  });

  it('stays as long as the change can be taken back', async () => {
    const userId = await newUser('Ada Byron');
    const page = await console_.open(address('/users', 'setUserSuspended', { userId, isSuspended: true }));
    await dialog(page).getByText('User suspended: Ada Byron').waitFor();
    await confirm(page, 'Suspend Ada Byron');
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await notice(page).getByText('User suspended: Ada Byron').waitFor();
    await goTo(page, 'Roles');
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
    expect(await notice(page).getByRole('button', { name: 'Take back…' }).isVisible()).toBe(true);
    expect(console_.complaints).toEqual([]);
  });
});
