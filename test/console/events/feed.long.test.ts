import type { Page, Request, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

const state = (page: Page, expected: string) => page.waitForSelector(`[data-state=${expected}]`);
type Step = PromiseWithResolvers<void>;

async function newRole(name: string): Promise<{ id: string }> {
  const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name } },
  );
  return createRole.role;
}
const rename = (roleId: string, name: string) =>
  console_.call('mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }', {
    input: { roleId, name },
  });

/** Lets WebSockets of new pages through, or cuts them. */
async function proxy(page: Page) {
  const open = new Set<WebSocketRoute>();
  let cuts = false;
  await page.routeWebSocket(/\/graphql$/, async (socket) => {
    if (cuts) return socket.close();
    socket.connectToServer();
    open.add(socket);
    return undefined;
  });
  return {
    async cut() {
      cuts = true;
      for (const socket of open) await socket.close();
    },
    letThrough() {
      cuts = false;
    },
  };
}

const newPage = async (): Promise<Page> => (await console_.open('/roles')).context().newPage();
const go = (page: Page) => page.goto(`${console_.app.config.publicUrl}/console/roles`);
/** Whether a request asks for a stream and nothing else: queries accept one among others. */
const isStream = (request: Request) => request.headers()['accept'] === 'text/event-stream';

describe('the feed of a page', () => {
  it('uses server-sent events where WebSockets are cut, and shows changes', async () => {
    const page = await newPage();
    const network = await proxy(page);
    await network.cut();
    const stream = page.waitForRequest(isStream);
    await go(page);
    await stream;
    await state(page, 'live');
    await newRole('Auditor');
    await page.getByRole('button', { name: '1 new: show' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('counts 3,000 new records in a burst, while the page stays usable', { timeout: 240_000 }, async () => {
    const page = await console_.open('/users');
    await page.locator('tbody tr').first().waitFor();
    const rows = await page.locator('tbody tr').count();
    for (let batch = 0; batch < 30; batch++) {
      const items = Array.from({ length: 100 }, (_, index) => ({ username: `burst_${batch}_${index}` }));
      await console_.call('mutation ($input: CreateUsersInput!) { createUsers(input: $input) { succeeded } }', {
        input: { items, mode: 'ALL' },
      });
    }
    await page.getByRole('button', { name: '3,000 new: show' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(rows);
    await page.getByRole('searchbox', { name: 'Search' }).fill('burst_29_99');
    await page.getByRole('link', { name: 'burst_29_99' }).waitFor();
    expect(console_.complaints).toEqual([]);
  });

  it('shows since when it is not live, and continues afterwards without a gap', async () => {
    const page = await newPage();
    const network = await proxy(page);
    await go(page);
    await state(page, 'live');
    await page.route('**/graphql', (route) => (isStream(route.request()) ? route.abort() : route.continue()));
    await network.cut();
    await state(page, 'lost');
    await page.getByText(/^Not live since \d/).waitFor();
    await newRole('Clerk');
    network.letThrough();
    await state(page, 'live');
    await page.getByRole('button', { name: '1 new: show' }).click();
    await page.getByRole('link', { name: 'Clerk' }).waitFor();
    expect(await page.getByText('Auditor').count()).toBe(1);
  });
});

describe('a page whose cursor the platform can no longer read', () => {
  it('begins again without it, and shows what changed', async () => {
    const { id } = await newRole('Sawyer');
    const page = await newPage();
    const open = new Set<WebSocketRoute>();
    let isReadable = false;
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      open.add(socket);
      const platform = socket.connectToServer();
      platform.onMessage((message) =>
        socket.send(isReadable ? message : String(message).replaceAll(/"cursor":"[^"]*"/g, '"cursor":"x"')),
      );
    });
    await go(page);
    await state(page, 'live');
    isReadable = true;
    for (const socket of open) await socket.close();
    await state(page, 'lost');
    await rename(id, 'Turner');
    await state(page, 'live');
    await page.locator(`tr[data-id="${id}"]`).getByText('Turner', { exact: true }).waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('a live page', () => {
  it('sends a query again that was not answered after an event', async () => {
    const { id } = await newRole('Cooper');
    const page = await newPage();
    await go(page);
    await state(page, 'live');
    const name = page.locator(`tr[data-id="${id}"]`);
    await name.getByText('Cooper', { exact: true }).waitFor();
    const isQuery = (request: Request) => request.postData()?.includes('query Roles') ?? false;
    const failed = page.waitForEvent('requestfailed', isQuery);
    await page.route('**/graphql', (route) => (isQuery(route.request()) ? route.abort() : route.continue()));
    await rename(id, 'Potter');
    await failed;
    await page.unrouteAll();
    await name.getByText('Potter', { exact: true }).waitFor();
    expect(console_.complaints.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  });
});

describe('a page that opens', () => {
  const named = (page: Page, id: string, name: string) =>
    page.locator(`tr[data-id="${id}"]`).getByText(name, { exact: true }).waitFor();

  it('shows what changed after its first answer and before its feed was connected', async () => {
    const { id } = await newRole('Draper');
    const page = await newPage();
    const connect = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/graphql$/, async (socket) => {
      await connect.promise;
      socket.connectToServer();
    });
    await go(page);
    await named(page, id, 'Draper');
    await rename(id, 'Tailor');
    connect.resolve();
    await named(page, id, 'Tailor');
    expect(console_.complaints).toEqual([]);
  });

  it('shows what changed while its first answer was on its way', async () => {
    const { id } = await newRole('Miller');
    const page = await newPage();
    await page.clock.install();
    const [sent, received, answer] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Step, Step, Step];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes(id) && received.resolve()),
    );
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Roles(')) return route.continue();
      const response = await route.fetch();
      sent.resolve();
      await answer.promise;
      return route.fulfill({ response });
    });
    await go(page);
    await sent.promise;
    await state(page, 'live');
    await rename(id, 'Weaver');
    await received.promise;
    // Until the page has acted on the event.
    await page.clock.fastForward(1000);
    answer.resolve();
    await named(page, id, 'Weaver');
    expect(console_.complaints).toEqual([]);
  });
});

describe('the attempts of a page', () => {
  it('are no longer subscribed to when the page was left before the connection was acknowledged', async () => {
    const page = await console_.open('/deliveries');
    await page.goto(`${console_.app.config.publicUrl}/console/roles`);
    await state(page, 'live');
    const before = console_.complaints.length;
    const opened = page.waitForEvent('websocket');
    await page.evaluate(() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (data) {
        if (typeof data !== 'string' || !data.includes('connection_init')) return send.call(this, data);
        history.pushState({}, '', '/console/roles');
        const isLeft = (): boolean => document.querySelector('main[data-path="/roles"] h1') !== null;
        const sendLater = (): unknown => (isLeft() ? send.call(this, data) : requestAnimationFrame(sendLater));
        return void sendLater();
      };
      history.pushState({}, '', '/console/deliveries');
    });
    const socket = await opened;
    if (!socket.isClosed()) await socket.waitForEvent('close');
    expect(console_.complaints.slice(before)).toEqual([]);
  });
});

describe('a relative time', () => {
  it('grows older while the page is open', async () => {
    await newRole('Baker');
    const page = await newPage();
    await page.clock.install();
    await go(page);
    const time = page.locator('tbody tr', { hasText: 'Baker' }).locator('time');
    await time.waitFor();
    await page.clock.fastForward('05:00');
    await expect.poll(() => time.textContent()).toBe('5 minutes ago');
  });
});

describe('the palette', () => {
  it('closes by one Escape, whatever is typed', async () => {
    const page = await newPage();
    await go(page);
    await state(page, 'live');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('roles');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(console_.complaints).toEqual([]);
  });
});
