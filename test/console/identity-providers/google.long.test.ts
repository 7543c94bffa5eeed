import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerPresetOf } from '../../../src/vocabulary/identity-providers/identity-provider-presets.ts';
import { Person } from '../../console-matrix/person.ts';
import { startConsole, type TestConsole } from '../../support/browsers/console.ts';
import { providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { startUpstream, type Upstream } from '../../support/upstreams/upstream.ts';

const clientId = '1234.apps.googleusercontent.com';
const google = providerPresetOf('google');
const { issuer } = google;
let upstream: Upstream;
let console_: TestConsole;
beforeAll(async () => {
  // The issuer in the preset of Google is an OpenID provider on this machine.
  upstream = await startUpstream({ clientId, authentication: 'client_secret_post' });
  google.issuer = upstream.issuer;
  console_ = await startConsole(providerEnvironment);
});
afterAll(async () => {
  google.issuer = issuer;
  await console_[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

describe('a person who knows the words, and not the console,', { timeout: 120_000 }, () => {
  it('Google is set up in nine presses and two fields, on one page: from nothing to a button that signs people in', async () => {
    const person = new Person(await console_.open('/'));
    const { page } = person;
    await person.goesTo('Sign-in experience');
    await person.turnsTo('Identity providers', 'Sign-in experience');
    await person.opens('button', /^Google /, 'Create identity provider');
    expect(await page.getByRole('link', { name: 'Open Google' }).getAttribute('href')).toBe(
      'https://console.cloud.google.com/apis/credentials',
    );
    await person.sees('Into: Authorized redirect URIs');
    await person.presses('button', 'Copy the address');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await person.types('Client ID', clientId);
    await person.typesSecret('Client secret', upstream.clientSecret);
    await person.leavesBy('button', 'Create identity provider');
    await person.seesThe('heading', 'Set up Google');
    await person.presses('button', 'Test');
    await person.sees('All steps passed.');
    await person.opens('button', 'Enable…', 'Enable Google');
    await person.presses('button', 'Enable Google');
    await person.leavesBy('button', 'Close');
    await person.sees('People can sign in with it.');
    expect(person.takeEffort()).toEqual({ presses: 9, fields: 2, dialogs: 2 });

    const { id, redirectUri } = await provider();
    expect(copied).toBe(redirectUri);
    expect(new URL(page.url()).pathname).toBe(`/console/sign-in/identity-providers/${id}`);

    const visitor = await (await console_.context()).newPage();
    await visitor.goto(`${console_.app.config.publicUrl}/account`);
    await visitor.getByRole('button', { name: 'Continue with Google' }).click();
    await visitor.waitForURL('**/account');
    await visitor.getByText('Ada Lovelace').first().waitFor();
    // The page has noticed the sign-in: the guide is put away.
    await page.getByRole('heading', { name: 'Set up Google' }).waitFor({ state: 'detached' });
    await person.sees('It works.');
    expect(console_.complaints).toEqual([]);
  });
});

/** The one identity provider, with the address to which it sends people back. */
async function provider(): Promise<{ id: string; redirectUri: string }> {
  const { identityProviders } = await console_.call<{ identityProviders: { nodes: { id: string }[] } }>(
    '{ identityProviders(first: 2) { nodes { id } } }',
  );
  expect(identityProviders.nodes).toHaveLength(1);
  const id = identityProviders.nodes[0]?.id ?? '';
  return { id, redirectUri: `${console_.app.config.publicUrl}/sign-in/return/${id}` };
}
