import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { signInAsApplication } from '../../tools/demo/management.ts';
import { program } from '../../tools/server/program.ts';
import { runMain } from '../support/command-line.ts';
import { type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';
import { type Client, exchange, fill, type Installation, refresh, signIn } from './installation.ts';
import { startLoad } from './load.ts';
import { losses, readAll } from './snapshot.ts';
import { startSwitch } from './switch.ts';

interface Options {
  /** The earlier version, as its commit is named. */
  title: string;
  /** The folder in which the earlier version is built. */
  root: string;
  /** A folder for the database. */
  data: string;
  client: Client;
}

/** Upgrades a filled installation under load. Returns what failed or was lost. */
export async function upgrade({ title, root, data, client }: Options): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres(join(data, 'postgres'), { durable: false });
  stack.defer(() => postgres.stop({ evenIfUsed: true }));
  const receiver = stack.use(await startReceiver());
  const entrance = stack.use(await startSwitch());
  const url = `http://localhost:${entrance.port}`;
  const settings = {
    PUBLIC_URL: url,
    DATABASE_URL: postgres.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'warn',
    BOOTSTRAP_CLIENT_ID: client.clientId,
    BOOTSTRAP_CLIENT_SECRET: client.clientSecret,
  };
  const old = await startPlatform(settings, [], join(root, 'dist/server/main.js'));
  await old.ready;
  entrance.use(portOf(old));
  const installation = await fill(url, client, receiver.url);
  const before = await readAll(url, client);
  console.log(`ok      ${title}: filled, ${Object.values(before).flat().length} records in lists`);

  const load = await startLoad(url, client, installation);
  const { next, isBreaking } = await startNext(settings, old);
  entrance.use(...(isBreaking ? [] : [portOf(old)]), portOf(next));
  if (!isBreaking) await load.more(60);
  entrance.use(portOf(next));
  await load.more(20);
  old.child.kill('SIGTERM');
  await old.ended;
  await load.more(20);
  const { requests, failures, roles } = await load.stop();
  console.log(
    `ok      this version started beside it${isBreaking ? ' by migrate --breaking' : ''}: ${requests} requests`,
  );

  const lost = losses(before, await readAll(url, client));
  await goOn(url, client, installation);
  console.log('ok      the person signs in; earlier tokens are refreshed and exchanged');
  await until(() => receiver.received.length >= roles);
  receiver.verify(installation.webhookSecret);
  console.log(`ok      the webhook got ${roles} events`);
  return [...(isBreaking ? [] : failures), ...lost];
}

const portOf = ({ url }: PlatformProcess): number => Number(new URL(url).port);

/** Starts this version. If that is refused because of a breaking migration, applies it first. */
async function startNext(settings: Record<string, string>, old: PlatformProcess) {
  const next = await startPlatform(settings, [], program);
  const outcome = await Promise.race([next.ready.then(() => 'ready'), next.ended]);
  if (outcome === 'ready') return { next, isBreaking: false };
  if (!next.stderr().includes('migrate --breaking')) throw new Error(`The start failed: ${next.stderr()}`);
  const { exitCode, stderr } = await runMain(['migrate', '--breaking'], settings);
  if (exitCode !== 0) throw new Error(`migrate --breaking failed: ${stderr}`);
  const readiness = await fetch(`${old.url}/readyz`);
  if (readiness.status !== 503) throw new Error(`The earlier version is ready: ${readiness.status}`);
  const again = await startPlatform(settings, [], program);
  await again.ready;
  return { next: again, isBreaking: true };
}

/** The next steps of people and backends with what they have. */
async function goOn(url: string, client: Client, installation: Installation): Promise<void> {
  await exchange(url, installation);
  await exchange(url, { ...installation, ...(await refresh(url, installation)) });
  await exchange(url, { ...installation, ...(await signIn(url, installation.records)) });
  const management = await signInAsApplication(url, client);
  const { events } = await management.call<{ events: { nodes: { typeName: string }[] } }>(
    '{ events(first: 50) { nodes { typeName subject { id label } actor { label } } } }',
  );
  if (events.nodes.length < 50) throw new Error(`Only ${events.nodes.length} events can be read.`);
}
