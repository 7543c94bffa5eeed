import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { cutDatabase } from '../support/faults.ts';
import { quickKeyPair } from '../support/key-pairs.ts';

const client = { id: 'app_01h455vb4pex5vsknk084sn02q', secret: 'a-secret-of-more-than-thirty-two-characters' };
const publicUrl = 'https://id.example';
let own: OwnDatabase;
let app: App;
let token: string;
let logged: string[];

beforeAll(async () => {
  own = await ownDatabase();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: own.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  const logger = createLogger('warn', { write: (line) => void logged.push(line) });
  app = await createApp(config, { logger, newKeyPair: quickKeyPair });
  app.listen();
  token = ((await (await askForToken()).json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await app.close();
  await own.drop();
});
beforeEach(() => {
  logged = [];
});

const askForToken = () =>
  fetch(`${app.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${publicUrl}/api` }),
  });
const rest = (path: string, init: RequestInit = {}) =>
  fetch(`${app.url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
const graphql = (query: string) =>
  fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
const browser = (path: string) => fetch(`${app.url}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
const query = new URLSearchParams({ client_id: client.id, response_type: 'code', redirect_uri: 'https://app.example' });

const outcomeOf = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  text: await response.text(),
});
/** Log lines about the database, and about failed requests. */
const lines = (pattern: RegExp) => logged.map((line) => JSON.parse(line)).filter(({ msg }) => pattern.test(msg));
const outages = () => lines(/^database: (does not respond|responds again)/).map(({ msg }) => msg);
const failures = () => lines(/fail/);

test('while the database is unavailable, every request is refused with 503 and Retry-After, and the log has one line', async () => {
  const cut = await cutDatabase(own.url);
  const answers = await Promise.all([
    rest('/users').then(outcomeOf),
    rest('/users', { method: 'POST', body: '{}' }).then(outcomeOf),
    graphql('{ users(first: 1) { totalCount } }').then(outcomeOf),
    graphql('mutation { createRole(input: { name: "x" }) { role { id } } }').then(outcomeOf),
    askForToken().then(outcomeOf),
    browser(`/oidc/auth?${query}`).then(outcomeOf),
  ]);
  for (const { status, retryAfter, text } of answers) {
    expect([status, retryAfter, text]).toEqual([503, '2', expect.any(String)]);
    expect(text).not.toContain('accepting connections');
  }
  const [list, , query1, , issued] = answers.map(({ text }) => text);
  expect(JSON.parse(list ?? '')).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  expect(JSON.parse(query1 ?? '').errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE' });
  expect(JSON.parse(issued ?? '').error).toBe('temporarily_unavailable');
  expect([outages(), failures()]).toEqual([['database: does not respond'], []]);
  await cut[Symbol.asyncDispose]();
  await expect.poll(outages).toEqual(['database: does not respond', 'database: responds again']);
  expect((await rest('/users')).status).toBe(200);
});
