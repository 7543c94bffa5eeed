import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * V8 interprets and compiles scripts, but does not optimize them: a page of a test is closed before that gains what it
 * costs, a twelfth of the processor time. No page starts a process for the next one, which is a third of what an empty
 * page costs, and none is drawn by an emulated graphics processor.
 */
const forTests = [
  '--js-flags=--no-maglev,--no-turbofan',
  '--disable-features=SpareRendererForSitePerProcess',
  '--disable-gpu',
];

/** A real headless browser, which connects only to this machine. Benchmarks let V8 optimize, as people do. */
export function launchChromium({ optimizes = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(optimizes ? [] : forTests),
    ],
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on a page, including best practices: rule and element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The page's policy forbids scripts; the debugger can run one.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axeCore };
    // The size of targets is of WCAG 2.2, and off by default. A sandboxed frame cannot be queried.
    const rules = { 'target-size': { enabled: true } };
    const { violations } = await tool.run({ rules, iframes: false, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}
