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

const brand = {
  publicUrl: 'https://id.example.com',
  name: 'Example Shop',
  owner: 'Example Shop',
  logos: { light: '/assets/a', dark: '/assets/b' },
  favicon: null,
  colors: { light: { accent: '#0b6e4f', background: null }, dark: { accent: '#7fd8b8', background: null } },
};
const looks = [null, brand].flatMap((look) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ look, colorScheme, name: look?.name ?? 'the platform' })),
);

it.each(contents.flatMap((content) => looks.map((look) => ({ content, ...look }))))(
  'The mail $content.template of $name is accessible in $colorScheme mode, on a narrow screen as well',
  async ({ content, colorScheme, look }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
    const { html } = render(content, { channel: 'email', language: 'de', host: 'id.example.com', brand: look });
    await page.setContent(html ?? '');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
  },
);

it('A branded mail has the logo, the name as text besides, and the colors', () => {
  const [content] = contents as [MessageContent];
  const { html } = render(content, { channel: 'email', language: 'en', host: 'id.example.com', brand });
  expect(html).toContain('<img src="https://id.example.com/assets/a" alt=""');
  expect(html).toMatch(/<span[^>]*>Example Shop<\/span>/);
  expect(html).toContain('color: #ffffff; background: #0b6e4f;');
  expect(html).toContain('color: #000000; background: #7fd8b8;');
  expect(html).toContain('Secured by Mandate');
});

it('A mail without the color of a brand for dark mode has that of the platform there', () => {
  const [content] = contents as [MessageContent];
  const light = { ...brand, colors: { ...brand.colors, dark: { accent: null, background: null } } };
  const { html } = render(content, { channel: 'email', language: 'en', host: 'id.example.com', brand: light });
  expect(html).toContain('background: #0b6e4f;');
  expect(html).toContain('background: #a3b0ff;');
});
