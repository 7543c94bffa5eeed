import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/rotate-webhook-secret.ts';
import { setWebhookEnabled } from '../../../src/operations/webhooks/set-webhook-enabled.ts';
import { actorWith } from '../../support/kernel.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { shareFixture } from './fixture.ts';
import { turns } from '../../support/until.ts';

const { fixture, receiver } = shareFixture();

const receivedTypes = () => receiver.received.map(({ json }) => json.type);
const seconds = (from: Date, to: Date | null | undefined) => ((to?.getTime() ?? 0) - from.getTime()) / 1000;

describe('a message', () => {
  // The published package refuses signatures with an old timestamp.
  beforeEach(() => fixture.until(new Date()));

  it('is the event as logged, with its number for the record, and the published package accepts its signature', async () => {
    const { id, secret } = await fixture.hook(receiver.url, { headers: { Authorization: 'Bearer of-the-receiver' } });
    const user = await fixture.user();
    const renamed = await fixture.rename(user, 'Ada');
    await fixture.serve(id);
    receiver.verify(secret);
    const events = await fixture.kernel.database.prisma.event.findMany({
      where: { subjectId: user },
      orderBy: { sequence: 'asc' },
    });
    expect(receiver.received.map(({ json }) => json)).toEqual(
      events.map((event, index) => ({
        id: event.id,
        type: event.type,
        timestamp: event.occurredAt.toISOString(),
        data: event.data,
        actor: event.actor,
        cause: event.cause,
        subject: { kind: 'user', id: user, label: event.subjectLabel },
        hookId: id,
        sequence: index + 1,
        previous: events[index - 1]?.id ?? null,
      })),
    );
    expect(receiver.received[1]?.headers).toMatchObject({
      'webhook-id': renamed,
      'content-type': 'application/json',
      authorization: 'Bearer of-the-receiver',
    });
  });

  it('is also signed with the previous secret during a rotation', async () => {
    const { id, secret } = await fixture.hook(receiver.url);
    const { output } = await fixture.kernel.run(rotateWebhookSecret, { webhookId: id, overlapSeconds: 60 });
    await fixture.user();
    await fixture.serve(id);
    receiver.verify(secret);
    receiver.verify(output.secret);
    fixture.kernel.advance(61);
    await fixture.user();
    await fixture.serve(id);
    expect(() => receiver.verify(secret)).toThrow('No matching signature');
    receiver.verify(output.secret);
  });

  it('is logged with its request and response, without secrets', async () => {
    receiver.answer((response) => response.writeHead(500).end('x'.repeat(5000)));
    const { id, secret } = await fixture.hook(receiver.url, { headers: { Authorization: 'Bearer of-the-receiver' } });
    await fixture.user();
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    expect(delivery?.log).toMatchObject([
      {
        number: 1,
        startedAt: fixture.kernel.now().toISOString(),
        status: 500,
        failure: 'status',
        error: 'The endpoint answered with status 500.',
        responseBody: 'x'.repeat(4096),
        requestHeaders: { authorization: '(not shown)', 'webhook-id': delivery?.eventId },
      },
    ]);
    expect(JSON.stringify(delivery, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      new RegExp(`of-the-receiver|${secret.slice(6, 30).replaceAll('+', '\\+')}`),
    );
  });
});

describe('the response of an endpoint', () => {
  it('is stored for every attempt, whatever characters it contains', async () => {
    const answer = 'a "quoted"\tb \\c \\\\N\nd\r{e,f} \u2028 Zoë 🦊 \u0001 end';
    receiver.answer((response) => response.writeHead(500).end(answer));
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    await fixture.serve(id);
    fixture.kernel.advance(6);
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    expect(delivery?.log.map((attempt) => attempt.responseBody)).toEqual([answer, answer]);
  });
});

describe('a webhook', () => {
  it('receives events after its creation, none before, and not its own creation', async () => {
    const user = await fixture.user();
    const { id } = await fixture.hook(receiver.url);
    await fixture.rename(user, 'Ada');
    await fixture.serve(id);
    expect(receivedTypes()).toEqual(['User.Data.Updated']);
  });

  it('receives an event once, however often the worker runs', async () => {
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    for (let round = 0; round < 3; round++) await fixture.serve(id);
    await Promise.all([fixture.settle(), fixture.settle(), fixture.serve(id)]);
    expect(receivedTypes()).toEqual(['User.Created']);
  });

  it('receives only the selected types, kinds and causes', async () => {
    const us = actorWith();
    const { id } = await fixture.hook(receiver.url, { eventTypes: ['User.SuspensionStatus.Updated'] });
    const other = await startReceiver();
    const { prisma } = fixture.kernel.database;
    await prisma.user.create({ data: { id: us.id ?? '' } });
    const kinds = await fixture.hook(other.url, { subjectKinds: ['role'] });
    const quiet = await fixture.hook(other.url, { excludeActorIds: [us.id ?? ''] });
    const user = await fixture.user();
    await fixture.kernel.run(setUserSuspended, { userId: user, isSuspended: true });
    for (const one of [id, kinds.id, quiet.id]) await fixture.serve(one);
    expect(receivedTypes()).toEqual(['User.SuspensionStatus.Updated']);
    expect(other.received).toEqual([]);
    await prisma.user.delete({ where: { id: us.id ?? '' } });
    await other[Symbol.asyncDispose]();
  });

  it('receives nothing while it is disabled; pending deliveries continue when it is enabled', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url);
    const user = await fixture.user();
    await fixture.serve(id);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: false });
    await fixture.rename(user, 'Ada');
    fixture.kernel.advance(10);
    expect(await fixture.serve(id)).toBeNull();
    expect(receiver.received).toHaveLength(1);
    receiver.answer(204);
    await fixture.kernel.run(setWebhookEnabled, { webhookId: id, isEnabled: true });
    await fixture.serve(id);
    expect(receivedTypes()).toEqual(['User.Created', 'User.Created', 'Webhook.Enabled']);
  });
});

