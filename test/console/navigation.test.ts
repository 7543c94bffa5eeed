import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allPlaces, navigation } from '../../src/console/navigation.ts';
import { en } from '../../src/console/words/en.ts';
import { complete, visit } from '../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { password, passwords } from '../support/password.ts';

let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  page = await console_.open('/');
});
afterAll(() => console_[Symbol.asyncDispose]());

/** Creates a record of a kind, such as `Role`, and returns its id. */
async function create(kind: string, input: object): Promise<string> {
  const created = `created: create${kind}(input: $input) { record: ${kind[0]?.toLowerCase()}${kind.slice(1)} { id } }`;
  const text = `mutation ($input: Create${kind}Input!) { ${created} }`;
  return (await console_.call<{ created: { record: { id: string } } }>(text, { input })).created.record.id;
}
const newUser = (name: string): Promise<string> => create('User', { name });
const crumbs = () => page.getByRole('navigation', { name: 'Way back' });

describe('the navigation', () => {
  it('has at most fifteen lines, each with an icon of its own', async () => {
    const lines = page.locator('.nav-link');
    expect(await lines.count()).toBeLessThanOrEqual(15);
    const icons = await lines.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(new Set(icons).size).toBe(await lines.count());
  });

  it.each(navigation.flatMap(({ entries }) => entries.flatMap(({ places }) => places)))(
    'leads to $path by visible links, and lights the one line that it belongs to',
    async ({ path }) => {
      const entry = navigation
        .flatMap(({ entries }) => entries)
        .find(({ places }) => places.some((p) => p.path === path));
      const line = (entry?.title ?? entry?.places[0]?.title)?.(en) ?? '';
      await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: line, exact: true }).click();
      await complete(page, entry?.places[0]?.path ?? '');
      if (entry?.places[0]?.path !== path) await page.locator(`nav.tabs a[href$="/console${path}"]`).click();
      await complete(page, path);
      expect(await page.locator('.nav-link[data-current]').allTextContents()).toEqual([line]);
    },
  );

  it.each(allPlaces)('leads to $path by "g" and $key', async ({ path, key }) => {
    await visit(page, '/preferences', {});
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await complete(page, path);
    expect(new URL(page.url()).pathname).toBe(`/console${path}`);
  });

  it('leads to every page by the palette', async () => {
    await page.keyboard.press('Control+k');
    const options = page.getByRole('group', { name: 'Pages' }).getByRole('option');
    await expect.poll(() => options.count()).toBe(allPlaces.length + 2);
    const names = (await options.allTextContents()).map((text) => text.replace(/ (g .)?$/, ''));
    expect(new Set(names)).toEqual(new Set([...allPlaces.map(({ title }) => title(en)), 'Overview', 'Preferences']));
    await page
      .getByRole('textbox', { name: 'A page, an action, a name, an address, a reference or an id' })
      .press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('leads developers to all operations on the overview and in the preferences', async () => {
    for (const path of ['/', '/preferences']) {
      await visit(page, path, {});
      await page.locator('main').getByRole('link', { name: 'All operations' }).click();
      await complete(page, '/operations');
      expect(await page.locator('.nav-link[data-current]').count()).toBe(0);
    }
  });
});

describe('the way back above a record', () => {
  it('names its list, the record and the tab, and leads there', async () => {
    const id = await newUser('Joan Clarke');
    await visit(page, `/users/${id}/access`, {});
    await expect
      .poll(() => crumbs().getByRole('listitem').allTextContents())
      .toEqual(['Users', 'Joan Clarke', 'Access']);
    await crumbs().getByRole('link', { name: 'Joan Clarke' }).click();
    await complete(page, `/users/${id}`);
    await crumbs().getByRole('link', { name: 'Users' }).click();
    await complete(page, '/users');
    expect(await crumbs().count()).toBe(0);
  });
});

