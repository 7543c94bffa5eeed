import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, changesOf, confirm, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());
const { newRole, newUser, run } = changesOf(() => console_);

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

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click();

describe('the new secret of a webhook', () => {
  it('is shown once, is lost only on purpose, and leaves nothing of it in the page', async () => {
    const page = await console_.open('/webhooks?do=createWebhook');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Search index');
    await dialog(page).getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/');
    await dialog(page).getByText('Webhook.Created').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Create webhook' }).click();
    const secret = await dialog(page).locator('[data-secret]').textContent();
    expect(secret).toMatch(/^whsec_/);
    expect(await dialog(page).getByRole('button', { name: 'I have copied it' }).count()).toBe(1);
    const question = page.getByRole('alertdialog', {
      name: 'The secret “Search index” was not copied. It cannot be shown again.',
    });
    const open = dialog(page).getByRole('button', { name: 'Open Search index' });
    await open.click();
    await question.getByRole('button', { name: 'Go back' }).click();
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await dialog(page).locator('[data-secret]').selectText();
    await page.keyboard.press('ControlOrMeta+c');
    await open.click();
    await page.getByRole('heading', { name: 'Search index' }).waitFor();
    expect(await page.content()).not.toContain(secret);
  });
});

describe('the new secret of an application', () => {
  const secret = (page: Page) => page.locator('[data-secret]');
  const begin = async (name: string): Promise<Page> => {
    const input = { type: 'MACHINE_TO_MACHINE', name, secret: { name: 'production' } };
    const page = await console_.open(address('/applications', 'createApplication', input));
    await dialog(page).getByText('Application created').waitFor();
    await dialog(page).getByRole('button', { name: 'Create application' }).click();
    await page.getByRole('heading', { name: 'New secret' }).waitFor();
    return page;
  };

  it('is kept on all ways within the console until it is copied, and the browser asks before it is lost', async () => {
    const page = await begin('Reports');
    const value = await secret(page).textContent();
    await goTo(page, 'Roles');
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
    const asks = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const ofBrowser = await asks;
    expect(ofBrowser.type()).toBe('beforeunload');
    await ofBrowser.dismiss();
    const comeBack = async (): Promise<void> => {
      await goTo(page, 'Applications');
      await page.getByRole('main').getByRole('link', { name: 'Reports' }).click();
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    };
    await comeBack();
    expect(await secret(page).textContent()).toBe(value);
    await page.getByRole('button', { name: 'Copy secret' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await comeBack();
    expect(await secret(page).count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });

  it('stays on the page where it was added, and is selected where the browser refuses to copy it', async () => {
    const { application } = await run<{ application: { id: string } }>('createApplication', 'application { id }', {
      type: 'MACHINE_TO_MACHINE',
      name: 'Archive',
    });
    const path = `/applications/${application.id}/credentials`;
    const page = await console_.open(path);
    await page.getByRole('button', { name: 'Add a secret' }).click();
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('production');
    await dialog(page).getByText('Application.Secrets.Updated').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Add secret' }).click();
    await page.getByRole('heading', { name: 'New secret' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console${path}`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    const copy = page.getByRole('button', { name: 'Copy secret' });
    const before = await copy.boundingBox();
    await copy.click();
    await page.getByText('Not copied: select it').waitFor();
    expect((await copy.boundingBox())?.height).toBe(before?.height);
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(await secret(page).textContent());
    expect(console_.complaints).toEqual([]);
  });

  it('ends once it was copied within the environment, or that is confirmed', async () => {
    const ends = [
      async (page: Page) => {
        await page.locator('.code-copy button').first().click();
        await page.getByText('Copied', { exact: true }).waitFor();
      },
      (page: Page) => page.getByRole('button', { name: 'I have copied it' }).click(),
    ];
    for (const [index, end] of ends.entries()) {
      const page = await begin(`Ledger ${index}`);
      await end(page);
      await goTo(page, 'Roles');
      await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
      const questions: string[] = [];
      page.on('dialog', (question) => {
        questions.push(question.type());
        void question.accept();
      });
      await page.reload();
      await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
      expect(questions).toEqual([]);
    }
  });
});

describe('the notice of a change', () => {
  const notice = (page: Page) => page.getByRole('complementary');

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

  it('names the role with which a user was created, as the preview does', async () => {
    const input = { name: 'Joan Clarke', username: 'joan', roleIds: [await newRole('Clerk')] };
    const page = await console_.open(address('/users', 'createUser', input));
    await dialog(page).getByText('User created with the role Clerk: Joan Clarke').waitFor();
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await notice(page).getByText('User created with the role Clerk: Joan Clarke').waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('offers the way back, and leaves with its page', async () => {
    const userId = await newUser('Ada Byron');
    const page = await console_.open(address('/users', 'setUserSuspended', { userId, isSuspended: true }));
    await dialog(page).getByText('User suspended: Ada Byron').waitFor();
    await confirm(page, 'Suspend Ada Byron');
    await notice(page).getByText('User suspended: Ada Byron').waitFor();
    expect(await notice(page).getByRole('button', { name: 'Undo…' }).isVisible()).toBe(true);
    await goTo(page, 'Roles');
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
    await notice(page).waitFor({ state: 'hidden' });
    expect(console_.complaints).toEqual([]);
  });
});
