import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteWebhook } from '../../../src/operations/webhooks/delete-webhook.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { updateWebhook } from '../../../src/operations/webhooks/update-webhook.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { createSafeFetch, type SafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import type { EventLog } from '../../../src/delivery/event-log/event-log.ts';
import { createDispatcher, type Dispatcher } from '../../../src/delivery/webhooks/dispatcher.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { matches } from '../../../src/domain/webhooks/webhook-filter.ts';
import { eventsAfter } from '../../../src/store/event-positions.ts';
import { readNextEvents } from '../../../src/store/webhooks/events.ts';
import { findEndpoint } from '../../../src/store/webhooks/endpoints.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { type WebhookFixture, startFixture } from './fixture.ts';
import { until } from '../../support/until.ts';

/** Dispatchers, each with the state of a process of its own. */
let fixture: WebhookFixture;
let receiver: Receiver;
let safeFetch: SafeFetch;
const dispatchers: Dispatcher[] = [];
const logs: EventLog[] = [];
beforeAll(async () => {
  [fixture, receiver] = await Promise.all([startFixture(), startReceiver()]);
  safeFetch = createSafeFetch({ allowPrivateAddresses: true });
});
afterAll(async () => {
  for (const dispatcher of dispatchers) await dispatcher.close();
  for (const log of logs) await log.close();
  await safeFetch.close();
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

function openLog(): EventLog {
  const log = fixture.openLog();
  logs.push(log);
  return log;
}

function start(): Dispatcher {
  const dispatcher = createDispatcher(
    { ...fixture.services, safeFetch, eventLog: openLog(), logger: createLogger('error') },
    () => undefined,
  );
  dispatchers.push(dispatcher);
  return dispatcher;
}
const hook = async (path: string, input: object = {}) => (await fixture.hook(`${receiver.url}${path}`, input)).id;
const received = (path: string) => receiver.received.filter((one) => one.path.endsWith(path)).map(({ json }) => json);
const subjects = (path: string) => received(path).map(({ subject }) => subject.id);
const stored = (id: string) => fixture.kernel.database.prisma.webhook.findUniqueOrThrow({ where: { id } });
const head = async () => (await fixture.kernel.database.prisma.eventHead.findFirstOrThrow()).position;

it('events write nothing for a webhook that does not receive them; its cursor is stored later, with those of others', async () => {
  const dispatcher = start();
  const ids = [await hook('/none', { eventTypes: ['Role.Created'] }), await hook('/none', { subjectKinds: ['scope'] })];
  await dispatcher.run(true);
  const before = await Promise.all(ids.map(stored));
  await fixture.user();
  await dispatcher.run(false);
  expect(await Promise.all(ids.map(stored))).toEqual(before);
  await dispatcher.run(true);
  await dispatcher.run(true);
  for (const id of ids) expect((await stored(id)).cursor).toBe(await head());
  expect(received('/none')).toEqual([]);
});

it('another process continues from the cursors: each event is sent once, also to webhooks whose cursors were not stored', async () => {
  const first = start();
  const id = await hook('/twice', { eventTypes: ['User.Created'] });
  const user = await fixture.user();
  await first.run(true);
  await until(() => subjects('/twice').length === 1);
  await fixture.rename(user, 'Ada');
  await first.run(false);
  await first.close();
  const second = start();
  const other = await fixture.user();
  await second.run(true);
  await until(() => subjects('/twice').length === 2);
  expect(subjects('/twice')).toEqual([user, other]);
  await expect.poll(async () => (await stored(id)).leasedUntil).toBeNull();
});

it('another process leaves events of a leased webhook alone, and sends them when the lease ends without a result', async () => {
  const dispatcher = start();
  const id = await hook('/held', { eventTypes: ['User.Created'] });
  await dispatcher.run(true);
  const lease = (until: string) =>
    fixture.kernel.database.pool.query(
      `UPDATE webhooks SET leased_until = ${until}, lease_token = 'other' WHERE id = $1`,
      [id],
    );
  await lease(`now() + interval '1 hour'`);
  const user = await fixture.user();
  await dispatcher.run(true);
  await dispatcher.run(true);
  expect(subjects('/held')).toEqual([]);
  await lease('now()');
  await dispatcher.run(true);
  await until(() => subjects('/held').length > 0);
  expect(subjects('/held')).toEqual([user]);
});

it('a change of its filter, or being disabled, applies to a webhook from its position in the log on', async () => {
  const dispatcher = start();
  const id = await hook('/filter', { eventTypes: ['Role.Created'] });
  await dispatcher.run(true);
  await fixture.user();
  await fixture.kernel.run(updateWebhook, { webhookId: id, eventTypes: ['User.Created'] });
  await dispatcher.run(false);
  const user = await fixture.user();
  await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
  await fixture.user();
  await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
  const last = await fixture.user();
  await dispatcher.run(false);
  await until(() => subjects('/filter').length >= 2);
  expect(subjects('/filter')).toEqual([user, last]);
});

it('a deleted webhook is removed from memory', async () => {
  const dispatcher = start();
  const id = await hook('/deleted');
  await dispatcher.run(true);
  await fixture.kernel.run(deleteWebhook, { webhookId: id });
  await fixture.user();
  await dispatcher.run(true);
  await dispatcher.run(true);
  expect(received('/deleted')).toEqual([]);
});

it('the buffer and the log give a webhook the same events, whatever its filter', async () => {
  const { database, now } = fixture.kernel;
  const events = await eventsAfter(database, 0, { events: 10_000, bytes: 1e9 });
  const [one, organization] = [events[0], events.find(({ organizationId }) => organizationId !== null)];
  const filters = [
    {},
    { eventTypes: ['User.Created', 'Webhook.Created'] },
    { subjectKinds: ['webhook'] },
    { subjectKinds: ['user'], eventTypes: ['User.Data.Updated', 'Webhook.Updated'] },
    { excludeActorIds: [one?.actor.id ?? systemIds.next('user')] },
    { organizationId: organization?.organizationId ?? systemIds.next('organization') },
  ];
  for (const filter of filters) {
    const id = await fixture.hook('http://127.0.0.1:9/').then((made) => made.id);
    await database.prisma.webhook.update({ where: { id }, data: { ...filter, cursor: 0 } });
    const endpoint = await findEndpoint(fixture.services, id, now());
    if (!endpoint) throw new Error('no endpoint');
    const fromLog = (await readNextEvents(database, endpoint, 0, 10_000)).events;
    const ofOthers = (found: typeof events) =>
      found.filter(({ subjectId }) => subjectId !== id).map((event) => event.id);
    expect(ofOthers(fromLog)).toEqual(ofOthers(events.filter((event) => matches(endpoint, event))));
  }
});
