import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhook } from '../../../src/operations/webhooks/create-webhook.ts';
import { disableWebhook } from '../../../src/operations/webhooks/disable-webhook.ts';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { platformActor, refusalOf, startKernel, type TestKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const good = { name: 'Index', url: 'https://index.example/events' };
const create = (input: object = {}) => kernel.run(createWebhook, { ...good, ...input });
const stored = (id: string) =>
  kernel.database.prisma.webhook.findUniqueOrThrow({
    where: { id },
    include: { secrets: { orderBy: { id: 'asc' } } },
    omit: { encryptedHeaders: false },
  });

describe('a webhook URL', () => {
  test.each([
    ['without a scheme', 'index.example/events'],
    ['of another scheme', 'ftp://index.example/events'],
    ['that is a script', 'javascript:alert(1)'],
    ['with a user name and password', 'https://ada:secret@index.example/'],
    ['with a fragment', 'https://index.example/#events'],
    ['that is no text', 7],
  ])('%s is BAD_USER_INPUT', async (_what, url) => {
    expect(await refusalOf(create({ url }))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['url'] });
  });
});

describe('a webhook URL with a private address', () => {
  let strict: TestKernel;
  beforeAll(async () => {
    strict = await startKernel({ privateAddresses: false });
  });
  afterAll(() => strict[Symbol.asyncDispose]());

  test.each([
    'http://127.0.0.1/events',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://localhost:8443/',
    'https://api.localhost./',
  ])('%s is BAD_USER_INPUT with its path, at creation and at a change', async (url) => {
    const refused = { code: 'BAD_USER_INPUT', paths: ['url'], message: 'The host is not on the public internet.' };
    expect(await refusalOf(strict.run(createWebhook, { ...good, url }))).toMatchObject(refused);
    const { output } = await strict.run(createWebhook, good);
    const move = (to: string) => strict.run(updateWebhook, { webhookId: output.webhook, url: to });
    expect(await refusalOf(move(url))).toMatchObject(refused);
    // Host names are not resolved: the result would reveal the internal network.
    expect((await move('https://internal.example/')).events).toHaveLength(1);
  });
});

describe('types of event and kinds of record', () => {
  test('are stored once if repeated', async () => {
    const twice = { eventTypes: ['User.Created', 'User.Deleted', 'User.Created'], subjectKinds: ['user', 'user'] };
    const { output } = await create(twice);
    expect(await stored(output.webhook)).toMatchObject({
      eventTypes: ['User.Created', 'User.Deleted'],
      subjectKinds: ['user'],
    });
  });
});