describe('a failed delivery', () => {
  it('is retried by the schedule, ten attempts in all, and then fails finally', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    await fixture.serve(id);
    const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, pause] of pauses.entries()) {
      const [delivery] = await fixture.deliveries(id);
      expect(delivery).toMatchObject({ status: 'pending', attempts: index + 1 });
      const wait = seconds(fixture.kernel.now(), delivery?.nextAttemptAt);
      expect(wait).toBeGreaterThanOrEqual(pause);
      expect(wait).toBeLessThanOrEqual(pause * 1.2);
      fixture.kernel.advance(wait - 0.001);
      await fixture.serve(id);
      expect(receiver.received).toHaveLength(index + 1);
      fixture.kernel.advance(0.001);
      await fixture.serve(id);
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'failed', attempts: 10, nextAttemptAt: null });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is not retried earlier than Retry-After', async () => {
    receiver.answer((response) => response.writeHead(503, { 'retry-after': '120' }).end());
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    const again = await fixture.serve(id);
    expect(seconds(fixture.kernel.now(), (await fixture.deliveries(id))[0]?.nextAttemptAt)).toBeGreaterThanOrEqual(120);
    // Other deliveries to that endpoint wait as well.
    expect(seconds(fixture.kernel.now(), again as Date)).toBe(120);
    await fixture.user();
    await fixture.serve(id);
    expect(receiver.received).toHaveLength(1);
  });

  it('a delivery that is redirected is not sent to the other address', async () => {
    const elsewhere = await startReceiver();
    receiver.answer((response) => response.writeHead(307, { location: elsewhere.url }).end());
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    await fixture.serve(id);
    expect((await fixture.deliveries(id))[0]?.log).toMatchObject([{ status: 307, failure: 'status' }]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere[Symbol.asyncDispose]();
  });

  it.each([
    [
      'hangs up in the middle of its answer',
      'body',
      (response: ServerResponse) => {
        // The client reads the half before the connection is closed.
        response.writeHead(200, { 'content-length': '100' }).write('half', () => {
          void turns().then(() => response.destroy());
        });
      },
    ],
    ['hangs up without an answer', undefined, (response: ServerResponse) => response.destroy()],
  ])('is retried if the endpoint %s', async (_what, phase, answering) => {
    receiver.answer(answering);
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    await fixture.serve(id);
    const [delivery] = await fixture.deliveries(id);
    expect(delivery?.status).toBe('pending');
    expect(delivery?.log).toHaveLength(1);
    if (phase) expect(delivery?.log[0]).toMatchObject({ failure: phase });
    receiver.answer(200);
    fixture.until(delivery?.nextAttemptAt ?? new Date(0));
    await fixture.serve(id);
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('the status 410 disables the webhook at once, by an event with the reason', async () => {
    receiver.answer(410);
    const { id } = await fixture.hook(receiver.url);
    await fixture.user();
    expect(await fixture.serve(id)).toBeNull();
    expect((await fixture.deliveries(id))[0]).toMatchObject({ status: 'failed', attempts: 1 });
    const { prisma } = fixture.kernel.database;
    expect(await prisma.webhook.findUnique({ where: { id } })).toMatchObject({
      isEnabled: false,
      disabledReason: 'gone',
    });
    expect(await prisma.event.findFirst({ where: { subjectId: id }, orderBy: { sequence: 'desc' } })).toMatchObject({
      type: 'Webhook.Disabled',
      actor: { kind: 'platform' },
    });
  });

  it('disables the webhook after five days of failures only', async () => {
    receiver.answer(500);
    const { id } = await fixture.hook(receiver.url);
    const webhook = () => fixture.kernel.database.prisma.webhook.findUniqueOrThrow({ where: { id } });
    for (let day = 0; day <= 5; day++) {
      expect(await webhook()).toMatchObject({ isEnabled: true });
      await fixture.user();
      for (let again = await fixture.serve(id), round = 0; again instanceof Date && round < 20; round++) {
        if (seconds(fixture.kernel.now(), again) > 3600) break;
        fixture.until(again);
        again = await fixture.serve(id);
      }
      fixture.kernel.advance(86_400);
    }
    await fixture.serve(id);
    expect(await webhook()).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
  });
});
