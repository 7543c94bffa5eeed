import { expect, it } from 'vitest';
import { createSendability, createSenders } from '../../src/app/messages/message-senders.ts';
import { createConnector } from '../../src/operations/connectors/create-connector.ts';
import { setConnectorEnabled } from '../../src/operations/connectors/set-connector-enabled.ts';
import { updateConnector } from '../../src/operations/connectors/update-connector.ts';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import type { OutgoingMessage } from '../../src/platform/messaging/sender.ts';
import { startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { startReceiver } from '../support/servers/receiver.ts';

const kernel = perFile(startKernel);

const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
const senders = (production = true) =>
  createSenders({
    ...kernel,
    ids,
    clock: { now: kernel.now },
    secretBox,
    logger: { warn: (fields: object) => expect.fail(JSON.stringify(fields)) } as never,
    config: { smtp: undefined, production, webhookPrivateAddresses: true },
  });
const canSend = () => createSendability({ smtp: undefined, production: true }, { ...kernel, secretBox }).canSend('sms');

const message: OutgoingMessage = {
  id: 'msg_01h455vb4pex5vsknk084sn02q',
  channel: 'sms',
  recipient: '+4915112345678',
  language: 'en',
  template: 'connector-test',
  parameters: { time: '2026-11-21T10:00:00.000Z' },
  subject: null,
  text: 'Hello',
  html: null,
};

it('messages are sent by the enabled connector; changes apply to the next one in every process', async () => {
  const processes = [senders(), senders()];
  const send = (index: number) =>
    processes[index]?.choose('sms', null).then((sender) => sender?.send(message, new AbortController().signal));
  expect(await processes[0]?.choose('sms', null)).toBeUndefined();
  expect(await canSend()).toBe(false);
  expect(await (await senders(false).choose('sms', null))?.send(message, new AbortController().signal)).toBeUndefined();

  await using first = await startReceiver();
  await using second = await startReceiver();
  const create = async (url: string, password: string) => {
    const input = { kind: 'sms', name: 'SMS', http: { url, username: 'a' }, secrets: { password } } as const;
    return (await kernel.run(createConnector, input)).output.connector;
  };
  const one = await create(first.url, 'one');
  const two = await create(second.url, 'two');
  const enable = (connectorId: string) => kernel.run(setConnectorEnabled, { connectorId, isEnabled: true });
  await enable(one);
  for (const index of [0, 1]) await send(index);
  expect(first.received).toHaveLength(2);
  await kernel.run(updateConnector, { connectorId: one, secrets: { password: 'changed' } });
  await send(1);
  expect(first.received[2]?.headers).toMatchObject({ authorization: `Basic ${btoa('a:changed')}` });
  await enable(two);
  for (const index of [0, 1]) await send(index);
  expect([first.received.length, second.received.length]).toEqual([3, 2]);
  expect(await canSend()).toBe(true);
  await Promise.all(processes.map((process) => process.close()));
});

it('the outcomes of messages are recorded; refusals of one message do not count', async () => {
  await using receiver = await startReceiver();
  const input = { kind: 'sms', name: 'SMS', http: { url: receiver.url } } as const;
  const connectorId = (await kernel.run(createConnector, input)).output.connector;
  await kernel.run(setConnectorEnabled, { connectorId, isEnabled: true });
  const process = senders();
  const send = async (status: number) => {
    receiver.answer(status);
    await (await process.choose('sms', null))?.send(message, new AbortController().signal);
    return kernel.database.prisma.connector.findUniqueOrThrow({ where: { id: connectorId } });
  };
  const failing = () => kernel.database.prisma.event.count({ where: { type: 'Connector.Failing' } });
  expect(await send(204)).toMatchObject({ lastSucceededAt: kernel.now(), lastError: null });
  expect(await send(422)).toMatchObject({ lastError: null, lastFailedAt: null });
  const error = 'The endpoint answered with status 503.';
  expect(await send(503)).toMatchObject({ lastError: error, lastFailedAt: kernel.now() });
  await send(503);
  expect(await send(500)).toMatchObject({ lastError: 'The endpoint answered with status 500.' });
  expect(await failing()).toBe(1);
  expect(await send(204)).toMatchObject({ lastError: null, version: 2 });
  await send(503);
  expect(await failing()).toBe(2);
  await process.close();
});