describe('headers', () => {
  test('named __proto__ are BAD_USER_INPUT, and not dropped silently', async () => {
    const headers = JSON.parse('{ "__proto__": "of the receiver", "X-Key": "k" }') as object;
    expect(await refusalOf(create({ headers }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['headers.__proto__'],
    });
  });

  test('are stored encrypted: neither the database nor the event contains their values', async () => {
    const { output, events } = await create({ headers: { Authorization: 'Bearer of-the-receiver' } });
    const { encryptedHeaders, headerNames } = await stored(output.webhook);
    expect(headerNames).toEqual(['Authorization']);
    expect(Buffer.from(encryptedHeaders ?? []).includes('of-the-receiver')).toBe(false);
    expect(JSON.stringify(events)).not.toContain('of-the-receiver');
  });

  test('headers that could change the destination or length of a message are BAD_USER_INPUT at their names', async () => {
    const headers = { Host: 'other.example', 'Content-Length': '1', 'X-A': 'b\r\nX-B: c' };
    expect(await refusalOf(create({ headers }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['headers.Host', 'headers.Content-Length', 'headers.X-A'],
    });
  });

  test('given again unchanged are no change, and an empty list removes them', async () => {
    const headers = { 'X-Key': 'one' };
    const { output } = await create({ headers });
    const change = (wanted: Record<string, string>) =>
      kernel.run(updateWebhook, { webhookId: output.webhook, headers: wanted });
    expect((await change({ 'X-Key': 'one' })).events).toEqual([]);
    expect((await change({ 'X-Key': 'two' })).events).toMatchObject([{ data: { changed: ['headers'] } }]);
    expect((await change({})).events).toMatchObject([{ data: { webhook: { headerNames: [] } } }]);
    expect((await stored(output.webhook)).encryptedHeaders).toBeNull();
  });
});

describe('a new URL', () => {
  const url = 'https://other.example/hooks';

  test('requires the headers again, which could otherwise be read by sending them to another server', async () => {
    const { output } = await create({ headers: { Authorization: 'Bearer of-the-receiver' } });
    const webhookId = output.webhook;
    const before = await stored(webhookId);
    expect(await refusalOf(kernel.run(updateWebhook, { webhookId, url }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['headers'],
      message: 'Required again, because the URL changes.',
    });
    expect(await stored(webhookId)).toEqual(before);
    const given = { webhookId, url, headers: { Authorization: 'Bearer of-the-other' } };
    expect((await kernel.run(updateWebhook, given)).events).toMatchObject([{ data: { changed: ['url', 'headers'] } }]);
    const removed = { webhookId, url: `${url}/2`, headers: {} };
    expect((await kernel.run(updateWebhook, removed)).events).toMatchObject([
      { data: { webhook: { headerNames: [] } } },
    ]);
  });

  test('requires none of a webhook without headers, nor the same URL of one with headers', async () => {
    const { output: plain } = await create({});
    expect((await kernel.run(updateWebhook, { webhookId: plain.webhook, url })).events).toHaveLength(1);
    const { output } = await create({ headers: { 'X-Key': 'one' } });
    const { url: same } = await stored(output.webhook);
    const change = { webhookId: output.webhook, url: same, name: 'Renamed' };
    expect((await kernel.run(updateWebhook, change)).events).toMatchObject([{ data: { changed: ['name'] } }]);
  });
});

describe('the secret', () => {
  test('is returned once, and stored encrypted', async () => {
    const { output, events } = await create();
    expect(output.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(events)).not.toContain(output.secret);
    const { secrets } = await stored(output.webhook);
    expect(secrets).toMatchObject([{ scheme: 'v1', publicKey: null, expiresAt: null }]);
  });

  test('is rotated with an overlap of a day, or as requested, in which the previous one signs as well', async () => {
    const { output } = await create({ hasKeyPair: true });
    const rotated = await kernel.run(rotateWebhookSecret, { webhookId: output.webhook });
    expect(rotated.output.secret).not.toBe(output.secret);
    const inADay = new Date(kernel.now().getTime() + 86_400_000);
    expect(rotated.output.previousSecretExpiresAt).toBe(inADay.toISOString());
    expect((await stored(output.webhook)).secrets.map(({ scheme, expiresAt }) => [scheme, expiresAt])).toEqual([
      ['v1', inADay],
      ['v1a', inADay],
      ['v1', null],
      ['v1a', null],
    ]);
    expect(rotated.events[0]?.data).toMatchObject({
      webhook: { publicKeys: [expect.any(String), expect.any(String)] },
    });
    expect(JSON.stringify(rotated.events)).not.toContain(rotated.output.secret);
  });

  test('can be complemented by a key pair in a rotation, and be alone again', async () => {
    const { output } = await create();
    const rotate = async (hasKeyPair?: boolean) => {
      await kernel.run(rotateWebhookSecret, { webhookId: output.webhook, overlapSeconds: 0, hasKeyPair });
      return (await stored(output.webhook)).secrets.map(({ scheme }) => scheme);
    };
    expect(await rotate()).toEqual(['v1']);
    expect(await rotate(true)).toEqual(['v1', 'v1a']);
    expect(await rotate()).toEqual(['v1', 'v1a']);
    expect(await rotate(false)).toEqual(['v1']);
    expect(await rotate()).toEqual(['v1']);
  });

  test('is alone at once if the overlap is 0, so a leaked one no longer signs', async () => {
    const { output } = await create();
    await kernel.run(rotateWebhookSecret, { webhookId: output.webhook });
    await kernel.run(rotateWebhookSecret, { webhookId: output.webhook, overlapSeconds: 0 });
    expect((await stored(output.webhook)).secrets).toHaveLength(1);
  });

  test('never signs longer than announced, and at most five sign at once', async () => {
    const { output } = await create();
    const rotate = (overlapSeconds: number) =>
      kernel.run(rotateWebhookSecret, { webhookId: output.webhook, overlapSeconds });
    await rotate(60);
    for (let round = 0; round < 3; round++) await rotate(3600);
    const [first] = (await stored(output.webhook)).secrets;
    expect(first?.expiresAt).toEqual(new Date(kernel.now().getTime() + 60_000));
    expect(await refusalOf(rotate(3600))).toMatchObject({ code: 'CONFLICT', paths: ['webhookId'] });
    await rotate(0);
  });
});

describe('an endpoint that responds with 410', () => {
  test('disables the webhook, with the reason; enabling it resets its failures', async () => {
    const { generation } = await stored(w.webhook);
    const disable = () =>
      kernel.run(disableWebhook, { webhookId: w.webhook, generation, reason: 'gone' }, platformActor);
    expect((await disable()).events).toMatchObject([
      { type: 'Webhook.Disabled', data: { webhook: { isEnabled: false, disabledReason: 'gone' } } },
    ]);
    expect((await disable()).events).toEqual([]);
    await kernel.database.prisma.webhook.update({
      where: { id: w.webhook },
      data: { failures: 9, failingSince: kernel.now(), pausedUntil: kernel.now() },
    });
    const { events } = await kernel.run(setWebhookEnabled, { webhookId: w.webhook, isEnabled: true });
    expect(events).toMatchObject([
      { type: 'Webhook.Enabled', data: { webhook: { isEnabled: true, disabledReason: null, failingSince: null } } },
    ]);
    expect(await stored(w.webhook)).toMatchObject({ failures: 0, pausedUntil: null });
    // A result from before it was enabled again does not disable it.
    expect((await disable()).events).toEqual([]);
  });
});
