import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { render } from '../../../src/delivery/messages/render.ts';
import type { MessageContent } from '../../../src/vocabulary/connectors/message-templates.ts';
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
  'the mail $content.template of $name is accessible in $colorScheme mode, on a narrow screen as well',
  async ({ content, colorScheme, look }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } });
    const { html } = render(content, {
      channel: 'email',
      language: 'de',
      publicUrl: 'https://id.example.com',
      brand: look,
    });
    await page.setContent(html ?? '');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
  },
);

it('a branded mail has the logo, the name as text besides, and the colors', () => {
  const [content] = contents as [MessageContent];
  const { html } = render(content, { channel: 'email', language: 'en', publicUrl: 'https://id.example.com', brand });
  expect(html).toContain('<img src="https://id.example.com/assets/a" alt=""');
  expect(html).toMatch(/<span[^>]*>Example Shop<\/span>/);
  expect(html).toContain('color: #ffffff; background: #0b6e4f;');
  expect(html).toContain('color: #000000 !important; background: #7fd8b8 !important;');
  expect(html).toContain('Secured by Mandate');
});

it('a mail without the color of a brand for dark mode has that of the platform there', () => {
  const [content] = contents as [MessageContent];
  const light = { ...brand, colors: { ...brand.colors, dark: { accent: null, background: null } } };
  const { html } = render(content, {
    channel: 'email',
    language: 'en',
    publicUrl: 'https://id.example.com',
    brand: light,
  });
  expect(html).toContain('background: #0b6e4f;');
  expect(html).toContain('background: #a3b0ff !important;');
});

it('a mail has a large code in a box, and a button, also without its style sheet', async () => {
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

it('a mail has its dark colors where the mail program reads them', async () => {
  const [content] = contents;
  if (!content) throw new Error('no mail');
  const { html } = render(content, { channel: 'email', language: 'en', publicUrl: 'https://id.example.com' });
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.setContent(html ?? '');
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe('rgb(17, 20, 28)');
  await page.close();
});
