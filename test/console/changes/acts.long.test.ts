import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
let applicationId: string;
let people: string[];

const create = async <Payload>(operation: string, fields: string, input: object): Promise<Payload> => {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const data = await console_.call<Record<string, Payload>>(
    `mutation ($input: ${type}!) { ${operation}(input: $input) { ${fields} } }`,
    { input },
  );
  return Object.values(data)[0] as Payload;
};

beforeAll(async () => {
  console_ = await startConsole();
  const service = { name: 'Reports', type: 'MACHINE_TO_MACHINE', secret: { name: 'production' } };
  const created = await create<{ application: { id: string } }>('createApplication', 'application { id }', service);
  applicationId = created.application.id;
  people = [];
  for (let at = 1; at <= 8; at++) {
    const input = { name: at < 3 ? 'Joan Clarke' : `Person ${at}`, email: `person${at}@example.com` };
    people.push((await create<{ user: { id: string } }>('createUser', 'user { id }', input)).user.id);
  }
});
afterAll(() => console_[Symbol.asyncDispose]());

const titleOf = (page: Page): Promise<string | null> => dialog(page).getByRole('heading').first().textContent();
/** The text of the dialog that people see, without its code. */
const seen = (page: Page): Promise<string> => dialog(page).innerText();

describe('a dialog', () => {
  it('is called as the act that was pressed and its object, and asks nothing that is known', async () => {
    const page = await console_.open(`/applications/${applicationId}/settings`);
    await page.getByRole('switch', { name: 'Allow token exchange' }).click();
    await page.getByRole('dialog', { name: 'Allow token exchange for Reports' }).waitFor();
    await dialog(page).getByText('Reports may exchange tokens from now on').waitFor();
    expect(await dialog(page).getByRole('combobox').count()).toBe(0);
    expect(await dialog(page).getByRole('button', { name: 'Allow token exchange' }).isEnabled()).toBe(true);
    // Another application can have this name.
    expect(await seen(page)).toContain(applicationId);
    expect(await seen(page)).not.toMatch(/setApplication|RFC|Application\.Data/);
  });

  it('shows the types of its events on demand', async () => {
    const page = await console_.open(address('/applications', 'setApplicationTokenExchange', { applicationId }));
    await dialog(page).getByText('Allow or forbid token exchange for Reports').waitFor();
    await dialog(page).getByRole('combobox', { name: 'Token exchange allowed' }).click();
    await page.getByRole('option', { name: 'yes', exact: true }).click();
    await page.getByRole('dialog', { name: 'Allow token exchange for Reports' }).waitFor();
    const type = dialog(page).getByText('Application.Data.Updated');
    await type.waitFor({ state: 'attached' });
    expect(await type.isVisible()).toBe(false);
    await dialog(page).getByText('1 event', { exact: true }).click();
    expect(await type.isVisible()).toBe(true);
  });

  it('states whom it concerns by name and address, what ends, and has a red button', async () => {
    const input = { userId: people[0], isSuspended: true };
    const page = await console_.open(address('/users', 'setUserSuspended', input));
    await dialog(page).getByText('User suspended: Joan Clarke').waitFor();
    expect(await titleOf(page)).toBe('Suspend Joan Clarke');
    expect(await seen(page)).toContain('person1@example.com');
    expect(await seen(page)).toContain('All sessions and tokens end at once.');
    const button = dialog(page).getByRole('button', { name: 'Suspend Joan Clarke' });
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(180, 35, 35)');
  });

  it('states once that nothing would change', async () => {
    const input = { userId: people[0], isSuspended: false };
    const page = await console_.open(address('/users', 'setUserSuspended', input));
    await dialog(page).getByText('Nothing would change.').waitFor();
    expect((await seen(page)).match(/would change/g)).toHaveLength(1);
  });

  it('speaks German where the console does', async () => {
    const input = { userId: people[0], isSuspended: true };
    const page = await console_.open(address('/users', 'setUserSuspended', input), { locale: 'de' });
    await dialog(page).getByText('Benutzer gesperrt: Joan Clarke').waitFor();
    expect(await titleOf(page)).toBe('Joan Clarke sperren');
    expect(await seen(page)).toContain('Alle Sitzungen und Token enden sofort.');
    const form = await console_.open('/webhooks?do=createWebhook', { locale: 'de' });
    await form.getByRole('dialog', { name: 'Webhook anlegen' }).waitFor();
    expect(await seen(form)).toContain('Das Geheimnis für Signaturen wird einmal gezeigt');
    expect(await seen(form)).toContain('Ereignistypen, die gesendet werden; leer: alle, auch künftige.');
  });
});

describe('a change of many', () => {
  it('lists the first people by name and address, counts the others, and sums its events up', async () => {
    const page = await console_.open('/users?q=person');
    await page.getByRole('link', { name: 'Person 8' }).waitFor();
    await page
      .getByRole('checkbox', { name: /Select all|All/ })
      .or(page.locator('thead input'))
      .first()
      .click();
    await page.getByRole('button', { name: 'Suspend 8…' }).click();
    await page.getByRole('dialog', { name: 'Suspend 8 people' }).waitFor();
    await dialog(page).getByText('8 people suspended').waitFor();
    const text = await seen(page);
    expect(text).toContain('Person 8');
    expect(text).toMatch(/person\d@example\.com/);
    expect(text).toContain('and 3 more');
    expect(text).not.toMatch(/user_|setUserSuspended|`/);
    await dialog(page).getByRole('button', { name: 'Suspend 8 people' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('complementary', { name: 'Undo' }).getByText('8 people suspended').waitFor();
  });
});

describe('after a success', () => {
  it('a notice names the new record and leads to it, or is closed', async () => {
    const page = await console_.open('/organizations?do=createOrganization');
    const path = () => new URL(page.url()).pathname;
    for (const name of ['Payments', 'Ledger']) {
      await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await dialog(page).getByRole('button', { name: 'Create organization' }).click();
      await dialog(page).waitFor({ state: 'hidden' });
      const notice = page.getByRole('complementary', { name: 'Latest change' });
      await notice.getByText(`Organization created: ${name}`).waitFor();
      expect(path()).toMatch(/organizations$/);
      await page.getByRole('table').getByRole('link', { name }).waitFor();
      if (name === 'Payments') await notice.getByRole('button', { name: 'Close' }).click();
      else await notice.getByRole('button', { name: 'Open' }).click();
      if (name === 'Payments') await page.getByRole('button', { name: 'New organization' }).click();
    }
    await page.getByRole('heading', { name: 'Ledger', exact: true }).waitFor();
    expect(path()).toMatch(/organizations\/org_/);
  });
});

describe('a secret', () => {
  it('is revoked by its name, which is typed if it is the only one', async () => {
    const page = await console_.open(`/applications/${applicationId}/credentials`);
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('dialog', { name: 'Revoke secret production' }).waitFor();
    expect(await seen(page)).toContain('never used');
    expect(await seen(page)).toContain('It stops working at once');
    const button = dialog(page).getByRole('button', { name: 'Revoke secret production' });
    await dialog(page).getByText('Secret production revoked: Reports').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await dialog(page)
      .getByRole('textbox', { name: /Type production to confirm/ })
      .fill('production');
    expect(await button.isDisabled()).toBe(false);
  });
});
