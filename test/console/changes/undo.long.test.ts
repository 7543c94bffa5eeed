import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, changesOf, confirm, dialog } from '../../support/browsers/console-changes.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());
const { newRole, newUser, run, userNow } = changesOf(() => console_);

describe('Undo', () => {
  it('is offered by key after the dialog, previews, and gives back exactly what was added', async () => {
    const id = await newUser('Barbara Liskov', { roleIds: [await newRole('Reader')] });
    const clerk = await newRole('Clerk');
    const page = await console_.open(address(`/users/${id}`, 'assignUserRoles', { userId: id, roleIds: [clerk] }));
    await dialog(page).getByText('Barbara Liskov: role Clerk added').waitFor();
    await confirm(page, 'Assign Clerk');
    await page.getByRole('complementary', { name: 'Undo' }).getByText('Barbara Liskov: role Clerk added').waitFor();
    expect((await userNow(id)).roles).toHaveLength(2);
    await page.keyboard.press('u');
    await dialog(page).getByText('Barbara Liskov: role Clerk removed').waitFor();
    await confirm(page, 'Remove Clerk');
    expect((await userNow(id)).roles).toEqual([{ name: 'Reader' }]);
  });

  it('the undoing of a change of many concerns only those that it changed', async () => {
    const [active, suspended] = [await newUser('Active One'), await newUser('Suspended One')];
    await run('setUserSuspended', 'user { id }', { userId: suspended, isSuspended: true });
    const items = [active, suspended].map((userId) => ({ userId }));
    const page = await console_.open(address('/users', 'setUsersSuspended', { items, isSuspended: true, mode: 'ALL' }));
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Suspend 2 people');
    await page.getByRole('complementary').getByRole('button', { name: 'Undo…' }).click();
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Reactivate Active One');
    expect(await userNow(active)).toMatchObject({ isSuspended: false });
    expect(await userNow(suspended)).toMatchObject({ isSuspended: true });
  });

  it('states in its words what would be taken back, beside the page and not above it', async () => {
    const { organization } = await run<{ organization: { id: string } }>('createOrganization', 'organization { id }', {
      name: 'Globex',
    });
    const id = await newUser('Joan Clarke');
    const input = { organizationId: organization.id, userIds: [id] };
    const page = await console_.open(address(`/organizations/${organization.id}`, 'addOrganizationMembers', input));
    await dialog(page).getByText('Organization.Membership.Updated').waitFor({ state: 'attached' });
    await confirm(page, /^Add /);
    const notice = page.getByRole('complementary', { name: 'Undo' });
    await notice.getByText('Joan Clarke joined Globex').waitFor();
    // Scrolled to its end, the page has nothing behind the notice.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [above, below] = [await page.locator('main').boundingBox(), await notice.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await notice.getByRole('button', { name: 'Undo…' }).click();
    await confirm(page, /^Remove /);
    expect(await notice.count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });

  it('goes after a while, and with the next change', async () => {
    const [id, other] = [await newUser('Sophie Wilson'), await newUser('Steve Furber')];
    const page = await console_.open(`/users/${id}`);
    const notice = page.getByRole('complementary', { name: 'Undo' });
    const suspend = async (userId: string): Promise<void> => {
      const where = address(`/users/${id}`, 'setUserSuspended', { userId, isSuspended: true });
      await page.goto(`${console_.app.config.publicUrl}/console${where}`);
      await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
      await confirm(page, /^Suspend /);
    };
    await page.clock.install();
    await suspend(id);
    await notice.getByText(/Sophie Wilson/).waitFor();
    await page.clock.fastForward(31_000);
    await notice.waitFor({ state: 'hidden' });
    await suspend(other);
    await notice.getByText('Steve Furber').waitFor();
    expect(await notice.count()).toBe(1);
  });

  it('is no longer offered after someone else has changed the record, and never after a deletion', async () => {
    const id = await newUser('Edsger Dijkstra');
    const page = await console_.open(address(`/users/${id}`, 'setUserSuspended', { userId: id, isSuspended: true }));
    await dialog(page).getByText('User.SuspensionStatus.Updated').waitFor({ state: 'attached' });
    await confirm(page, 'Suspend Edsger Dijkstra');
    const notice = page.getByRole('complementary', { name: 'Undo' });
    await notice.waitFor();
    await run('updateUser', 'user { id }', { userId: id, name: 'E. W. Dijkstra' });
    await notice.waitFor({ state: 'hidden' });
    await page.goto(`${console_.app.config.publicUrl}/console${address('/users', 'deleteUser', { userId: id })}`);
    await dialog(page).getByText('User.Deleted').waitFor({ state: 'attached' });
    await confirm(page, 'Delete E. W. Dijkstra');
    const ofDeletion = page.getByRole('complementary').filter({ hasText: 'User deleted: E. W. Dijkstra' });
    await ofDeletion.waitFor();
    expect(await ofDeletion.getByRole('button', { name: 'Undo…' }).count()).toBe(0);
    expect(console_.complaints).toEqual([]);
  });
});
