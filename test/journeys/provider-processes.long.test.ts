import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { addIdentityProvider } from '../../tools/demo/identity-provider.ts';
import { type Management, signInAsApplication } from '../../tools/demo/management.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { openPage, type ShownPage } from '../support/browsers/flow-pages.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';
import { providerEnvironment } from '../support/upstreams/identity-providers.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';
import { startUpstream, type Upstream } from '../support/upstreams/upstream.ts';
import { visitUpstream } from '../support/upstreams/person.ts';

/**
 * Two processes of one platform, of which one is killed while a person is on the way from an identity provider to the
 * application. The person goes on with the other one, and repeats what had no response.
 */
let own: OwnDatabase;
let database: pg.Client;
let upstream: Upstream;
let environment: Record<string, string>;
let survivor: PlatformProcess;
let victim: PlatformProcess;
let management: Management;
let web: RelyingParty;
let identityProviderId: string;
const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };

beforeAll(async () => {
  own = await ownDatabase();
  database = new pg.Client({ connectionString: own.url });
  await database.connect();
  upstream = await startUpstream();
  const port = String(await freePort());
  environment = {
    ...providerEnvironment,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: own.url,
    REDIS_URL: inject('redis'),
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    BOOTSTRAP_CLIENT_ID: first.clientId,
    BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
  };
  survivor = await startPlatform({ ...environment, PORT: port });
  await survivor.ready;
  management = await signInAsApplication(survivor.url, first);
  const { createApplication: client } = await management.call<CreatedApplication>(
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } secret } }',
    { input: { name: 'Shop', type: 'TRADITIONAL_WEB', redirectUris: [redirectUri], secret: { name: 'first' } } },
  );
  web = await relyingParty(`${survivor.url}/oidc`, { id: client.application.id, clientSecret: client.secret });
  identityProviderId = await addIdentityProvider(management, {
    oidc: { issuer: upstream.issuer, clientId: upstream.settings.clientId },
    secrets: { clientSecret: upstream.clientSecret },
    addressTrust: 'CLAIM',
  });
});
afterAll(async () => {
  killAll();
  await database.end();
  await upstream[Symbol.asyncDispose]();
  await own.drop();
});
interface CreatedApplication {
  createApplication: { application: { id: string }; secret: string };
}

let people = 0;
let email: string;
beforeEach(async () => {
  victim = await startPlatform(environment);
  await victim.ready;
  email = `person${++people}@example.com`;
  upstream.person = { sub: `subject ${people}`, claims: { name: 'Ada', email, email_verified: true } };
});
afterEach(() => upstream.restore());

/** A browser whose requests go to the process that is `at`. */
async function openAt(process: PlatformProcess) {
  let at = process;
  const reach = (url: URL) => new URL(url.href.replace(survivor.url, at.url));
  const visitor = new Visitor((url, init) => fetch(reach(url), init));
  const pages = { url: survivor.url, publicUrl: survivor.url };
  const page = await openPage(pages, web, { visitor });
  return { ...page, goOnAt: (other: PlatformProcess) => void (at = other) };
}
type Page = Awaited<ReturnType<typeof openAt>>;

/** Signs in at the provider. Returns the address with which the browser comes back. */
async function goThere(page: Page): Promise<string> {
  const { step } = await page.answer({ way: `identity:${identityProviderId}` });
  return (await visitUpstream(step?.details.next ?? '')).url;
}

async function kill(): Promise<void> {
  victim.child.kill('SIGKILL');
  await victim.ended;
}

const one = async <T extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<T[]> =>
  (await database.query<T>(sql, values)).rows;

/** The accounts with the address of the person, each with its identities and events. */
const accounts = () =>
  one(
    `SELECT u.id, (SELECT count(*)::int FROM user_identities AS i WHERE i.user_id = u.id) AS identities,
       (SELECT array_agg(e.type ORDER BY e.sequence) FROM events AS e WHERE e.subject_id = u.id) AS events
     FROM users AS u WHERE u.email = $1`,
    [email],
  );
const asSignedUp = [{ id: expect.any(String), identities: 1, events: ['User.Created', 'PostRegister'] }];

/** The person is signed in: once, with one account. */
async function expectSignedUp(page: Page, shown: ShownPage): Promise<void> {
  expect(shown).toMatchObject({ next: expect.any(String) });
  const claims = await page.finish();
  const stored = await accounts();
  expect(stored).toEqual(asSignedUp);
  expect(claims?.sub).toBe(stored[0]?.['id']);
}

