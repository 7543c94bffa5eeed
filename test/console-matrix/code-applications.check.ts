import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { password } from '../support/password.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { relyingParty } from '../support/browsers/relying-party.ts';
import { ensureLanguages, shownSample, writeSample } from './samples.ts';

let stage: TestConsole;
let page: Page;
/** The Management API is the API that programs call. */
let api: { RESOURCE: string; API_URL: string };
let administrators: string;
let administrator: string;
beforeAll(async () => {
  ensureLanguages();
  stage = await startConsole();
  page = await stage.open('/');
  const { managementResource, publicUrl } = stage.app.config;
  api = { RESOURCE: managementResource, API_URL: `${publicUrl}/api/users` };
  const { users } = await stage.call<{ users: { nodes: { id: string; roles: { id: string }[] }[] } }>(
    '{ users(search: "admin") { nodes { id roles { id } } } }',
  );
  administrator = users.nodes[0]?.id ?? '';
  administrators = users.nodes[0]?.roles[0]?.id ?? '';
}, 600_000);
afterAll(() => stage[Symbol.asyncDispose]());

interface Credentials {
  id: string;
  secret: string;
}

async function newApplication(input: object): Promise<Credentials> {
  const { createApplication: made } = await stage.call<{
    createApplication: { application: { id: string }; secret: string };
  }>('mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } secret } }', {
    input,
  });
  return { id: made.application.id, secret: made.secret };
}

async function samplesAt(path: string, section: string, language: string): Promise<string> {
  await page.goto(`${stage.app.config.publicUrl}/console/applications/${path}`);
  return shownSample(page, section, language);
}

