import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { addApplication } from '../../support/issuer.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_[Symbol.asyncDispose]());

it('an application that has expired is shown as expired, with its end to change instead of a reactivation', async () => {
  const { prisma } = console_.app.services.database;
  const { id } = await addApplication(prisma, 'TRADITIONAL_WEB', { expiresAt: new Date(Date.now() - 1000) });
  const page = await console_.open(`/applications/${id}/settings`);
  const danger = page.getByRole('region', { name: 'Danger' });
  await danger.getByText('It has expired', { exact: false }).waitFor();
  await page.getByText(/ expired$/).waitFor();
  expect(await page.getByRole('button', { name: 'Reactivate' }).count()).toBe(0);
  await danger.getByRole('button', { name: 'Change the end' }).click();
  await page.getByRole('dialog').getByLabel('Expires').first().waitFor();
  await prisma.application.update({ where: { id }, data: { expiresAt: null, suspendedAt: new Date() } });
  const again = await console_.open(`/applications/${id}/settings`);
  await again.getByRole('region', { name: 'Danger' }).getByRole('button', { name: 'Reactivate' }).waitFor();
  expect(console_.complaints).toEqual([]);
});