describe('an address with nothing', () => {
  it('leads to the list of the record, and to the search', async () => {
    const id = (await newUser('Alan Turing')).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await page.goto(`${console_.app.config.publicUrl}/console/users/${id}`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.getByText('There is no such record, or you may not read it.', { exact: false }).waitFor();
    await page.locator('main').getByRole('button', { name: 'Find or do anything' }).click();
    await page
      .getByRole('textbox', { name: 'A page, an action, a name, an address, a reference or an id' })
      .press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('article').getByRole('link', { name: 'Users' }).click();
    await complete(page, '/users');
    expect(await page.title()).toBe('Users · Mandate');
  });

  it('leads to the overview if there is no such page', async () => {
    await page.goto(`${console_.app.config.publicUrl}/console/nowhere`);
    await page.getByText('There is no page at this address.').waitFor();
    expect(await page.title()).toBe('Not found · Mandate');
    await page.locator('article').getByRole('link', { name: 'Overview' }).click();
    await complete(page, '/');
  });
});

describe('the header of a phone', () => {
  it('has a magnifier in the place of keys', async () => {
    const narrow = await console_.open('/preferences', { viewport: { width: 390, height: 844 } });
    const opener = narrow.getByRole('button', { name: 'Find or do anything' });
    expect(await opener.locator('svg').isVisible()).toBe(true);
    expect(await narrow.getByText('Ctrl K').isVisible()).toBe(false);
    await opener.click();
    await narrow.getByRole('dialog', { name: 'Find or do anything' }).waitFor();
  });
});

describe('the tabs of a record on a phone', () => {
  it('are in one row, and the one that is shown is in sight', async () => {
    const { applications } = await console_.call<{ applications: { nodes: { id: string }[] } }>(
      '{ applications(first: 1) { nodes { id } } }',
    );
    const path = `/applications/${applications.nodes[0]?.id}/events`;
    const phone = await console_.open(path, { viewport: { width: 390, height: 844 } });
    await complete(phone, path);
    const boxes = await Promise.all(
      (await phone.locator('.record-head .tabs a').all()).map((tab) => tab.boundingBox()),
    );
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    const shown = boxes.at(-1);
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});

describe('a person with one permission alone', () => {
  let reader: Page;
  let roleId: string;
  beforeAll(async () => {
    roleId = await create('Role', { name: 'Reader' });
    await create('User', { username: 'reader', passwordHash: await passwords.hash(password), roleIds: [roleId] });
    await create('Organization', { name: 'Acme' });
    await create('OrganizationRole', { name: 'Clerk' });
    await create('OrganizationScope', { name: 'read:orders' });
    await create('IdentityProvider', { preset: 'GOOGLE', oidc: { clientId: 'mandate' } });
    await create('Webhook', { name: 'Orders', url: 'https://orders.example.com', eventTypes: ['USER_CREATED'] });
    reader = await (await console_.context()).newPage();
    await console_.signIn(reader, '/', 'reader');
  });
  beforeEach(() => (console_.complaints.length = 0));

  /** Lets the person hold one permission. */
  async function hold(permission: string): Promise<void> {
    const { scopes } = await console_.call<{ scopes: { nodes: { id: string; name: string }[] } }>(
      '{ scopes(first: 100) { nodes { id name } } }',
    );
    const scopeIds = scopes.nodes.filter(({ name }) => name === permission).map(({ id }) => id);
    await console_.call(
      'mutation ($input: ReplaceRoleScopesInput!) { replaceRoleScopes(input: $input) { role { id } } }',
      {
        input: { roleId, scopeIds },
      },
    );
  }

  it.each([
    ['users:read', '/users'],
    ['organizations:read', '/organizations'],
    ['applications:read', '/applications'],
    ['resources:read', '/resources'],
    ['roles:read', '/roles'],
    ['organization-roles:read', '/organization-roles'],
    ['organization-roles:read', '/organization-scopes'],
    ['webhooks:read', '/webhooks'],
    ['identity-providers:read', '/sign-in/identity-providers'],
  ])(
    '%s is offered the tabs of a record of %s that work, and begins with the first of them',
    async (permission, list) => {
      await hold(permission);
      await reader.goto(`${console_.app.config.publicUrl}/console${list}`);
      await reader.locator('tbody a').first().click();
      const tabs = reader.locator('.record-head .tabs a');
      await reader.locator('.record-head .tabs a[data-status=active]').waitFor();
      expect(await tabs.first().getAttribute('data-status')).toBe('active');
      for (const tab of await tabs.all()) {
        await tab.click();
        await complete(reader, ((await tab.getAttribute('href')) ?? '').replace(/^\/console/, ''));
        expect([await tab.textContent(), await reader.locator('main [role=alert]').allTextContents()]).toEqual([
          await tab.textContent(),
          [],
        ]);
      }
      expect(console_.complaints).toEqual([]);
    },
  );
});
