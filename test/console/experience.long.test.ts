import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../support/browsers/chromium.ts';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

describe('the preview of the sign-in page', () => {
  it('is the real page in light, dark and on a phone, and can neither be answered nor run a script', async () => {
    const page = await console_.open('/sign-in/preview');
    const frame = page.frameLocator('iframe[title=Preview]');
    const ground = () => frame.locator('html').evaluate((element) => getComputedStyle(element).backgroundColor);
    await frame.getByText('Sign in', { exact: true }).first().waitFor();
    await expect.poll(ground).toBe('rgb(238, 240, 245)');
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(ground).toBe('rgb(17, 20, 28)');
    await page.getByText('Phone', { exact: true }).click();
    expect(await page.locator('iframe').evaluate((element) => element.clientWidth)).toBe(360);
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(await frame.locator('script').count()).toBe(0);
    expect(await frame.locator('body').getAttribute('inert')).toBe('');
    await page.getByText('Reset the password', { exact: true }).click();
    await frame.getByRole('heading', { includeHidden: true }).first().waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(console_.complaints).toEqual([]);
  });

  it('is drawn with the policy of the dialog, before it is saved', async () => {
    const { prisma } = console_.app.services.database;
    const [experience] = await prisma.signInExperience.findMany();
    const waysToAccount = async (isOpen: boolean): Promise<number> => {
      const input = { signInExperienceId: experience?.id, policy: { signUp: { isOpen } } };
      const query = `do=updateSignInExperience&with=${encodeURIComponent(JSON.stringify(input))}`;
      const page = await console_.open(`/sign-in?${query}`);
      const dialog = page.getByRole('dialog', { name: 'Edit the sign-in experience' });
      await dialog.getByText('Sign-in page', { exact: true }).click();
      const frame = dialog.frameLocator('iframe[title=Preview]');
      await frame.getByText('Email or username').first().waitFor();
      return frame.getByText('Sign up').count();
    };
    expect(await waysToAccount(true)).toBe(1);
    expect(await waysToAccount(false)).toBe(0);
    expect(await prisma.signInExperience.findMany()).toEqual([experience]);
    expect(console_.complaints).toEqual([]);
  });

  it('does not open the real pages to frames', async () => {
    const { publicUrl } = console_.app.config;
    const answer = await fetch(`${publicUrl}/sign-in/nothing`, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-security-policy') ?? '').toContain("frame-ancestors 'none'");
    const page = await fetch(`${publicUrl}/console/sign-in`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('frame-src blob:;');
  });
});

describe('the scopes of a role', () => {
  let page: Page;
  let roleId: string;
  const cell = (name: string): Locator => page.getByRole('checkbox', { name: new RegExp(`^parcels:${name}`) });
  const scopesOfRole = async (): Promise<string[]> => {
    const query = 'query ($id: ID!) { role(id: $id) { scopes { name } } }';
    const { role } = await console_.call<{ role: { scopes: { name: string }[] } }>(query, { id: roleId });
    return role.scopes.map(({ name }) => name).filter((name) => name.startsWith('parcels:'));
  };

  beforeAll(async () => {
    const names = Array.from({ length: 60 }, (_, index) => `parcels:${String(index).padStart(2, '0')}`);
    await console_.call(
      'mutation ($input: CreateApiResourceInput!) { createApiResource(input: $input) { isReplay } }',
      {
        input: { name: 'Parcels', indicator: 'https://parcels.example.com', scopes: names.map((name) => ({ name })) },
      },
    );
    const { createRole } = await console_.call<{ createRole: { role: { id: string } } }>(
      'mutation { createRole(input: { name: "Parcel clerk" }) { role { id } } }',
    );
    roleId = createRole.role.id;
    page = await console_.open(`/roles/${roleId}`);
  });

  const confirm = async (title: RegExp, button: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText('Role.Scopes.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  it('are ticked by API resource, 50 at a time, and found by their names', async () => {
    const parcels = page.getByRole('list', { name: 'Parcels' });
    await parcels.getByRole('checkbox').nth(49).waitFor();
    expect(await parcels.getByRole('checkbox').count()).toBe(50);
    await parcels.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => parcels.getByRole('checkbox').count()).toBe(60);
    await page.getByRole('searchbox', { name: 'Search: Scopes of API resources' }).fill('parcels:59');
    await expect.poll(() => page.locator('.matrix').getByRole('checkbox').count()).toBe(1);
  });

  it('are added by keyboard, in the dialog of the change', async () => {
    await cell('59').press('Space');
    await page.getByRole('searchbox').fill('');
    await page.getByText('1 to add, 0 to remove').waitFor();
    await page.getByRole('button', { name: 'Change scopes…' }).press('Enter');
    await confirm(/^Add parcels:59 to /, 'Add parcels:59');
    await page.getByText('1 to add').waitFor({ state: 'hidden' });
    expect(await scopesOfRole()).toEqual(['parcels:59']);
  });

  it('are added and removed as one change', async () => {
    await page.getByRole('list', { name: 'Parcels' }).getByRole('button', { name: 'Show more' }).click();
    for (const name of ['59', '00', '01']) await cell(name).click();
    await page.getByText('2 to add, 1 to remove').waitFor();
    // Otherwise, it covers a part of a row, as the count of changes does unless the page is at its top.
    await page.getByRole('complementary', { name: 'Undo' }).getByRole('button', { name: 'Close' }).click();
    await page.evaluate(() => scrollTo(0, 0));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change scopes…' }).click();
    await confirm(/^Replace all scopes of /, 'Replace scopes');
    await page.getByText('2 to add').waitFor({ state: 'hidden' });
    expect((await scopesOfRole()).toSorted()).toEqual(['parcels:00', 'parcels:01']);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the scopes of an organization role', () => {
  it('are ticked as those of a role, and changed as one', async () => {
    const input = { name: 'Letters', indicator: 'https://letters.example.com' };
    const { createApiResource } = await console_.call<{ createApiResource: { scopeIds: string[] } }>(
      'mutation ($input: CreateApiResourceInput!) { createApiResource(input: $input) { scopeIds } }',
      { input: { ...input, scopes: [{ name: 'letters:read' }, { name: 'letters:write' }] } },
    );
    const { createOrganizationRole: created } = await console_.call<{
      createOrganizationRole: { organizationRole: { id: string } };
    }>(
      'mutation ($input: CreateOrganizationRoleInput!) { createOrganizationRole(input: $input) { organizationRole { id } } }',
      { input: { name: 'Correspondent', scopeIds: [createApiResource.scopeIds[0]] } },
    );
    const { id } = created.organizationRole;
    const page = await console_.open(`/organization-roles/${id}`);
    const letters = page.getByRole('list', { name: 'Letters' });
    await letters.getByRole('checkbox', { name: 'letters:read' }).press('Space');
    await letters.getByRole('checkbox', { name: 'letters:write' }).press('Space');
    await page.getByText('1 to add, 1 to remove').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change scopes…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replace all scopes of API resources of Correspondent' });
    await dialog.getByText('OrganizationRole.Scopes.Updated').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Replace scopes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('1 to add').waitFor({ state: 'hidden' });
    const query = 'query ($id: ID!) { organizationRole(id: $id) { scopes { name } } }';
    const { organizationRole } = await console_.call<{ organizationRole: { scopes: object[] } }>(query, { id });
    expect(organizationRole.scopes).toEqual([{ name: 'letters:write' }]);
    expect(console_.complaints).toEqual([]);
  });
});

describe('the signing keys', () => {
  it('are on a time line, which follows a rotation', async () => {
    const page = await console_.open('/keys');
    const line = page.getByRole('figure');
    await line.getByText('signs now').first().waitFor();
    const spans = (phase: string): Promise<number> => line.locator(`.key-track [data-phase=${phase}]`).count();
    expect(await spans('signs')).toBeGreaterThan(0);
    const before = await spans('waits');
    await console_.call('mutation { rotateSigningKeys(input: {}) { isReplay } }');
    await expect.poll(() => spans('waits')).toBeGreaterThan(before);
    await line.getByText('comes next').first().waitFor();
    expect(console_.complaints).toEqual([]);
  });
});

describe('the import of users', () => {
  const found = async (search: string): Promise<object[]> => {
    const query =
      'query ($search: String!) { users(first: 5, search: $search) { nodes { name profile { givenName } } } }';
    return (await console_.call<{ users: { nodes: object[] } }>(query, { search })).users.nodes;
  };

  it('tries the rows of a file first, then creates those that can be, and saves the others as they were', async () => {
    const page = await console_.open('/users');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import users' });
    await dialog.getByRole('button', { name: 'Choose a file…' }).waitFor();
    const rows = ['Name;email;profile.givenName', '"Lovelace; Ada";ada@example.com;Ada', 'Grace;no address;', 'Alan;;'];
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    });
    await dialog.getByText('1 of 3 rows would be refused.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Line 3' }).waitFor();
    expect(await found('Lovelace')).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
    await dialog.getByText('1 refused').waitFor();
    expect(await found('Lovelace')).toEqual([{ name: 'Lovelace; Ada', profile: { givenName: 'Ada' } }]);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the refused rows' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('not-imported.csv');
    expect(await readFile(await saved.path(), 'utf8')).toBe(`${rows[0]}\n${rows[2]}\n`);
    expect(console_.complaints).toEqual([]);
  });

  it('creates no user twice when it goes on after the connection was lost', async () => {
    const page = await console_.open('/users?do=importUsers');
    const dialog = page.getByRole('dialog', { name: 'Import users' });
    const rows = Array.from({ length: 600 }, () => JSON.stringify({ name: 'Imported' }));
    const count = async (): Promise<number> => {
      const query = '{ users(search: "Imported") { totalCount } }';
      return (await console_.call<{ users: { totalCount: number } }>(query)).users.totalCount;
    };
    await dialog.getByRole('textbox', { name: 'Or paste rows' }).fill(rows.join('\n'));
    await dialog.getByText('600 rows, without problems.').waitFor();
    let requests = 0;
    // The second answer is lost, not what it answers.
    await page.route('**/api/users/import', async (route) => {
      const response = await route.fetch();
      return ++requests === 2 ? route.abort() : route.fulfill({ response });
    });
    await dialog.getByRole('button', { name: 'Import 600 rows' }).click();
    await dialog.getByText('The platform did not finish. The connection was lost.').waitFor();
    expect(await count()).toBe(600);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('600 created').waitFor();
    expect([requests, await count()]).toEqual([3, 600]);
  });

  it('explains in the language of the page why rows are refused', async () => {
    const page = await console_.open('/users?do=importUsers', { locale: 'de-DE' });
    const dialog = page.getByRole('dialog', { name: 'Benutzer importieren' });
    const rows = [
      '{"email":"no address"}',
      '{"username":"admin"}',
      '{"nickname":"Ada"}',
      `{"name":"${'x'.repeat(300)}"}`,
      '[]',
    ];
    await dialog.getByRole('textbox', { name: 'Oder Zeilen einfügen' }).fill(rows.join('\n'));
    await dialog.getByText('5 von 5 Zeilen würden abgelehnt.').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      'Zeile 1\nemail: Muss eine E-Mail-Adresse sein.',
      'Zeile 2\nusername: Schon vergeben.',
      'Zeile 3\nnickname: Ein solches Feld gibt es nicht.',
      'Zeile 4\nname: Zu lang: höchstens 128.',
      'Zeile 5\nDie Zeile muss ein JSON-Objekt sein.',
    ]);
  });
});
