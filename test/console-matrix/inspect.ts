import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browsers/chromium.ts';

/** Parts that a person cannot see: beside the window, and texts that are cut off without a way to read the rest. */
export const layoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const wide = scrollWidth > innerWidth ? [`The page is ${scrollWidth} pixels wide, the window ${innerWidth}.`] : [];
    const isCut = (element: HTMLElement): boolean => {
      if (element.clientWidth <= 1 || !element.checkVisibility()) return false;
      const isChoice = element instanceof HTMLInputElement && element.type !== 'checkbox';
      const text = isChoice ? element.value || element.placeholder : element.textContent.trim();
      if (text === '' || element.scrollWidth <= element.clientWidth + 1) return false;
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (!isChoice && !['hidden', 'clip'].includes(overflowX)) return false;
      return !(textOverflow === 'ellipsis' && element.closest('[title]:not([title=""])'));
    };
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter(isCut);
    const nameOf = (element: HTMLElement): string => {
      const { value = '', placeholder = '' } = element as Partial<HTMLInputElement>;
      const text = (element.textContent || value || placeholder).slice(0, 60);
      return `Cut off: <${element.localName} class="${element.className.slice(0, 60)}"> "${text}"`;
    };
    return [...wide, ...new Set(cut.map(nameOf))];
  });

/** Waits until a page is in the colors. */
export async function setColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
  // Components that compute colors are drawn again after the attribute.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** The problems of a page in light and dark; the layout is the same in both. */
export async function problemsInBothColors(page: Page): Promise<{ light: string[]; dark: string[] }> {
  await setColors(page, 'light');
  const light = [...(await accessibilityProblems(page)), ...(await layoutProblems(page))];
  await setColors(page, 'dark');
  return { light, dark: await accessibilityProblems(page) };
}

/** Sign of what `lengthen` has added. */
const padding = '\u02c9';

/** Makes every word of the console two fifths longer, as in a language with long words; data stays as it is. */
export async function lengthen(page: Page): Promise<void> {
  await page.evaluate((sign) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const isData = text.parentElement?.closest('td, dd, code, pre, kbd, time, style, script, [role=option]');
      if (isData || text.data.includes(sign)) continue;
      text.data = text.data.replaceAll(/\p{L}+/gu, (word) => word + sign.repeat(Math.ceil(word.length * 0.4)));
    }
  }, padding);
}

/** Collects the transitions and animations of pages that are opened from now on. */
export async function recordMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const record = (event: TransitionEvent | AnimationEvent): void => {
      const { className, localName } = event.target as HTMLElement;
      const name = 'propertyName' in event ? event.propertyName : event.animationName;
      const [animation] = (event.target as HTMLElement)
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1);
      if (animation) seen.add(`${event.type} ${name} of <${localName} class="${className}">`);
    };
    document.addEventListener('transitionrun', record);
    document.addEventListener('animationstart', record);
    Object.assign(globalThis, { seenMotion: seen });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { seenMotion: Set<string> }).seenMotion]);
}
