import type pg from 'pg';
import type { Page } from 'playwright-core';
import packageJson from '../../package.json' with { type: 'json' };
import { launchChromium } from '../../test/support/browsers/chromium.ts';
import { callers } from '../events/servers.ts';
import type { Scale } from '../management/fixture/people.ts';
import { seed } from '../management/fixture/seed.ts';
import { type BenchPostgres, connect, secretsKey, withClient } from '../shared/database.ts';
import { type ServerCommand, startServer } from '../shared/server-process.ts';
import { close, type Condition, type SignedInBrowser, signInWith } from './browser.ts';
import {
  longTasks,
  measureBarePage,
  measureChange,
  measureInteractions,
  measureRoute,
  memoryOf,
  openUsers,
  showEvents,
} from './figures.ts';
import { callApi } from './api.ts';
import type { Figure, Sample } from './verdict.ts';

interface Plan {
  scale: Scale;
  rounds: number;
  /** Under which the pages are opened; `local` is among them. */
  conditions: readonly Condition[];
  /** Events after which the memory of a tab is read again. */
  manyEvents: number;
  /** NODE_OPTIONS of the platform process. */
  nodeOptions: string;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A running platform, and the browser of its administrator. */
interface Bench extends Plan {
  browser: SignedInBrowser;
  client: pg.Client;
  api: ReturnType<typeof callApi>;
}

const password = 'a long passphrase for benchmarks';
const name = 'mandate_bench_console';

/** Creates the database, measures everything in every round, drops the database. */
export async function runPlan(postgres: BenchPostgres, plan: Plan): Promise<Sample[]> {
  plan.log(`creating the database: ${plan.scale.users} users`);
  const url = await postgres.makeDatabase(name, (address) => withClient(address, (client) => seed(client, plan.scale)));
  const server = await startServer(commandOf(url, plan.nodeOptions));
  const chromium = await launchChromium({ optimizes: true });
  const client = await connect(url);
  try {
    const origin = `http://localhost:${server.port}`;
    const api = callApi(origin, callers[0]);
    const bench = { ...plan, client, api, browser: await signInWith(chromium, origin, password) };
    await warmUp(bench);
    const samples: Sample[] = [];
    for (let round = 1; round <= plan.rounds; round++) {
      const measured = await measureRound(bench, round);
      samples.push(...measured);
      for (const { figure, condition, value } of measured) {
        plan.log(`round ${round} of ${plan.rounds}  ${figure} (${condition}): ${value.toFixed(0)}`);
      }
    }
    return [...samples, await measureMemory(bench)];
  } finally {
    await client.end();
    await chromium.close();
    await server.stop();
    await postgres.dropDatabase(name);
  }
}

/** The command `npm start`, at an address that the browser reaches. */
const commandOf = (databaseUrl: string, nodeOptions: string): ServerCommand => ({
  command: ['sh', '-c', `export PUBLIC_URL=http://localhost:$PORT; ${packageJson.scripts.start}`],
  env: {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: secretsKey,
    BOOTSTRAP_ADMIN_PASSWORD: password,
    BOOTSTRAP_CLIENT_ID: callers[0].id,
    BOOTSTRAP_CLIENT_SECRET: callers[0].secret,
    NODE_OPTIONS: nodeOptions,
  },
  hasAllCores: true,
});

/** The first requests load much of the code of the platform, and of Chromium. */
async function warmUp({ browser }: Bench): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await measureBarePage(browser, 'local');
    await close((await openUsers(browser, 'local')).page);
  }
}

async function measureRound(bench: Bench, round: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = (figure: Figure, value: number, condition: Condition = 'local') =>
    samples.push({ figure, round, value, condition });
  for (const condition of bench.conditions) {
    add('bare page', await measureBarePage(bench.browser, condition), condition);
    const { page, load, query } = await openUsers(bench.browser, condition);
    add(condition === 'local' ? 'rows on screen, cold' : `rows on screen, cold, ${condition}`, load.rows, condition);
    if (condition === 'Slow 4G, CPU / 4') add(`frame on screen, cold, ${condition}`, load.frame, condition);
    if (condition === 'local') {
      add('silent sign-in', load.signIn);
      add('a change elsewhere is on screen', await slowestChange(bench, page));
      add('slowest interaction', await measureInteractions(page));
      add('another page', await slowestRoute(page));
      add('page of 50 users, p95', await bench.api.p95OfPages(JSON.parse(query) as object, 100));
    }
    await close(page);
  }
  add('long tasks while 1,000 events arrive', await measureBurst(bench));
  return samples;
}

/** Few enough that the page repeats the query at once each time. */
const changes = 4;

async function slowestChange({ api }: Bench, page: Page): Promise<number> {
  const taken: number[] = [];
  // The first row is the administrator.
  for (let row = 1; row <= changes; row++) taken.push(await measureChange(page, row, api.toggleSuspension));
  return Math.max(...taken);
}

async function slowestRoute(page: Page): Promise<number> {
  const taken: number[] = [];
  for (const path of ['/roles', '/applications', '/webhooks']) taken.push(await measureRoute(page, path));
  return Math.max(...taken);
}

const burst = { count: 1000, perSecond: 400 };

async function measureBurst({ browser, client, scale }: Bench): Promise<number> {
  const page = await openLive(browser);
  const milliseconds = await longTasks(page, () => showEvents(page, client, { ...burst, users: scale.users }));
  await close(page);
  return milliseconds;
}

async function measureMemory({ browser, client, scale, manyEvents, rounds, log }: Bench): Promise<Sample> {
  const page = await openLive(browser);
  const before = await memoryOf(page);
  await showEvents(page, client, { count: manyEvents, perSecond: 1000, users: scale.users });
  const value = (await memoryOf(page)) - before;
  log(`memory of a tab: ${(before / 1e6).toFixed(1)} MB, after ${manyEvents} events ${(value / 1e6).toFixed(1)} more`);
  await close(page);
  return { figure: 'memory', round: rounds, value, condition: 'local' };
}

async function openLive(browser: SignedInBrowser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${browser.origin}/console/live`);
  await page.waitForSelector('[data-state=live]');
  await page.locator('li:is([data-id], .empty)').first().waitFor();
  return page;
}
