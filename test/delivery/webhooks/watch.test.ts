import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeliveryWatch } from '../../../src/delivery/webhooks/watch.ts';
import { Failure } from '../../../src/domain/failure.ts';
import { deleteWebhook } from '../../../src/operations/webhooks/delete-webhook.ts';
import { type Data, everything, startApi, tokenFor } from '../../graphql/api.ts';
import { type LiveClient, openLiveClient } from '../../support/browsers/live-client.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startFixture } from './fixture.ts';
import { until } from '../../support/until.ts';

let consoles: LiveClient[];
/** Tokens without permissions, and tokens that are not accepted. */
const emptied = new Set<string>();
const revoked = new Set<string>();
/** Tokens that may no longer read events. */
const withoutEvents = new Set<string>();
const api = perFile(() =>
  startApi((_kernel, authenticate) => ({
    authenticate: async (header) => {
      if (revoked.has(header ?? '')) throw new Failure('UNAUTHENTICATED', 'The access token is revoked.');
      const actor = await authenticate(header);
      if (withoutEvents.has(header ?? '')) return { ...actor, permissions: new Set(['webhooks:read'] as const) };
      return emptied.has(header ?? '') ? { ...actor, permissions: new Set() } : actor;
    },
  })),
);
const fixture = perFile(() => startFixture(api.kernel));
const receiver = perTest(startReceiver);
beforeEach(() => {
  consoles = [];
});
afterEach(async () => {
  for (const { client } of consoles) await client.dispose();
  await api.kernel.database.prisma.webhook.deleteMany();
});

const deliveries = `subscription ($id: ID, $after: String) {
  webhookDeliveries(id: $id, after: $after) { cursor deliveries { status event { subject { id } } attempts { number } lastAttempt { number status failure } } }
}`;
function watch(id: string | null, token = everything, after: string | null = null) {
  const opened = openLiveClient(api, token);
  consoles.push(opened);
  return { ...opened, watched: opened.watch(deliveries, { id, after }) };
}
const deliveriesIn = (messages: Data[]): Data[] =>
  messages.flatMap(({ webhookDeliveries }) => webhookDeliveries.deliveries);
const started = { webhookDeliveries: { cursor: expect.any(String), deliveries: [] } };

describe('subscription { webhookDeliveries }', () => {
  it('reports that it has started, then sends each attempt of that webhook with the status of its delivery', async () => {
    const { id } = await fixture.hook(receiver.url);
    const other = await fixture.hook(receiver.url);
    await fixture.user();
    await fixture.serve(id);
    const { watched } = watch(id);
    await watched.until(1);
    expect(watched.messages).toEqual([started]);
    receiver.answer(500);
    const user = await fixture.user();
    await fixture.serve(other.id);
    await fixture.serve(id);
    await watched.until(2);
    receiver.answer(204);
    fixture.kernel.advance(6);
    await fixture.serve(id);
    await watched.until(3);
    const event = { subject: { id: user } };
    const [first, second] = [{ number: 1 }, { number: 2 }];
    expect(deliveriesIn(watched.messages)).toEqual([
      { status: 'PENDING', event, attempts: [first], lastAttempt: { ...first, status: 500, failure: 'STATUS' } },
      { status: 'DELIVERED', event, attempts: [first, second], lastAttempt: { ...second, status: 204, failure: null } },
    ]);
  });

  it('requires webhooks:read and an accepted token for as long as it lasts', async () => {
    const { id } = await fixture.hook(receiver.url);
    const refused = watch(id, tokenFor(['webhooks:write', 'events:read'])).watched;
    await refused.end();
    expect(refused.messages[0].errors[0].extensions.code).toBe('FORBIDDEN');
    const [one, other] = ['user_01h455vb4pex5vsknk084sn02x', 'user_01h455vb4pex5vsknk084sn02y'].map((user) =>
      tokenFor(['webhooks:read'], user),
    ) as [string, string];
    const [emptiedOne, revokedOne] = [watch(id, one), watch(id, other)];
    await Promise.all([emptiedOne, revokedOne].map(({ watched }) => watched.until(1)));
    emptied.add(`Bearer ${one}`);
    revoked.add(`Bearer ${other}`);
    await fixture.user();
    for (const { closed } of [emptiedOne, revokedOne]) {
      await until(() => closed.length > 0);
      expect(closed[0]?.code).toBe(4403);
    }
  });

  it('is NOT_FOUND for an unknown webhook, and ends with the webhook', async () => {
    const nothing = watch('hook_01h455vb4pex5vsknk084sn02q').watched;
    await nothing.end();
    expect(nothing.messages[0].errors[0].extensions).toMatchObject({ code: 'NOT_FOUND', problems: [{ path: ['id'] }] });
    const { id } = await fixture.hook(receiver.url);
    const { watched, closed } = watch(id);
    await watched.until(1);
    await fixture.kernel.run(deleteWebhook, { webhookId: id });
    await watched.end();
    expect([watched.messages, closed]).toEqual([[started], []]);
  });
});

