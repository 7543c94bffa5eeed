import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePages, visit } from '../support/browsers/console-pages.ts';
import { addCrowd, oneOfCrowd } from './crowd.ts';
import { changedTiles, type Fingerprint, fingerprinter, outlined } from './fingerprint.ts';
import { type Gallery, startGallery } from './gallery.ts';
import { setColors } from './inspect.ts';

/**
 * The fingerprints of every page, by mode and page, compared with those in pictures.txt, which `--update` writes. That
 * of `machine` is of a page of text: another machine has other fonts, or another Chromium.
 */
type Pictures = Map<string, Fingerprint>;

/** Also those whose names few people have. */
const shownPages = [...consolePages, '/users?order=CREATED_AT', '/users/:crowd'];

const file = new URL('pictures.txt', import.meta.url);
const machine = 'machine';
/** The folder of the pictures of this run; not in the repository. */
const folder = '.data/pictures';
const isUpdate = process.env['PICTURES'] === 'update';
const before: Pictures = existsSync(file) ? readPictures(readFileSync(file, 'utf8')) : new Map();
const now: Pictures = new Map();

/** Name and fingerprint, a picture per line. */
function readPictures(text: string): Pictures {
  const lines = text.split('\n').filter(Boolean);
  return new Map(lines.map((line) => line.split('\t') as [string, Fingerprint]));
}

let gallery: Gallery;
let records: Gallery['records'];
let page: Page;
let canvas: Page;
let fingerprint: (png: Buffer) => Promise<Fingerprint>;
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  gallery = await startGallery();
  const { organization = '', role = '' } = gallery.records;
  await addCrowd(gallery.console.app, { organization, role });
  records = { ...gallery.records, crowd: oneOfCrowd };
  canvas = await (await gallery.console.browser.newContext({ viewport: { width: 640, height: 320 } })).newPage();
  fingerprint = fingerprinter(canvas);
  await canvas.setContent(`<style>${readFileSync('src/console/style/tokens.css', 'utf8')}</style>${sample}`);
  now.set(machine, await fingerprint(await canvas.screenshot()));
  page = await gallery.console.open('/');
});
afterAll(async () => {
  if (isUpdate) writeFileSync(file, Array.from(now, (line) => `${line.join('\t')}\n`).join(''));
  await gallery[Symbol.asyncDispose]();
});

/** Every kind of text that the console has. */
const sample = `<body style="font: 14px Inter, system-ui, sans-serif"><h1>Sphinx of black quartz</h1><b>judge my vow</b>
  <code>user_01m8 orders:read</code><p style="font-size: 13px">● ◌ ◷ ✗ ✓ → · … 0123456789 äöüß</p></body>`;

/** Milliseconds without a change after which a page is complete. */
const quiet = 150;

const settled = (shown: Page): Promise<void> =>
  shown.evaluate(
    (least) =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(done, least);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, least);
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    quiet,
  );

/** Replaces what differs from run to run: ids, times, durations, codes; and hides what blinks. */
async function freeze(shown: Page): Promise<void> {
  await shown.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      text.data = text.data
        .replaceAll(/\b([a-z]+(?:_[a-z]+)?)_[0-9a-z]{26}\b/g, '$1_01m80000000000000000000000')
        .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, 'localhost:3000')
        .replaceAll(/\b[\d.,]+\s?ms\b/g, '12 ms')
        .replaceAll(/\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/g, 'ABCD-1234')
        .replaceAll(/\b\d{1,2}:\d{2}(:\d{2})?( [AP]M)?\b/g, '12:04')
        .replaceAll(/\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b/g, 'Nov 24, 2026')
        .replaceAll(/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '2026-11-24T12:04:11.204Z')
        .replaceAll(/\b(webhook-timestamp: )\d+/g, '$11795521851')
        .replaceAll(/\b00-[0-9a-f]{32}-[0-9a-f]{16}-\d{2}/g, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
        .replaceAll(/\bv1,[\w+/=]{40,}/g, 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=')
        .replaceAll(/\b[\w-]{8}…/g, 'nu8UQnMf…');
      if (text.parentElement?.closest('time')) text.data = '5 minutes ago';
    }
  });
}

describe.each([
  ['light', 'light', { width: 1280, height: 800 }],
  ['dark', 'dark', { width: 1280, height: 800 }],
  ['phone', 'light', { width: 360, height: 740 }],
] as const)('in the mode %s the page', (mode, color, viewport) => {
  beforeAll(async () => {
    await page.setViewportSize(viewport);
    await setColors(page, color);
  });

  it.each(shownPages)('%s looks as before', async (path) => {
    await visit(page, path, records);
    await settled(page);
    await freeze(page);
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    const name = `${mode} ${path}`;
    const found = await fingerprint(png);
    now.set(name, found);
    const target = `${folder}/${name.replaceAll(/[^\w-]+/g, '-')}.png`;
    writeFileSync(target, png);
    const changed = changedTiles(before.get(name) ?? '', found);
    if (changed && !isUpdate) writeFileSync(target, await outlined(canvas, png, changed, viewport.width));
    const difference = changed
      ? `${changed.length} tiles of ${found.length / 2} differ, outlined in ${target}. If it should look like this: npm run check:console -- pictures --update`
      : '';
    // On another machine letters have other shapes: the pictures are there to be looked at.
    const isCompared = !isUpdate && before.get(machine) === now.get(machine);
    if (difference && !isUpdate && !isCompared) console.warn(`${name}, made on another machine: ${difference}`);
    expect(isCompared ? difference : '').toBe('');
  });
});
