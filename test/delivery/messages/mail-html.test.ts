import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { render } from '../../../src/delivery/messages/render.ts';
import type { MessageContent } from '../../../src/vocabulary/message-templates.ts';
import { accessibilityProblems, launchChromium } from '../../support/browsers/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Whatever a mail program shows that removes style sheets. */
const withoutStyleSheet = (html: string): string => html.replace(/<style>[^]*<\/style>/, '');

const link = 'https://id.example.com/link/1f4c';
const contents: MessageContent[] = [
  { template: 'sign-in-code', parameters: { code: '482913', link, minutes: 10 } },
  { template: 'account-locked', parameters: { time: '2026-11-22T20:15:00.000Z', place: 'Berlin', device: 'Firefox' } },
];

it.each(contents.flatMap((content) => (['light', 'dark'] as const).map((colorScheme) => ({ content, colorScheme }))))(
  'The mail $content.template is accessible in $colorScheme mode, on a narrow screen as well',
  async ({ content, colorScheme }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
    const { html } = render(content, { channel: 'email', language: 'de', publicUrl: 'https://id.example.com' });
    await page.setContent(html ?? '');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
  },
);

it('A mail has a large code in a box, and a button, also without its style sheet', async () => {
  const [content] = contents;
  if (!content) throw new Error('no mail');
  const { html } = render(content, { channel: 'email', language: 'en', publicUrl: 'https://id.example.com' });
  const page = await browser.newPage({ colorScheme: 'dark', viewport: { width: 320, height: 640 } });
  await page.setContent(withoutStyleSheet(html ?? ''));
  const looks = await page.locator('.code, .action').evaluateAll((elements) =>
    elements.map((element) => {
      const { fontSize, backgroundColor, paddingTop } = getComputedStyle(element);
      return { fontSize, backgroundColor, paddingTop };
    }),
  );
  expect(looks).toEqual([
    { fontSize: '32px', backgroundColor: 'rgb(238, 240, 245)', paddingTop: '16px' },
    { fontSize: '16px', backgroundColor: 'rgb(59, 76, 202)', paddingTop: '12px' },
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
});

it('A mail has its dark colors where the mail program reads them', async () => {
  const [content] = contents;
  if (!content) throw new Error('no mail');
  const { html } = render(content, { channel: 'email', language: 'en', publicUrl: 'https://id.example.com' });
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.setContent(html ?? '');
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe('rgb(17, 20, 28)');
  await page.close();
});
