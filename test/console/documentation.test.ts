import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPlaces } from '../../src/console/navigation.ts';
import { accessibilityProblems } from '../support/browsers/chromium.ts';
import { visit } from '../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const addressOf = (chapter: string): string => `${console_.app.config.publicUrl}/console/docs/${chapter}`;
const read = async (chapter: string): Promise<string> => {
  const response = await fetch(addressOf(chapter));
  expect([chapter, response.status]).toEqual([chapter, 200]);
  return response.text();
};
const chaptersIn = (page: string): string[] => {
  const [, list = ''] = /<nav[^>]*>([^]*?)<\/nav>/.exec(page) ?? [];
  return Array.from(list.matchAll(/<li><a href="([\w-]+)"/g), ([, name = '']) => name);
};

describe('the documentation', () => {
  it('is served by the platform, as pages without script', async () => {
    const { headers } = await fetch(addressOf('people'));
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await read('people');
    expect(page).toContain('<h2 id="second-factors">Second factors</h2>');
    expect(page).not.toMatch(/<script|style=/);
    expect((await fetch(addressOf('nothing'))).status).toBe(404);
  });

  it('has links that lead to a chapter, and to a part that it has', async () => {
    const names = chaptersIn(await read('console'));
    expect(names.length).toBeGreaterThan(8);
    const pages = new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
    const missing = [...pages].flatMap(([name, page]) =>
      Array.from(page.matchAll(/<a href="([\w-]*)(#[^"]*)?"/g), ([, chapter = '', part = '']) => {
        const target = pages.get(chapter || name);
        return target?.includes(part ? `id="${part.slice(1)}"` : '<main>') ? [] : [`${name}: ${chapter}${part}`];
      }).flat(),
    );
    expect(missing).toEqual([]);
  });

  it.each(allPlaces)('has the chapter of $path, and the part of it', async ({ chapter }) => {
    const [name = '', part] = chapter.split('#');
    expect(await read(name)).toContain(part === undefined ? '<main>' : `id="${part}"`);
  });

  it('opens beside a page at its chapter, and is accessible in light and dark', async () => {
    const page = await console_.open('/webhooks');
    await visit(page, '/webhooks', {});
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Documentation' }).click();
    const chapter = await opened;
    await chapter.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await chapter.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(chapter)).toEqual([]);
    }
    await chapter.setViewportSize({ width: 360, height: 740 });
    expect(await chapter.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await chapter.close();
    expect(console_.complaints).toEqual([]);
  });
});
