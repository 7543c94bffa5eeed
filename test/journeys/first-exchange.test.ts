import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { type Block, readPage } from '../support/documentation.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { openShell } from '../support/shell.ts';

/** The commands of the README, with the address and the credentials of a first start. */
let database: OwnDatabase;
let platform: PlatformProcess;
let publicUrl: string;
let credentials: string;
beforeAll(async () => {
  database = await ownDatabase();
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'mandate-first-exchange-'));
  platform = await startPlatform({ NODE_ENV: 'development', DATABASE_URL: database.url, DATA_DIR, SECRETS_KEY });
  await platform.ready;
  credentials = readFileSync(join(DATA_DIR, 'first-credentials.txt'), 'utf8');
  rmSync(DATA_DIR, { recursive: true });
  publicUrl = platform.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  killAll();
  await platform.ended;
  await database.drop();
});

const { text } = readPage('README.md');
const section = /^## Your first exchange\n([^]*?)^## /m.exec(text)?.[1] ?? '';
const isInSection = ({ language, text: block }: Block): boolean => language === 'sh' && section.includes(block);

const made = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(credentials)?.[1] ?? '';

/** A command of the README, with what the first start made. */
const here = (command: string): string =>
  command
    .replace('app_…', made('Client ID'))
    .replace('CLIENT_SECRET=…', `CLIENT_SECRET=${made('Client secret')}`)
    .replaceAll('http://localhost:3000', publicUrl);

it('the commands in the README lead from the first start to an exchanged token for the next service', async () => {
  using shell = openShell({});
  let output = '';
  for (const block of readPage('README.md').blocks.filter(isInSection)) {
    ({ output } = await shell.run(here(block.text)));
  }
  const response = JSON.parse(output) as { access_token: string };
  expect(response).toMatchObject({ token_type: 'Bearer', scope: 'orders:read' });
  const keys = createRemoteJWKSet(new URL(`${publicUrl}/oidc/jwks`));
  const claims = { issuer: `${publicUrl}/oidc`, audience: 'https://api-b.example.com', typ: 'at+jwt' };
  const { payload } = await jwtVerify(response.access_token, keys, claims);
  const { output: ids } = await shell.run('echo "$USER_ID $CLIENT_ID"');
  expect(`${payload.sub} ${String(payload['client_id'])}`).toBe(ids);
  expect(payload['scope']).toBe('orders:read');
});
