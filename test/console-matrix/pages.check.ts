import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePages, visit } from '../support/browsers/console-pages.ts';
import { layoutProblems, lengthen, problemsInBothColors, recordMotion } from './inspect.ts';
import { type Stage, startCrowdedStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startCrowdedStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

describe.each([
  ['1280', wide],
  ['360', narrow],
])('at %s pixels the page', (_width, viewport) => {
  let page: Page;
  let motion: () => Promise<string[]>;
  beforeAll(async () => {
    page = await stage.console.open('/', { viewport, reducedMotion: 'reduce' });
    motion = await recordMotion(page);
  });

  it.each(consolePages)('%s is accessible in light and dark, and complete', async (path) => {
    await visit(page, path, stage.records);
    expect(await problemsInBothColors(page)).toEqual({ light: [], dark: [] });
    expect(stage.console.complaints).toEqual([]);
  });

  it('never moves anything for someone who prefers reduced motion', async () => {
    expect(await motion()).toEqual([]);
  });
});

describe('the page', () => {
  it.each([
    ['at 200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['in German', { viewport: wide, locale: 'de' }],
    ['in German at 360 pixels', { viewport: narrow, locale: 'de' }],
  ])('is complete %s', async (_case, options) => {
    const page = await stage.console.open('/', options);
    expect(await problemsOfAll(page)).toEqual({});
  });

  it('is complete with words that are two fifths longer', async () => {
    const page = await stage.console.open('/', { viewport: wide });
    expect(await problemsOfAll(page, lengthen)).toEqual({});
  });
});

async function problemsOfAll(page: Page, prepare?: (page: Page) => Promise<void>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of consolePages) {
    await visit(page, path, stage.records);
    await prepare?.(page);
    const problems = await layoutProblems(page);
    if (problems.length) found[path] = problems;
  }
  return found;
}
