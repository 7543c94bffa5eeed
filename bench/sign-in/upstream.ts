import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Agent } from 'undici';
import { accessToken } from '../events/servers.ts';
import { withClient } from '../shared/database.ts';
import { measureSlice, type Side } from '../shared/pairs.ts';
import { asShipped, projectRoot, type ServerCommand, startServer } from '../shared/server-process.ts';
import { all } from './all.ts';
import { connect, cookiesOf, type OpenPage } from './clients.ts';

/** Sign-ins of a slice. */
const perSlice = 24;

/** The identity provider at which people sign in. */
export interface Issuer {
  url: string;
  client: { CLIENT_ID: string; CLIENT_SECRET: string };
  stop(): Promise<unknown>;
}

const programOf = (name: string, env: Record<string, string>): ServerCommand => ({
  ...asShipped(projectRoot, fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url))),
  env,
});

/** Starts the identity provider, on any core. */
export async function startIssuer(): Promise<Issuer> {
  const client = { CLIENT_ID: 'bench', CLIENT_SECRET: randomBytes(32).toString('base64url') };
  const { port, stop } = await startServer({ ...programOf('issuer', client), hasAllCores: true });
  return { url: `http://127.0.0.1:${port}`, client, stop };
}

/** A person at the identity provider, with a new browser: goes to an address there. Returns that of the return. */
async function signInThere(agent: Agent, issuer: Issuer, start: string): Promise<URL> {
  let url = new URL(start);
  let cookie = '';
  while (url.origin === issuer.url) {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { cookie },
    });
    await body.dump();
    const location = String(headers['location'] ?? '');
    if (!location) throw new Error(`The identity provider responded with ${statusCode}. The run is void.`);
    cookie = [cookie, cookiesOf(headers)].filter(Boolean).join('; ');
    url = new URL(location, url);
  }
  return url;
}

const newAgent = () => new Agent({ connections: 64, pipelining: 1 });

/** openid-client alone, for the same identity provider. */
export async function startBare(issuer: Issuer): Promise<Side> {
  const { port, pid, stop } = await startServer(programOf('relying-party', { ISSUER: issuer.url, ...issuer.client }));
  const agent = newAgent();
  const get = async (path: string) => {
    const response = await agent.request({ origin: `http://127.0.0.1:${port}`, path, method: 'GET' });
    return {
      status: response.statusCode,
      location: String(response.headers['location']),
      text: await response.body.text(),
    };
  };
  const signIn = async (person: string): Promise<void> => {
    const { location } = await get(`/login?person=${encodeURIComponent(person)}`);
    const back = await signInThere(agent, issuer, location);
    const { status, text } = await get(`${back.pathname}${back.search}`);
    if (status !== 200 || !text.includes(person))
      throw new Error(`A sign-in failed: ${status} ${text}. The run is void.`);
  };
  const people = () => Array.from({ length: perSlice }, (_, number) => personOf(number));
  return {
    title: 'openid-client alone',
    warmUp: () => all(people(), signIn),
    async slice() {
      await signIn(personOf(0));
      return measureSlice(pid, undefined, () => all(people(), signIn));
    },
    async stop() {
      await agent.close();
      await stop();
    },
  };
}

/** The platform, whose people are linked with their accounts at the identity provider. Their pages are open before. */
export async function startUpstream(
  command: ServerCommand,
  issuer: Issuer,
  database: { url: string; users: number },
): Promise<Side> {
  // In production, no identity provider is called without TLS.
  const env = { ...command.env, NODE_ENV: 'development', IDENTITY_PROVIDER_ALLOWED_HOSTS: '127.0.0.1' };
  const { port, pid, stop } = await startServer({ ...command, env, hasAllCores: false });
  const providerId = await addProvider(port, issuer);
  await withClient(database.url, (client) => linkAll(client, providerId));
  const platform = connect(port);
  const agent = newAgent();
  let next = 0;
  const open = async (): Promise<[string, OpenPage]> => [personOf(next++ % database.users), await platform.openPage()];
  const signIn = async ([identifier, page]: [string, OpenPage]): Promise<void> => {
    const { shown } = await platform.answer(page, { way: `identity:${providerId}`, identifier });
    const back = await signInThere(agent, issuer, shown.step?.details.next ?? '');
    const returned = await platform.get(`${back.pathname}${back.search}`);
    const cookie = `${page.cookie}; ${returned}`;
    await platform.get(page.path, cookie);
    const { status, text } = await platform.answer({ ...page, cookie }, { step: 'upstream' });
    if (status !== 200 || !text.includes('"next"'))
      throw new Error(`A sign-in failed: ${status} ${text}. The run is void.`);
  };
  const pages = (count: number) => Promise.all(Array.from({ length: count }, open));
  return {
    title: 'platform, by a provider',
    warmUp: async () => all(await pages(perSlice), signIn),
    async slice() {
      await signIn(await open());
      const opened = await pages(perSlice);
      return measureSlice(pid, undefined, () => all(opened, signIn));
    },
    async stop() {
      await platform.close();
      await agent.close();
      await stop();
    },
  };
}

/** The address of a user (bench/exchange/fixture/seed.ts), which is the subject at the identity provider, too. */
const personOf = (number: number): string => `user-${number}@bench.example`;

/** Creates the identity provider through the Management API. Returns its id. */
async function addProvider(port: number, { url, client }: Issuer): Promise<string> {
  const headers = { authorization: `Bearer ${await accessToken(port)}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, input: object): Promise<{ id: string }> => {
    const body = JSON.stringify(input);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const settings = { preset: 'oidc', oidc: { issuer: url, clientId: client.CLIENT_ID } };
  const { id } = await call('POST', '/api/identity-providers', {
    ...settings,
    secrets: { clientSecret: client.CLIENT_SECRET },
  });
  await call('PATCH', `/api/identity-providers/${id}/is-enabled`, { isEnabled: true });
  return id;
}

/** Links everyone with the provider, in place of that of an earlier start. */
async function linkAll(client: pg.Client, providerId: string): Promise<void> {
  await client.query(
    `INSERT INTO user_identities (id, user_id, identity_provider_id, subject)
     SELECT 'ident_' || substr(id, 6), id, $1, email FROM users WHERE email LIKE 'user-%@bench.example'
     ON CONFLICT (id) DO UPDATE SET identity_provider_id = EXCLUDED.identity_provider_id`,
    [providerId],
  );
  await client.query('VACUUM (ANALYZE) user_identities');
}

export const upstreamTitle = 'sign-ins with an identity provider, share of openid-client alone';
export const byPasswordTitle = 'sign-ins with an identity provider, share of those with a password';
