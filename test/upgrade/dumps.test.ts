import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type OwnDatabase } from '../support/servers/database.ts';
import { killAll, startPlatform } from '../support/servers/platform-process.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { signInAsApplication } from '../../tools/demo/management.ts';
import { until } from '../support/until.ts';
import { dumps, readDump, restore } from './dumps.ts';
import { exchange, mutate, signIn } from './installation.ts';
import { losses, readAll } from './snapshot.ts';

describe.each(readdirSync(dumps))('after the upgrade of a database in the state of %s', (file) => {
  const dump = readDump(file);
  let own: OwnDatabase;
  let receiver: Receiver;
  let url: string;

  beforeAll(async () => {
    own = await emptyDatabase();
    receiver = await startReceiver();
    await restore(dump, own.url);
    const platform = await startPlatform({
      DATABASE_URL: own.url,
      SECRETS_KEY: dump.secretsKey,
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    });
    await platform.ready;
    url = platform.url.replace('127.0.0.1', 'localhost');
  });
  afterAll(async () => {
    killAll();
    await receiver[Symbol.asyncDispose]();
    await own.drop();
  });

  it('every list has its records, with the same values', async () => {
    expect(losses(dump.records, await readAll(url, dump.client))).toEqual([]);
    expect(Object.values(dump.records).flat().length).toBeGreaterThan(15);
  });

  it('people sign in with their passwords, and their tokens are exchanged', async () => {
    const tokens = await signIn(url, dump.installation.records);
    await expect(exchange(url, { ...dump.installation, ...tokens })).resolves.toHaveProperty('access_token');
  });

  it('webhooks get events, signed with their secrets', async () => {
    const management = await signInAsApplication(url, dump.client);
    const { webhooks } = await management.call<{ webhooks: { nodes: { id: string }[] } }>(
      '{ webhooks { nodes { id } } }',
    );
    await mutate(management, 'updateWebhook', 'webhook { id }', {
      webhookId: webhooks.nodes[0]?.id,
      url: receiver.url,
    });
    await mutate(management, 'createRole', 'role { id }', { name: 'After the upgrade' });
    await until(() => receiver.received.some(({ json }) => json.data.role?.name === 'After the upgrade'));
    expect(() => receiver.verify(dump.installation.webhookSecret)).not.toThrow();
  });
});
