import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { password } from '../support/password.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const open = async (locale: string, prepare: (page: Page) => Promise<unknown>) => {
  const page = await (await console_.context({ locale })).newPage();
  await prepare(page);
  await page.goto(`${console_.app.config.publicUrl}/console/`);
  return page;
};
const hour = 3_600_000;

describe('a console that cannot start shows what to change, in the language of the browser:', () => {
  it.each([
    ['en', 2 * hour, 'The clock of this computer is wrong by 2 hours. Set it, and try again.'],
    ['en', 48 * hour, 'The clock of this computer is wrong by 2 days. Set it, and try again.'],
    [
      'de',
      2 * hour,
      'Die Uhr dieses Computers weicht um 2 Stunden ab. Stellen Sie sie richtig, und versuchen Sie es erneut.',
    ],
  ])('the clock (%s, %i ms ahead)', async (locale, ahead, text) => {
    const page = await open(locale, ({ clock }) => clock.setSystemTime(Date.now() + ahead));
    await page.fill('input[name=identifier]', 'admin');
    await page.fill('input[name=password]', password);
    await page.click('button[name=answer][value=yes]');
    expect(await page.getByRole('alert').textContent()).toBe(text);
  });

  it('the storage that Firefox blocks: also the channel between tabs', async () => {
    const page = await open('en', (blocked) =>
      blocked.addInitScript(() => {
        const refuse = (): never => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
        class BlockedChannel extends EventTarget {
          constructor() {
            super();
            refuse();
          }
        }
        Object.defineProperty(window, 'BroadcastChannel', { value: BlockedChannel });
      }),
    );
    const text = 'Allow cookies and site data for this address, and try again.';
    expect(await page.getByRole('alert').textContent()).toBe(text);
  });

  it.each([
    ['en', 'The console cannot start', 'Allow cookies and site data for this address, and try again.'],
    [
      'de',
      'Die Konsole kann nicht starten',
      'Erlauben Sie Cookies und Websitedaten für diese Adresse, und versuchen Sie es erneut.',
    ],
  ])('the storage that the browser blocks (%s)', async (locale, title, text) => {
    const page = await open(locale, (blocked) =>
      // As Chromium does for an address whose cookies are blocked.
      blocked.addInitScript(() => {
        const get = (): never => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
      }),
    );
    expect(await page.getByRole('alert').textContent()).toBe(text);
    expect(await page.getByRole('heading').textContent()).toBe(title);
    expect(await page.getByRole('link').getAttribute('href')).toBe('/console/');
  });
});
