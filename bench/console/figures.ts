import type pg from 'pg';
import type { Page } from 'playwright-core';
import { commitEvents } from '../events/fixture/events.ts';
import { openBarePage } from './bare-page.ts';
import { close, type Condition, type SignedInBrowser } from './browser.ts';

/** Milliseconds until the rows of the list of users are on screen; what a page recorded meanwhile. */
interface Load {
  rows: number;
  /** Until the frame of the page is drawn. */
  frame: number;
  /** From the authorization request to the token. */
  signIn: number;
}

/** Opens the bare page with an empty cache. Returns the milliseconds until its rows are on screen. */
export async function measureBarePage(browser: SignedInBrowser, condition: Condition): Promise<number> {
  const page = await browser.newPage(condition, { bypassCSP: true });
  const milliseconds = await openBarePage(page, browser.origin);
  await close(page);
  return milliseconds;
}

/** Opens the list of users with an empty cache. The page stays open. */
export async function openUsers(
  browser: SignedInBrowser,
  condition: Condition,
): Promise<{ page: Page; load: Load; query: string }> {
  const page = await browser.newPage(condition);
  const sent = page.waitForRequest((request) => request.postData()?.includes('query Users(') ?? false);
  await page.addInitScript(recordRows);
  await page.goto(`${browser.origin}/console/users`);
  const rows = await page.waitForFunction(() => (globalThis as { rowsAt?: number }).rowsAt, undefined, {
    timeout: 60_000,
  });
  const frame = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const signIn = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource');
    const authorization = entries.find(({ name }) => name.includes('/oidc/auth?'));
    const token = entries.find(({ name }) => name.endsWith('/oidc/token')) as PerformanceResourceTiming | undefined;
    return (token?.responseEnd ?? Number.NaN) - (authorization?.startTime ?? Number.NaN);
  });
  const query = (await sent).postData() ?? '';
  await page.waitForSelector('[data-state=live]');
  return { page, load: { rows: Number(await rows.jsonValue()), frame: Number(frame), signIn }, query };
}

/** Runs in the page before everything else. */
function recordRows(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll('tbody tr[data-id]').length < 50) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { rowsAt: performance.now() })));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Goes to another page by its link. Returns the milliseconds until that page is complete. */
export const measureRoute = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (target) => {
    const complete = `main[data-path="${target}"]:not(:has([aria-busy=true])) :is(tbody tr[data-id], .empty)`;
    const begun = performance.now();
    document.querySelector<HTMLElement>(`nav a[href="/console${target}"]`)?.click();
    while (!document.querySelector(complete)) {
      if (performance.now() - begun > 60_000) throw new Error(`${target} was not complete in a minute.`);
      await new Promise((later) => setTimeout(later, 2));
    }
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return performance.now() - begun;
  }, path);

/** Makes a change elsewhere. Returns the milliseconds from its request until the row of the user shows it. */
export async function measureChange(page: Page, row: number, change: (userId: string) => Promise<void>) {
  const userId = await page.locator('tbody tr[data-id]').nth(row).getAttribute('data-id');
  const shown = page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const cells = document.querySelector(`tr[data-id="${id}"]`);
        const before = cells?.textContent;
        const observer = new MutationObserver(() => {
          if (document.querySelector(`tr[data-id="${id}"]`)?.textContent === before) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    userId,
  );
  // The observer is there before the change begins.
  await page.evaluate(() => undefined);
  const begun = Date.now();
  const [at] = await Promise.all([shown, change(userId ?? '')]);
  return at - begun;
}

/** Milliseconds between two batches of events. */
const batchEvery = 100;

/** Commits events at a constant rate, and waits until the page of live events shows the last one. */
export async function showEvents(
  page: Page,
  client: pg.Client,
  { count, perSecond, users }: { count: number; perSecond: number; users: number },
): Promise<void> {
  const batch = Math.round((perSecond * batchEvery) / 1000);
  const begun = performance.now();
  let last = '';
  for (let sent = 0; sent < count; sent += batch) {
    const due = begun + (sent / batch) * batchEvery;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    last = await commitEvents(client, Math.min(batch, count - sent), users);
  }
  await page.locator(`li[data-id="${last}"]`).waitFor();
}

/** Milliseconds of long tasks (https://www.w3.org/TR/longtasks-1/) while `work` runs, together. */
export async function longTasks(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    Object.assign(globalThis, { longTasks: tasks });
  });
  await work();
  return page.evaluate(() =>
    (globalThis as unknown as { longTasks: number[] }).longTasks.reduce((sum, duration) => sum + duration, 0),
  );
}

/** Bytes that the scripts and documents of a page hold after a garbage collection. */
export async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
  const usage = (await session.send('Runtime.getHeapUsage')) as Record<string, number>;
  await session.detach();
  return (usage['usedSize'] ?? 0) + (usage['embedderHeapUsedSize'] ?? 0) + (usage['backingStorageSize'] ?? 0);
}

/** The slowest interaction of a person with the list of users (Interaction to Next Paint), in milliseconds. */
export async function measureInteractions(page: Page): Promise<number> {
  await page.evaluate(() => {
    const state = { slowest: 0, count: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId) continue;
        state.count += 1;
        state.slowest = Math.max(state.slowest, entry.duration);
      }
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(globalThis, { interactions: state });
  });
  await interact(page);
  return page.evaluate(async () => {
    // Entries arrive after the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)));
    const { slowest, count } = (globalThis as unknown as { interactions: { slowest: number; count: number } })
      .interactions;
    if (count === 0) throw new Error('No interaction was measured. The run is void.');
    return slowest;
  });
}

/** Moves in the list, selects, searches, opens a dialog and the palette. */
async function interact(page: Page): Promise<void> {
  for (const key of ['j', 'j', 'j', 'x', 'j', 'x', 'k']) await page.keyboard.press(key);
  await page.keyboard.press('/');
  await page.keyboard.type('grace', { delay: 60 });
  await page.waitForURL(/q=grace/);
  await page.locator('section[aria-busy=false] tbody tr[data-id]').first().waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByRole('dialog').locator('form').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).click();
  await page.keyboard.type('Grace Hopper', { delay: 40 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('grace', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
