import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layoutProblems, lengthen, problemsInBothColors, recordMotion } from './inspect.ts';
import { chosenFirst, operationNames } from './operations.ts';
import { type Stage, startCrowdedStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startCrowdedStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Opens the dialog of an operation, with all of its fields, above a page with little else. */
async function open(page: Page, name: string): Promise<void> {
  await page.evaluate((target) => history.pushState({}, '', target), `/console/keys?do=${name}${chosenFirst(name)}`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('form').waitFor();
  await dialog.evaluate((element) => {
    for (const part of element.querySelectorAll('details')) part.open = true;
  });
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Taller than any dialog: what its foot covers until one scrolls would count as too small. */
const height = 6000;

describe.each([
  ['1280', { width: 1280, height }],
  ['360', { width: 360, height }],
])('at %s pixels the dialog of', (_width, viewport) => {
  let page: Page;
  let motion: () => Promise<string[]>;
  beforeAll(async () => {
    page = await stage.console.open('/', { viewport, reducedMotion: 'reduce' });
    motion = await recordMotion(page);
  });

  it.each(operationNames)('%s is accessible in light and dark, and complete', async (name) => {
    await open(page, name);
    expect(await problemsInBothColors(page)).toEqual({ light: [], dark: [] });
    await close(page);
    expect(stage.console.complaints).toEqual([]);
  });

  it('an operation never moves for someone who prefers reduced motion', async () => {
    expect(await motion()).toEqual([]);
  });
});

describe('every dialog', () => {
  it.each([
    ['at 200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['in German at 360 pixels', { viewport: { width: 360, height: 740 }, locale: 'de' }],
  ])('is complete %s', async (_case, options) => {
    expect(await problemsOfAll(await stage.console.open('/', options))).toEqual({});
  });

  it('is complete with words that are two fifths longer', async () => {
    const page = await stage.console.open('/', { viewport: { width: 360, height: 740 } });
    expect(await problemsOfAll(page, lengthen)).toEqual({});
  });
});

async function problemsOfAll(page: Page, prepare?: (page: Page) => Promise<void>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const name of operationNames) {
    await open(page, name);
    await prepare?.(page);
    const problems = await layoutProblems(page);
    if (problems.length) found[name] = problems;
    await close(page);
  }
  return found;
}
