import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, changesOf, dialog } from '../../support/browsers/console-changes.ts';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
let page: Page;
let ownerId: string;
const { newUser } = changesOf(() => console_);
beforeAll(async () => {
  console_ = await startConsole();
  ownerId = await newUser('Grace Hopper');
  page = await console_.open(address('/applications', 'createApplication', { type: 'MACHINE_TO_MACHINE' }));
});
afterAll(() => console_[Symbol.asyncDispose]());

const choose = async (label: string, name: RegExp | string): Promise<void> => {
  await dialog(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name }).click();
};
const general = () => page.getByRole('heading', { name: 'General' }).locator('xpath=ancestor::section');

describe('an AI agent', () => {
  it('is created with its owner, whom the form requires', async () => {
    await dialog(page).getByRole('textbox', { name: 'Name' }).first().fill('Shopping agent');
    await choose('Kind', 'AI agent');
    await dialog(page).getByText('An agent must have an owner.').waitFor();
    await choose('Owner', /Grace Hopper/);
    await dialog(page).getByText('Application.Created').waitFor({ state: 'attached' });
    await dialog(page).getByRole('button', { name: 'Create application' }).click();
    await page
      .getByRole('link', { name: /^Shopping agent/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Settings' }).click();
    for (const text of ['AI agent', 'Grace Hopper', 'does not expire']) await general().getByText(text).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('gets an end in the settings', async () => {
    await general().getByRole('button', { name: 'Edit' }).click();
    await dialog(page)
      .getByLabel(/^Expires at/)
      .fill('2031-01-01T12:00');
    await dialog(page)
      .getByText(/^Expires at: /)
      .waitFor();
    await dialog(page)
      .getByRole('button', { name: 'Save changes' })
      .or(dialog(page).locator('[type=submit]'))
      .first()
      .click();
    await dialog(page).waitFor({ state: 'hidden' });
    await general().getByText('2031').waitFor();
    expect(await general().getByText('does not expire').count()).toBe(0);
  });

  it('is found in the list by its kind and owner', async () => {
    const where = encodeURIComponent(JSON.stringify({ kind: 'AGENT', ownerId }));
    await page.goto(`${console_.app.config.publicUrl}/console/applications?where=${where}`);
    const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'agent' });
    await expect.poll(() => rows.count()).toBe(1);
    expect(console_.complaints).toEqual([]);
  });
});