describe('a subscription to deliveries of a caller who may no longer read events', () => {
  it('goes on without the events', async () => {
    const token = tokenFor(['webhooks:read', 'events:read'], 'user_01h455vb4pex5vsknk084sn03r');
    const { id } = await fixture.hook(receiver.url);
    const { watched } = watch(id, token);
    await watched.until(1);
    await fixture.user();
    await fixture.serve(id);
    await watched.until(2);
    expect(deliveriesIn(watched.messages)).toMatchObject([{ event: { subject: {} } }]);
    withoutEvents.add(`Bearer ${token}`);
    await api.ask('mutation { createRole(input: { name: "Any" }) { role { id } } }');
    // Its session is checked again soon after the change.
    for (let round = 0; round < 50 && !watched.messages.at(-1).errors; round++) {
      const before = watched.messages.length;
      await fixture.user();
      await fixture.serve(id);
      await watched.until(before + 1);
    }
    const [{ message, path }] = watched.messages.at(-1).errors;
    expect([message, path.at(-1)]).toEqual(['Requires the permission events:read.', 'event']);
  });
});

describe('a subscription to deliveries that continues after a cursor', () => {
  const subjects = (messages: Data[]): string[] => deliveriesIn(messages).map(({ event }) => event.subject.id);
  const hook = () => fixture.hook(receiver.url, { eventTypes: ['User.Created'] });
  const cursorOf = (messages: Data[]): string => messages.at(-1).webhookDeliveries.cursor;

  it('has every attempt in between, of all webhooks, and of those that were created meanwhile', async () => {
    const [one, other] = [await hook(), await hook()];
    const first = watch(null);
    await first.watched.until(1);
    const seen = await fixture.user();
    await fixture.serve(one.id);
    await first.watched.until(2);
    expect(subjects(first.watched.messages)).toEqual([seen]);
    const cursor = cursorOf(first.watched.messages);
    await first.client.dispose();

    const missed = await fixture.user();
    const later = await hook();
    const last = await fixture.user();
    for (const { id } of [one, other, later]) await fixture.serve(id);
    const { watched } = watch(null, everything, cursor);
    await until(() => deliveriesIn(watched.messages).length >= 6);
    expect(subjects(watched.messages).sort()).toEqual([seen, missed, missed, last, last, last].sort());
    const users = await fixture.user();
    await fixture.serve(other.id);
    await until(() => subjects(watched.messages).includes(users));
    expect(deliveriesIn(watched.messages)).toHaveLength(7);
  });

  it('has no attempt twice, and can be narrowed to one webhook', async () => {
    const [one, other] = [await hook(), await hook()];
    const all = watch(null);
    await all.watched.until(1);
    const cursor = cursorOf(all.watched.messages);
    const user = await fixture.user();
    await fixture.serve(one.id);
    await fixture.serve(other.id);
    const { watched } = watch(one.id, everything, cursor);
    await watched.until(2);
    expect(subjects(watched.messages)).toEqual([user]);
    const again = watch(one.id, everything, cursorOf(watched.messages)).watched;
    await again.until(1);
    const next = await fixture.user();
    await fixture.serve(one.id);
    await again.until(2);
    expect(subjects(again.messages)).toEqual([next]);
  });

  it('is refused with a cursor of another subscription', async () => {
    const [one, other] = [await hook(), await hook()];
    const { watched } = watch(one.id);
    await watched.until(1);
    const cursor = cursorOf(watched.messages);
    const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      'nonsense',
      text({}),
      text([]),
      text([null, one.id]),
      text([null, one.id, 'x']),
      text([null, 'x', 1]),
    ];
    for (const [id, after] of [
      [null, cursor],
      [other.id, cursor],
      ...wrong.map((after) => [null, after] as const),
    ] as const) {
      const refused = watch(id, everything, after).watched;
      await refused.end();
      expect(refused.messages[0].errors[0].extensions).toMatchObject({ code: 'INVALID_CURSOR' });
    }
  });
});

describe('a subscription without notifications', () => {
  it('sends every attempt within two seconds, in the order in which they were stored, once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { id } = await fixture.hook(receiver.url);
    const silent = { subscribe: () => () => undefined };
    const watchDeliveries = createDeliveryWatch({ database: api.kernel.database, nudges: silent });
    const stop = new AbortController();
    const watched = watchDeliveries({ webhookId: id }, stop.signal);
    expect((await watched.next()).value?.ids).toEqual([]);
    for (let count = 0; count < 120; count++) await fixture.user();
    while ((await fixture.serve(id)) === 'now');
    vi.advanceTimersByTime(2000);
    const seen: string[] = [];
    while (seen.length < 120) seen.push(...((await watched.next()).value?.ids ?? []));
    const writtenDown = { where: { webhookId: id }, orderBy: { lastAttempt: 'asc' } } as const;
    const deliveries = await api.kernel.database.prisma.webhookDelivery.findMany(writtenDown);
    expect(seen).toEqual(deliveries.map((delivery) => delivery.id));
    const next = watched.next();
    stop.abort();
    expect((await next).done).toBe(true);
  });
});
