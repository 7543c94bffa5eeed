import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browsers/chromium.ts';
import type { Mode, View } from './modes.ts';

/** The folder of the pictures; not in the repository. */
const folder = '.data/pages';

/** Looks at pages in each view of a mode, and keeps what is wrong with them. */
export function openCamera({ name: mode, views }: Pick<Mode, 'name' | 'views'>) {
  const problems: string[] = [];
  const look = async (page: Page, title: string, { name, viewport, media }: View): Promise<void> => {
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    // A logo in other colors is another image.
    await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete));
    const path = join(folder, mode, name, `${title}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    const isWide = width > viewport.width ? [`is ${width} pixels wide`] : [];
    const wrong = [...(await accessibilityProblems(page)), ...isWide];
    problems.push(...wrong.map((problem) => `${title} (${name}): ${problem}`));
  };
  for (const { name } of views) mkdirSync(join(folder, mode, name), { recursive: true });
  return {
    problems,
    /** Takes the pictures of a page. */
    async picture(page: Page, title: string): Promise<void> {
      for (const view of views) await look(page, title, view);
      // A page that is opened in forced colors keeps their ground.
      await page.emulateMedia({ forcedColors: 'none' });
    },
  };
}
export type Camera = ReturnType<typeof openCamera>;
