import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { callerOf, type ConsoleBrowser, consoleEnvironment, startConsoleBrowser } from '../support/browsers/console.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { cutDatabase } from '../support/faults.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { type Front, startFront } from './front.ts';

/** Two processes of one platform behind one address, with Redis between them: pages are led to "here". */
let own: OwnDatabase;
let front: Front;
let here: PlatformProcess;
let there: PlatformProcess;
let console_: ConsoleBrowser;
let call: ReturnType<typeof callerOf>['call'];
const application = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };

const start = async (): Promise<PlatformProcess> => {
  const platform = await startPlatform({
    ...consoleEnvironment,
    PUBLIC_URL: front.url,
    DATABASE_URL: own.url,
    REDIS_URL: inject('redis'),
    BOOTSTRAP_CLIENT_ID: application.clientId,
    BOOTSTRAP_CLIENT_SECRET: application.clientSecret,
  });
  await platform.ready;
  return platform;
};

beforeAll(async () => {
  [own, front] = await Promise.all([ownDatabase(), startFront()]);
  here = await start();
  there = await start();
  front.leadTo(here.url);
  console_ = await startConsoleBrowser(front.url);
  ({ call } = callerOf(there.url, { ...application, resource: `${front.url}/api` }));
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  killAll();
  await front[Symbol.asyncDispose]();
  await own.drop();
});

/** Ends the process without a word to anyone, and leaves the address without one. */
async function kill(platform: PlatformProcess): Promise<void> {
  front.leadTo(undefined);
  platform.child.kill('SIGKILL');
  await platform.ended;
}

const state = (page: Page, expected: string) => page.waitForSelector(`[data-state=${expected}]`);
const notLive = (page: Page) => page.getByText(/^Not live since \d/);
const announced = (page: Page, count: number) => page.getByRole('button', { name: `${count} new: show` });
/** Lets the timers of a page run as if this time had passed, whether or not something waits for one. */
const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1000);

/** Makes the change on "there". */
async function newRole(name: string): Promise<string> {
  const { createRole } = await call<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name } },
  );
  return createRole.role.id;
}
const rename = (roleId: string, name: string) =>
  call('mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }', {
    input: { roleId, name },
  });

/**
 * Deletes all events, as the end of their retention would. Reading the log assigns their positions: without a reader,
 * only the maintenance does, once a minute.
 */
async function deleteEvents(): Promise<void> {
  await call('{ events(first: 1) { nodes { id } } }');
  const client = new pg.Client(own.superuserUrl);
  await client.connect();
  try {
    expect((await client.query('SELECT FROM events WHERE position IS NULL')).rowCount).toBe(0);
    await client.query('DELETE FROM events');
  } finally {
    await client.end();
  }
}

/**
 * Milliseconds: for a step, and for a test. A page connects again after up to 15 s, and on a busy machine a process
 * takes half a minute to start.
 */
const patience = { step: 60_000, test: 240_000 };

/** A live page with the list of roles. */
async function openRoles(): Promise<Page> {
  const page = await console_.open('/roles');
  page.context().setDefaultTimeout(patience.step);
  await page.locator('tbody tr[data-id]').first().waitFor();
  return page;
}

describe('an open page', { timeout: patience.test }, () => {
  it('shows what another process changed', async () => {
    const page = await openRoles();
    await newRole('Auditor');
    await announced(page, 1).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('states since when it is not live after its process was killed, and misses nothing when another serves it', async () => {
    const page = await openRoles();
    const before = await page.locator('tbody tr[data-id]').count();
    await kill(here);
    await notLive(page).waitFor();
    for (const name of ['Baker', 'Carpenter', 'Driver']) await newRole(name);
    front.leadTo(there.url);
    await state(page, 'live');
    await announced(page, 3).waitFor();
    expect(await page.locator('tbody tr[data-id]').count()).toBe(before);
    await announced(page, 3).click();
    await page.getByRole('link', { name: 'Driver' }).waitFor();
    expect(await notLive(page).count()).toBe(0);
    expect(await page.locator('tbody tr[data-id]').count()).toBe(before + 3);
  });

  it('shows what was changed until its process was started again', async () => {
    here = await start();
    front.leadTo(here.url);
    const clerk = await newRole('Clerk');
    const page = await openRoles();
    const row = page.locator(`tr[data-id="${clerk}"]`);
    await row.getByText('Clerk', { exact: true }).waitFor();
    await kill(here);
    await state(page, 'lost');
    await rename(clerk, 'Chief clerk');
    here = await start();
    front.leadTo(here.url);
    await row.getByText('Chief clerk').waitFor();
    await state(page, 'live');
    expect(await notLive(page).count()).toBe(0);
  });

  it('reads everything again when the events after its last one were deleted meanwhile', async () => {
    const fisher = await newRole('Fisher');
    const page = await openRoles();
    await page.locator(`tr[data-id="${fisher}"]`).getByText('Fisher').waitFor();
    await kill(here);
    await state(page, 'lost');
    await rename(fisher, 'Fishmonger');
    await deleteEvents();
    front.leadTo(there.url);
    await page.locator(`tr[data-id="${fisher}"]`).getByText('Fishmonger').waitFor();
    await state(page, 'live');
    expect(await notLive(page).count()).toBe(0);
  });
});

describe('a page while PostgreSQL is away', { timeout: patience.test }, () => {
  it('states that it is not live, keeps what it shows, and recovers by itself', async () => {
    front.leadTo(there.url);
    const page = await (await openRoles()).context().newPage();
    await page.clock.install();
    await page.goto(`${front.url}/console/roles`);
    await state(page, 'live');
    const rows = page.locator('tbody tr[data-id]');
    await rows.first().waitFor();
    const [shown, complaints] = [await rows.count(), console_.complaints.length];
    const cut = await cutDatabase(own.url);
    await pass(page, 13);
    await notLive(page).waitFor();
    expect(await rows.count()).toBe(shown);
    await page.getByRole('link', { name: 'API resources' }).click();
    await page.getByText('try again', { exact: false }).first().waitFor();
    await cut[Symbol.asyncDispose]();
    await expect
      .poll(
        async () => {
          await pass(page, 5);
          return page.locator('main [role=alert]').count();
        },
        { timeout: patience.step },
      )
      .toBe(0);
    await state(page, 'live');
    await rows.first().waitFor();
    expect(await notLive(page).count()).toBe(0);
    // Only what could not be answered.
    expect(console_.complaints.slice(complaints).filter((text) => !/503|SERVICE_UNAVAILABLE/.test(text))).toEqual([]);
  });
});