/** The response of the Management API that a program has printed; curl prints the token instead. */
async function answerOf(printed: string): Promise<unknown> {
  if (!printed.startsWith('{"access_token"')) return JSON.parse(printed.slice(printed.indexOf('{')));
  const { access_token: token } = JSON.parse(printed) as { access_token: string };
  const response = await fetch(api.API_URL, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
}

/** The output of a program that is refused: curl ends well, the others with an error. */
const refusalOf = (printed: Promise<string>): Promise<string> => printed.catch((error: Error) => error.message);

const languages = ['curl', 'Node', 'Python', 'Go'];

describe('the programs on Connect of a machine-to-machine application', () => {
  it.each(languages)(
    'obtain a token in %s, which the API accepts',
    async (language) => {
      const roleIds = [administrators];
      const made = await newApplication({ name: language, type: 'MACHINE_TO_MACHINE', roleIds, secret: { name: '1' } });
      const shown = await samplesAt(`${made.id}/connect`, 'Call an API as the application itself', language);
      using sample = await writeSample(shown);
      const printed = await sample.run({ ...api, CLIENT_SECRET: made.secret });
      expect(JSON.stringify(await answerOf(printed))).toContain(administrator);
      expect(await refusalOf(sample.run({ ...api, CLIENT_SECRET: 'wrong' }))).toMatch(/invalid_client|HTTP Error 401/);
    },
    300_000,
  );
});

describe('the programs at the switch of token exchange', () => {
  it.each(languages)(
    'exchange a token of a person in %s, for one that the next API accepts',
    async (language) => {
      const redirectUris = ['https://app.example/callback'];
      const input = { name: language, type: 'TRADITIONAL_WEB', redirectUris, secret: { name: '1' } };
      const made = await newApplication({ ...input, tokenExchangeAllowed: true });
      await stage.call(
        'mutation ($input: SetApplicationManagementApiInput!) { setApplicationManagementApi(input: $input) { application { id } } }',
        { input: { applicationId: made.id, managementApiAllowed: true } },
      );
      const web = await relyingParty(stage.app.config.issuer, { id: made.id, clientSecret: made.secret });
      const { tokens } = await web.signIn('admin');
      const shown = await samplesAt(`${made.id}/settings`, 'As code', language);
      using sample = await writeSample(shown);
      const settings = { ...api, CLIENT_SECRET: made.secret, USER_ACCESS_TOKEN: tokens.access_token };
      const printed = await sample.run(settings);
      expect(JSON.stringify(await answerOf(printed))).toContain(administrator);
      const refusal = await refusalOf(sample.run({ ...settings, USER_ACCESS_TOKEN: 'wrong' }));
      expect(refusal).toMatch(/invalid_request|invalid_grant|HTTP Error 400/);
    },
    300_000,
  );
});

/** The administrator signs in to the program at this address, in a browser without a session. */
async function signIn(address: string): Promise<Page> {
  const person = await (await stage.context()).newPage();
  await person.goto(address);
  await person.fill('input[name=identifier]', 'admin');
  await person.fill('input[name=password]', password);
  await person.click('button[name=answer][value=yes]');
  return person;
}

describe('the programs on Connect sign people in:', () => {
  it.each(['Node', 'Python'])(
    'a traditional web application in %s',
    async (language) => {
      const home = `http://localhost:${await freePort()}`;
      const redirectUris = [`${home}/callback`];
      const made = await newApplication({
        name: language,
        type: 'TRADITIONAL_WEB',
        redirectUris,
        secret: { name: '1' },
      });
      const shown = await samplesAt(`${made.id}/connect`, 'Sign people in', language);
      using sample = await writeSample(shown);
      await using _program = await sample.start(home, { CLIENT_SECRET: made.secret, AUTHLIB_INSECURE_TRANSPORT: '1' });
      const person = await signIn(`${home}/sign-in`);
      await person.waitForURL(`${home}/callback?**`);
      expect(await person.locator('body').textContent()).toContain(administrator);
      // Another browser that follows the same address has not started to sign in.
      expect((await fetch(person.url())).ok).toBe(false);
    },
    120_000,
  );

  it.each(['Node', 'Python'])(
    'one in %s that serves an API, for which the access token is',
    async (language) => {
      const indicator = `https://${language.toLowerCase()}.example.com`;
      const { createApiResource: served } = await stage.call<{ createApiResource: { apiResource: { id: string } } }>(
        'mutation ($input: CreateApiResourceInput!) { createApiResource(input: $input) { apiResource { id } } }',
        { input: { name: language, indicator } },
      );
      const home = `http://localhost:${await freePort()}`;
      const redirectUris = [`${home}/callback`];
      const made = await newApplication({
        name: language,
        type: 'TRADITIONAL_WEB',
        redirectUris,
        secret: { name: '1' },
        servedResourceIds: [served.apiResource.id],
      });
      await samplesAt(`${made.id}/connect`, 'Sign people in', language);
      await page.getByText(`The access token is for ${language}`).waitFor();
      const shown = await shownSample(page, 'Sign people in', language);
      expect(shown).toContain(indicator);
      using sample = await writeSample(shown);
      await using _program = await sample.start(home, { CLIENT_SECRET: made.secret, AUTHLIB_INSECURE_TRANSPORT: '1' });
      const person = await signIn(`${home}/sign-in`);
      await person.waitForURL(`${home}/callback?**`);
      expect(await person.locator('body').textContent()).toContain(administrator);
    },
    120_000,
  );

  it('a page in JavaScript', async () => {
    const home = `http://localhost:${await freePort()}`;
    const input = { name: 'Page', type: 'SINGLE_PAGE', redirectUris: [`${home}/callback`], corsOrigins: [home] };
    const made = await newApplication(input);
    const shown = await samplesAt(`${made.id}/connect`, 'Sign people in', 'JavaScript');
    using sample = await writeSample(shown);
    await using _program = await sample.start(home, {});
    const person = await signIn(home);
    await person.getByText(`Signed in as ${administrator}`).waitFor();
    expect(person.url()).toBe(`${home}/`);
  }, 120_000);
});
