import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** An administrator's browser with a session, whose pages begin with an empty cache. */
export interface SignedInBrowser {
  origin: string;
  /** A new page in a new profile; closed with `close`. */
  newPage(condition?: Condition, options?: BrowserContextOptions): Promise<Page>;
}

interface Connection {
  /** Milliseconds from a request to the first byte of its response, besides the server's. */
  latency: number;
  /** Bytes per second. */
  downloadThroughput: number;
  uploadThroughput: number;
}

const kilobits = (number: number): number => (number * 1000) / 8;

/** Usual connections of phones, as Lighthouse simulates them, each with a slower processor. */
export const conditions = {
  local: { slowdown: 1, connection: undefined },
  'Fast 4G, CPU / 2': { slowdown: 2, connection: simulated(60, 9000, 1500) },
  'Slow 4G, CPU / 4': { slowdown: 4, connection: simulated(150, 1600, 750) },
} as const;
export type Condition = keyof typeof conditions;

function simulated(latency: number, down: number, up: number): Connection {
  return { latency, downloadThroughput: kilobits(down), uploadThroughput: kilobits(up) };
}

/** Signs in as the first administrator. */
export async function signInWith(browser: Browser, origin: string, password: string): Promise<SignedInBrowser> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/console/`);
  await page.fill('input[name=identifier]', 'admin');
  await page.fill('input[name=password]', password);
  await page.click('button[name=answer][value=yes]');
  await page.waitForSelector('[data-state=live]');
  const storageState = await context.storageState();
  await context.close();
  return {
    origin,
    async newPage(condition = 'local', options = {}) {
      const profile = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 }, ...options });
      const opened = await profile.newPage();
      await slowDown(opened, condition);
      return opened;
    },
  };
}

async function slowDown(page: Page, condition: Condition): Promise<void> {
  const { connection, slowdown } = conditions[condition];
  if (!connection) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...connection });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Closes a page with its profile. */
export const close = (page: Page): Promise<void> => page.context().close();
