import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirm, dialog } from '../../support/browsers/console-changes.ts';
import { accessibilityProblems } from '../../support/browsers/chromium.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { drawPicture } from '../../support/browsers/pictures.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

async function newApplication(): Promise<string> {
  const input = { name: 'Shop', type: 'TRADITIONAL_WEB', redirectUris: ['https://shop.example/callback'] };
  const query =
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }';
  type Created = { createApplication: { application: { id: string } } };
  return (await console_.call<Created>(query, { input })).createApplication.application.id;
}
const scheme = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const accent = (page: Page, name = 'Light colors') =>
  scheme(page, name).getByLabel('Buttons and links', { exact: true });
const preview = (page: Page) => page.frameLocator('iframe.sign-in-page');
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const chooseLogo = async (page: Page, type: 'png' | 'text'): Promise<void> => {
  const logo = scheme(page, 'Light colors').getByRole('group', { name: 'Logo' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    logo.getByRole('button', { name: 'Choose an image…' }).click(),
  ]);
  const buffer = type === 'png' ? await drawPicture(page, 'png', { width: 1200, height: 400 }) : Buffer.from('text');
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
};

describe('the branding of an application', () => {
  it('is shown on the real page while it is typed, saved, and taken back', async () => {
    const id = await newApplication();
    const page = await console_.open(`/applications/${id}/branding`);
    await page.getByLabel('Name', { exact: true }).fill('Example Shop');
    await accent(page).fill('#0b6e4f');
    await page.getByText('White text on it: 6.2 : 1, good to read').waitFor();
    await page.getByText('Links on the card: 6.2 : 1, good to read').waitFor();
    await chooseLogo(page, 'png');
    await preview(page).locator('.brand img').waitFor();
    await preview(page).getByText('Example Shop').waitFor();
    await preview(page).getByText('Secured by Mandate').waitFor();
    const button = preview(page).getByRole('button', { name: 'Continue', exact: true });
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(11, 110, 79)');
    expect(await accessibilityProblems(page)).toEqual([]);
    await save(page).click();
    await page.getByRole('complementary', { name: 'Undo' }).waitFor();
    const { prisma } = console_.app.services.database;
    const read = async () => (await prisma.application.findUniqueOrThrow({ where: { id } })).branding;
    const logo = expect.stringContaining('/assets/');
    expect(await read()).toMatchObject({ name: 'Example Shop', light: { accent: '#0b6e4f', logo } });
    await page.keyboard.press('u');
    await dialog(page).getByText('Application.Data.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Save changes');
    expect(await read()).toMatchObject({ name: null, light: { accent: null, logo: null } });
    expect(console_.complaints).toEqual([]);
  });

  it('cannot be saved with a color in which links are hard to read, and the contrast states why', async () => {
    const page = await console_.open(`/applications/${await newApplication()}/branding`);
    await accent(page).fill('#ffcc00');
    await page.getByText('Black text on it: 13.8 : 1, good to read').waitFor();
    await page.getByText('Links on the card: 1.5 : 1, too little: at least 4.5 : 1').waitFor();
    await page.getByRole('alert').getByText('have a contrast of 1.5 : 1').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await accent(page).fill('#ffcc0');
    await page.getByText('Six hex digits, such as #0b6e4f.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => accent(page).inputValue()).toBe('');
  });

  it('takes no file that is no picture', async () => {
    const page = await console_.open(`/applications/${await newApplication()}/branding`);
    await chooseLogo(page, 'text');
    await page.getByText('This is no picture in PNG, JPEG or WebP.').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
  });
});

it('the branding of all applications is beside the sign-in page, in German as well', async () => {
  const page = await console_.open('/sign-in/branding', { locale: 'de' });
  await scheme(page, 'Dunkle Farben').getByLabel('Schaltflächen und Links', { exact: true }).fill('#7fd8b8');
  await page.getByText('Schwarzer Text darauf: 12,4 : 1, gut lesbar').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Änderungen speichern' }).click();
  await page.getByRole('complementary').getByText('Rückgängig').waitFor();
});
