import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visit } from '../../support/browsers/console-pages.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { addProvider, providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { startUpstream, type Upstream } from '../../support/upstreams/upstream.ts';

let upstream: Upstream;
let console_: TestConsole;
let page: Page;
beforeAll(async () => {
  upstream = await startUpstream();
  console_ = await startConsole(providerEnvironment);
  page = await console_.open('/');
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Presses the button of an identity provider that is disabled, and comes back from it. */
async function tryOut(data: Parameters<typeof addProvider>[2] = {}): Promise<void> {
  const { id } = await addProvider(console_.app.services, upstream, { name: 'Acme', isEnabled: false, ...data });
  await visit(page, `/sign-in/identity-providers/${id}`, {});
  await page.getByRole('button', { name: 'Trial sign-in' }).click();
  await page.getByRole('heading', { name: 'Result of the trial sign-in' }).waitFor();
  await page.getByText('No account was changed.').waitFor();
}
const result = () => page.getByRole('region', { name: 'Result of the trial sign-in' });

it('a trial sign-in comes back to the claims beside what is read from them, and to what would follow', async () => {
  await tryOut();
  await result().getByText('The person would get a new account.').waitFor();
  await result().getByText('identityProvider.createsAccounts').waitFor();
  const row = result().getByRole('row', { name: /Email address/ });
  expect(await row.getByRole('cell').allTextContents()).toEqual(['email', '"ada@example.com"', 'ada@example.com']);
  const verified = result().getByRole('row', { name: /Whether it is verified/ });
  expect(await verified.getByRole('cell').allTextContents()).toEqual(['email_verified', 'true', 'counts as verified']);
  await result().getByText('All claims').click();
  await result().getByText('"sub": "ada"').waitFor();
  await result().getByRole('button', { name: 'Close' }).click();
  await result().waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

it('a trial sign-in whose response is refused shows why, and no claims', async () => {
  upstream.lie('another nonce');
  await tryOut();
  upstream.lie(null);
  await result().getByText('Identity invalid.').waitFor();
  await result()
    .getByText(/unexpected ID Token "nonce"/)
    .waitFor();
  expect(await result().getByRole('table').count()).toBe(0);
});
