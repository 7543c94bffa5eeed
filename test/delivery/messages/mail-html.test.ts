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

const link = 'https://id.example.com/link/1f4c';
const contents: MessageContent[] = [
  { template: 'sign-in-code', parameters: { code: '482913', link, minutes: 10 } },
  { template: 'account-locked', parameters: { time: '2026-11-22T20:15:00.000Z', place: 'Berlin', device: 'Firefox' } },
];

it.each(contents.flatMap((content) => (['light', 'dark'] as const).map((colorScheme) => ({ content, colorScheme }))))(
  'The mail $content.template is accessible in $colorScheme mode, on a narrow screen as well',
  async ({ content, colorScheme }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
    const { html } = render(content, { channel: 'email', language: 'de', host: 'id.example.com' });
    await page.setContent(html ?? '');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
  },
);
