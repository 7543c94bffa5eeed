import { expect, it } from 'vitest';
import { createSigner, newSecret } from '../../../src/domain/webhooks/webhook-signature.ts';
import { createHttpSender } from '../../../src/platform/messaging/http.ts';
import type { OutgoingMessage } from '../../../src/platform/messaging/sender.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { fetcher } from '../receivers.ts';

const message: OutgoingMessage = {
  id: 'msg_01h455vb4pex5vsknk084sn02q',
  channel: 'sms',
  recipient: '+4915112345678',
  language: 'en',
  template: 'sign-in-code',
  parameters: { code: '482913', minutes: 10 },
  subject: null,
  text: '482913 is your code.',
  html: null,
};
const never = new AbortController().signal;
const secret = newSecret(Buffer.alloc(32, 1));

function sender(url: string, allowPrivateAddresses = true) {
  const safeFetch = fetcher(undefined, allowPrivateAddresses);
  const headers = { authorization: 'Bearer s3cret' };
  const clock = { now: () => new Date() };
  return createHttpSender({ connectorId: 'conn_1', url, headers, sign: createSigner([secret]), safeFetch, clock });
}

it('a message is a signed request with its text and parameters', async () => {
  await using receiver = await startReceiver();
  expect(await sender(receiver.url).send(message, never)).toBeUndefined();
  receiver.verify(secret);
  const [{ headers, json }] = receiver.received as [(typeof receiver.received)[number]];
  expect(headers).toMatchObject({ 'webhook-id': message.id, authorization: 'Bearer s3cret' });
  expect(json).toEqual({ type: 'message', timestamp: expect.any(String), data: message });
});

it('a message has the body that a service expects, without a signature', async () => {
  await using receiver = await startReceiver();
  const { url } = receiver;
  const encode = ({ recipient, text }: OutgoingMessage) => ({
    mediaType: 'application/vnd.sms+json',
    body: JSON.stringify({ to: recipient, text }),
  });
  const clock = { now: () => new Date() };
  const plain = createHttpSender({ connectorId: 'conn_1', url, safeFetch: fetcher(), clock, encode });
  expect(await plain.send(message, never)).toBeUndefined();
  expect(receiver.received[0]?.json).toEqual({ to: message.recipient, text: message.text });
  expect(receiver.received[0]?.headers).toMatchObject({ 'content-type': 'application/vnd.sms+json' });
  expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
});

it.each([
  [400, true],
  [410, true],
  [422, true],
  [302, false],
  [404, false],
  [429, false],
  [500, false],
])('status %i is a failure; further attempts are useless: %j', async (status, isPermanent) => {
  await using receiver = await startReceiver(status);
  const error = `The endpoint answered with status ${status}.`;
  expect(await sender(receiver.url).send(message, never)).toMatchObject({ error, isPermanent });
});

it('an endpoint on a private address is not called', async () => {
  await using receiver = await startReceiver();
  const failure = { error: 'The host is not on the public internet.', isPermanent: false };
  expect(await sender(receiver.url, false).send(message, never)).toMatchObject(failure);
  expect(receiver.received).toEqual([]);
});
