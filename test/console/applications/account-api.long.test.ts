import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const idOf = async (input: object): Promise<string> => {
  const query =
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }';
  const { createApplication } = await console_.call<{ createApplication: { application: { id: string } } }>(query, {
    input,
  });
  return createApplication.application.id;
};
const switchOf = (page: Page) => page.getByRole('switch', { name: 'Allow the Account API' });

describe('the Account API in the settings of an application', () => {
  it('is a switch, which states what it does and is turned on in a dialog named after it', async () => {
    const id = await idOf({ name: 'Portal', type: 'SINGLE_PAGE' });
    const page = await console_.open(`/applications/${id}/settings`);
    await page
      .getByText('People who are signed in here may look after their own account in it', { exact: false })
      .waitFor();
    await switchOf(page).click();
    const dialog = page.getByRole('dialog', { name: 'Allow the Account API for Portal' });
    await dialog.getByRole('button', { name: 'Allow the Account API' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('This application can use the Account API.').waitFor();
    expect(await switchOf(page).isChecked()).toBe(true);
    const { prisma } = console_.app.services.database;
    expect(await prisma.application.findUniqueOrThrow({ where: { id } })).toMatchObject({ accountApiAllowed: true });
    expect(console_.complaints).toEqual([]);
  });

  it.each([
    [{ name: 'Worker', type: 'MACHINE_TO_MACHINE' }, 'It is a machine-to-machine application, which has no users.'],
    [
      { name: 'Partner', type: 'TRADITIONAL_WEB', isThirdParty: true },
      'It is a third-party application: those read userinfo only.',
    ],
  ])('cannot be turned on where it has no effect, and states why: %j', async (input, obstacle) => {
    const page = await console_.open(`/applications/${await idOf(input)}/settings`);
    await page.getByText(obstacle).waitFor();
    expect(await switchOf(page).isDisabled()).toBe(true);
  });
});

it('the sign-in experience shows what people may change themselves', async () => {
  const page = await console_.open('/sign-in');
  await page.getByText('People may change themselves').waitFor();
  const parts = 'Profile, Username, Avatar, Email, Phone, Password, Factors, Identities, Deletion';
  expect(await page.getByText(parts).count()).toBe(1);
});
