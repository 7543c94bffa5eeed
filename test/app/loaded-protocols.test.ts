import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { addIdentityProvider } from '../../tools/demo/identity-provider.ts';
import { type Management, signInAsApplication } from '../../tools/demo/management.ts';
import { providerEnvironment } from '../support/upstreams/identity-providers.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { killAll, startPlatform } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { startUpstream } from '../support/upstreams/upstream.ts';

let folder: string;
let own: OwnDatabase;
let management: Management;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-modules-'));
  own = await ownDatabase();
  const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };
  const port = String(await freePort());
  const platform = await startPlatform({
    ...providerEnvironment,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: own.url,
    REDIS_URL: inject('redis'),
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    BOOTSTRAP_CLIENT_ID: first.clientId,
    BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
    NODE_OPTIONS: `--import ${new URL('record-modules.ts', import.meta.url).href}`,
    LOADED_MODULES: join(folder, 'modules'),
  });
  await platform.ready;
  management = await signInAsApplication(platform.url, first);
});
afterAll(async () => {
  killAll();
  await own.drop();
  rmSync(folder, { recursive: true });
});

/** A text that only the library has, wherever it was built into. */
const libraries = { 'openid-client': 'openid-client/v', 'node-saml': 'SAML provider returned' };

/** The libraries that are in what the platform has loaded. */
function loaded(): string[] {
  const urls = readFileSync(join(folder, 'modules'), 'utf8').split('\n');
  const texts = urls.filter((url) => url.startsWith('file:')).map((url) => readFileSync(new URL(url), 'utf8'));
  expect(texts.length).toBeGreaterThan(10);
  return Object.entries(libraries).flatMap(([name, mark]) => (texts.some((text) => text.includes(mark)) ? [name] : []));
}

test('a platform without identity providers loads neither protocol; the first use of one loads its own alone', async () => {
  await management.call('{ users(first: 1) { nodes { id } } }');
  expect(loaded()).toEqual([]);
  await using upstream = await startUpstream();
  const { issuer, settings, clientSecret } = upstream;
  const identityProviderId = await addIdentityProvider(management, {
    oidc: { issuer, clientId: settings.clientId },
    secrets: { clientSecret },
  });
  expect(loaded()).toEqual([]);
  const tested = await management.call<{ testIdentityProvider: { steps: { isPassed: boolean }[] } }>(
    'mutation ($input: TestIdentityProviderInput!) { testIdentityProvider(input: $input) { steps { isPassed } } }',
    { input: { identityProviderId } },
  );
  expect(tested.testIdentityProvider.steps.every(({ isPassed }) => isPassed)).toBe(true);
  expect(loaded()).toEqual(['openid-client']);
});