/** Holds a lock for which writes of a table wait, while `work` runs. */
async function withLocked(table: string, work: () => Promise<void>): Promise<void> {
  await database.query('BEGIN');
  await database.query(`LOCK TABLE ${table} IN SHARE MODE`);
  try {
    await work();
  } finally {
    await database.query('ROLLBACK');
  }
}

/** Resolves when a statement waits for a lock. Throws if the request gets its response before that. */
async function untilWaiting(request: Promise<unknown>): Promise<void> {
  let response: unknown;
  request.then(
    (value) => (response = value),
    (error) => (response = error),
  );
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (!(await one(waiting, [])).length) {
    expect(response).toBeUndefined();
    await new Promise(setImmediate);
  }
}

describe('the death of a process', () => {
  test('loses nothing after the person has come back: the other one knows who has come', async () => {
    const page = await openAt(victim);
    expect((await page.visitor.fetch(await goThere(page))).status).toBe(303);
    await kill();
    page.goOnAt(survivor);
    expect((await page.get()).step?.details.identity).toBe(email);
    await expectSignedUp(page, await page.answer({}));
  });

  test('loses nothing while the person is at the provider: the other one takes the response', async () => {
    const page = await openAt(victim);
    const back = await goThere(page);
    await kill();
    page.goOnAt(survivor);
    expect((await page.visitor.fetch(back)).status).toBe(303);
    await page.get();
    await expectSignedUp(page, await page.answer({}));
  });

  test.each(['users', 'user_identities', 'events'])(
    'leaves nothing of an effect that has yet to write %s: the same answer at the other one signs in once',
    async (table) => {
      const page = await openAt(victim);
      await page.visitor.fetch(await goThere(page));
      await page.get();
      await withLocked(table, async () => {
        const lost = page.answer({});
        await untilWaiting(lost);
        await kill();
        await expect(lost).rejects.toThrow('fetch failed');
      });
      page.goOnAt(survivor);
      await page.get();
      expect(await accounts()).toEqual([]);
      await expectSignedUp(page, await page.answer({}));
    },
  );

  test('sends the person to the provider once more if the process was redeeming the code', async () => {
    const page = await openAt(victim);
    const back = await goThere(page);
    const asked = new Promise<ServerResponse>((resolve) => {
      upstream.intercept('/token', (_, response) => resolve(response));
    });
    const lost = page.visitor.fetch(back);
    lost.catch(() => {});
    const held = await asked;
    const closed = once(held, 'close');
    await kill();
    await closed;
    upstream.restore();
    page.goOnAt(survivor);
    // The response is accepted once: that of the code, which may have been redeemed, is not sent again.
    expect((await page.visitor.fetch(back)).status).toBe(303);
    expect((await page.get()).step).toMatchObject({ name: 'upstream', details: {} });
    expect(await accounts()).toEqual([]);
    expect((await page.visitor.fetch(await goThere(page))).status).toBe(303);
    await page.get();
    await expectSignedUp(page, await page.answer({}));
  });

  test('loses no effect whose response did not arrive: the repeated answer leads on, and changes nothing', async () => {
    const page = await openAt(victim);
    await page.visitor.fetch(await goThere(page));
    await page.get();
    await page.answer({});
    const before = await accounts();
    await kill();
    page.goOnAt(survivor);
    const shown = await page.answer({ step: 'upstream', version: '1' });
    expect(await accounts()).toEqual(before);
    await expectSignedUp(page, shown);
  });
});

test('a person who comes back in two browsers, at both processes at once, gets one account, and is signed in in both', async () => {
  const pages = await Promise.all([openAt(victim), openAt(survivor)]);
  for (const page of pages) {
    await page.visitor.fetch(await goThere(page));
    await page.get();
  }
  const answers = await Promise.all(pages.map((page) => page.answer({})));
  // The second person is shown the page again, because the identity has an account meanwhile.
  const outdated = pages.filter((_, index) => answers[index]?.next === undefined);
  for (const page of outdated) await page.answer({});
  const subjects = await Promise.all(pages.map(async (page) => (await page.finish())?.sub));
  const [account, ...others] = await accounts();
  expect([account?.['identities'], others]).toEqual([1, []]);
  expect(subjects).toEqual([account?.['id'], account?.['id']]);
});
