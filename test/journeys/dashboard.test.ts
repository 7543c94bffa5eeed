import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { launchChromium } from '../support/browsers/chromium.ts';
import { addApplication, addUser, password, startIssuer } from '../support/issuer.ts';

/** A page that signs in as docs/dashboards.md describes, and then shows who is signed in. */
const page = (dashboard: object): string => `<!doctype html><title>Dashboard</title><script type="module">
  import { signIn } from '/sign-in.js';
  const dashboard = ${JSON.stringify(dashboard)};
  const token = await signIn(dashboard);
  if (token) {
    const response = await fetch(dashboard.platform + '/graphql', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { user { username } permissions } }' }),
    });
    const { data } = await response.json();
    document.body.textContent = data.viewer.user.username + ' ' + data.viewer.permissions.join(' ');
  }
</script>`;

/** The program that signs in, for the browser. */
async function bundle(): Promise<string> {
  const { build } = await import('vite');
  const entry = join(import.meta.dirname, '../dashboards/graphql/sign-in.ts');
  const [result] = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return result?.output[0].code ?? '';
}

it('a person signs in once to a dashboard on another origin, which calls GraphQL with their permissions', async () => {
  await using issuer = await startIssuer();
  let dashboard = {};
  const program = await bundle();
  const server = createServer((request, response) => {
    const isProgram = request.url === '/sign-in.js';
    response.setHeader('content-type', isProgram ? 'text/javascript' : 'text/html');
    response.end(isProgram ? program : page(dashboard));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const redirectUri = `${origin}/`;
  const { prisma } = issuer.database;
  const app = await addApplication(prisma, 'SINGLE_PAGE', { redirectUris: [redirectUri], corsOrigins: [origin] });
  const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true }, include: { scopes: true } });
  const held = api.scopes.filter(({ name }) => name === 'users:read' || name === 'roles:read');
  const user = await addUser(prisma, { scopeIds: held.map(({ id }) => id) });
  const scope = 'users:read users:write';
  dashboard = { platform: issuer.publicUrl, clientId: app.id, redirectUri, scope };
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(redirectUri);
    await tab.fill('input[name=identifier]', user.username ?? '');
    await tab.fill('input[name=password]', password);
    await tab.click('button[name=answer][value=yes]');
    await tab.waitForURL(redirectUri);
    await tab.waitForFunction(() => document.body.textContent?.includes('USERS_READ'));
    expect(await tab.textContent('body')).toBe(`${user.username} USERS_READ`);
    // For a new token: the session lasts.
    await tab.goto(redirectUri);
    await tab.waitForURL(redirectUri);
    await tab.waitForFunction(() => document.body.textContent?.includes('USERS_READ'));
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
  expect(issuer.faults).toEqual([]);
});
