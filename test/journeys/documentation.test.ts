import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { ownDatabase } from '../support/servers/database.ts';
import { type Block, readPage, readPages } from '../support/documentation.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { openShell, type Shell } from '../support/shell.ts';

const written = 'http://localhost:3000';
const application = { CLIENT_ID: ids.next('application'), CLIENT_SECRET: ids.secret() };
const pages = readPages().filter(({ path, blocks }) => path.startsWith('docs/') && blocks.some(hasRequests));

/** Leads from the credentials of the first start to an exchanged token, without another page. */
const complete = 'docs/token-exchange.md';

const faults: string[] = [];
let app: App;
let own: Awaited<ReturnType<typeof ownDatabase>>;

beforeAll(async () => {
  own = await ownDatabase();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    DATABASE_URL: own.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    BOOTSTRAP_CLIENT_ID: application.CLIENT_ID,
    BOOTSTRAP_CLIENT_SECRET: application.CLIENT_SECRET,
  });
  app = await createApp(config, { logger: createLogger('error', { write: (line) => void faults.push(line) }) });
  app.listen();
});

afterAll(async () => {
  await app.close();
  await own.drop();
});

it('the requests in the README are also in docs/', () => {
  const requests = pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));
  for (const { text } of readPage('README.md').blocks.filter(hasRequests)) expect(requests).toContain(text);
});

it.each(pages.map(({ path }) => path))('the requests in %s succeed as documented', async (path) => {
  using shell = path === complete ? openShell(application) : await openShellWithToken();
  for (const block of readPage(path).blocks.filter(hasRequests)) {
    const { output, statuses } = await run(shell, block);
    expectDocumented(block, output, statuses);
  }
  expect(faults).toEqual([]);
});

it('the client in docs/live-events.md receives an event', async () => {
  using shell = await openShellWithToken();
  const { output: token } = await shell.run('echo "$TOKEN"');
  const script = readPage('docs/live-events.md').blocks.find(({ language }) => language === 'js');
  const source = here(script?.text ?? '').replace('ws://localhost:3000', app.config.publicUrl.replace('http', 'ws'));
  const client = spawn(process.execPath, ['--input-type=module', '--eval', source], { env: { TOKEN: token } });
  try {
    let printed = '';
    let errors = '';
    client.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
    client.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
    await expect.poll(() => printed + errors).toContain('cursor');
    await shell.run(
      `curl ${app.url}/api/users -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \
        -d '{"email":"lin@example.com"}'`,
    );
    await expect.poll(() => printed + errors).toContain('lin@example.com');
  } finally {
    client.kill();
  }
});

it('a webhook receives a message as in docs/webhooks.md', async () => {
  await using receiver = await startReceiver();
  using shell = await openShellWithToken();
  const post = (path: string, body: object) =>
    shell.run(
      `curl ${app.url}/api${path} -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \
        -d '${JSON.stringify(body)}'`,
    );
  await post('/webhooks', { name: 'Documented', url: receiver.url, eventTypes: ['Role.Created'] });
  await post('/roles', { name: 'Documented' });
  await expect.poll(() => receiver.received).toHaveLength(1);
  const shown = readPage('docs/webhooks.md').blocks.find(({ text }) => text.includes('"hookId"'));
  expect(shapeOf(receiver.received[0]?.json)).toEqual(shapeOf(JSON.parse(shown?.text ?? '')));
});

function hasRequests({ language, text }: Block): boolean {
  return language === 'sh' && /\b(curl|api) /.test(text);
}

function here(text: string): string {
  return text.replaceAll(written, app.config.publicUrl);
}

/** The state that the pages assume: the token of the first application, and a function that reads a response member. */
async function openShellWithToken(): Promise<Shell> {
  const shell = openShell(application);
  const block = readPage('docs/management-api.md').blocks.find(hasRequests);
  await shell.run(here(block?.text ?? ''));
  return shell;
}

function run(shell: Shell, { text }: Block) {
  return shell.run(here(text));
}

/** A block of JSON after the request is its response: the same members with values of the same type. */
function expectDocumented(block: Block, output: string, statuses: number[]): void {
  const shown = block.next?.language === 'json' ? (JSON.parse(block.next.text) as object) : undefined;
  const expected = shown && 'status' in shown ? [shown.status] : [200, 201, 202, 204];
  const unexpected = statuses.filter((status) => !expected.includes(status));
  expect(unexpected, `${block.text}${output}`).toEqual([]);
  expect(output).not.toContain('"errors":[');
  if (shown) expect(shapeOf(JSON.parse(output))).toEqual(shapeOf(shown));
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
