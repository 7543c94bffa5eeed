import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendEvents } from '../../../src/kernel/append-events.ts';
import { platformActor } from '../../support/kernel.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { causedAt, roleCreated } from '../event-log/role-events.ts';
import { type WebhookFixture, startFixture } from './fixture.ts';
import { until } from '../../support/until.ts';

/** A slow endpoint, and the process that holds the lease of its webhook. */
let fixture: WebhookFixture;
let receiver: Receiver;
let webhookId: string;
let unanswered: ServerResponse[];
let isHeld: boolean;

beforeEach(async () => {
  fixture = await startFixture();
  unanswered = [];
  isHeld = true;
  receiver = await startReceiver((response) => void unanswered.push(response));
  webhookId = (await fixture.hook(receiver.url)).id;
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

const users = (count: number) => Promise.all(Array.from({ length: count }, () => fixture.user()));
const serve = () => fixture.serve(webhookId, { isHeld: () => isHeld });
const answerAll = (): void => {
  for (const response of unanswered.splice(0)) response.writeHead(204).end();
};
const states = async () => (await fixture.deliveries(webhookId)).map(({ status, attempts }) => ({ status, attempts }));

describe('a process that lost its lease', () => {
  it('starts no delivery, and leaves it to the new holder', async () => {
    await fixture.user();
    isHeld = false;
    expect(await serve()).toBe('now');
    expect(receiver.received).toEqual([]);
    isHeld = true;
    receiver.answer(204);
    await serve();
    expect(await states()).toEqual([{ status: 'delivered', attempts: 1 }]);
  });

  it('stops in the middle of a round, and stores the results so far', async () => {
    await users(20);
    const serving = serve();
    await until(() => unanswered.length === 8);
    isHeld = false;
    answerAll();
    expect(await serving).toBe('now');
    expect(receiver.received).toHaveLength(8);
    expect((await states()).filter(({ status }) => status === 'delivered')).toHaveLength(8);
  });

  it('does not overwrite the results of the new holder', async () => {
    await fixture.user();
    const late = serve();
    await until(() => unanswered.length === 1);
    await fixture.endLease(webhookId);
    const now = serve();
    await until(() => unanswered.length === 2);
    unanswered[1]?.writeHead(204).end();
    await now;
    unanswered[0]?.writeHead(500).end();
    await late;
    expect(await states()).toEqual([{ status: 'delivered', attempts: 1 }]);
  });

  it('takes no delivery from the new holder and stores nothing: only results of the new holder count', async () => {
    const first = await fixture.user();
    const late = serve();
    await until(() => unanswered.length === 1);
    const second = await fixture.user();
    await fixture.endLease(webhookId);
    const now = fixture.serve(webhookId);
    await until(() => unanswered.length === 3);
    isHeld = false;
    unanswered.shift()?.writeHead(204).end();
    expect(await late).toBeNull();
    expect(await states()).toEqual([]);
    receiver.answer(204);
    answerAll();
    await now;
    expect(receiver.received.map(({ json }) => json.subject.id)).toEqual([first, first, second]);
    expect(await states()).toEqual([
      { status: 'delivered', attempts: 1 },
      { status: 'delivered', attempts: 1 },
    ]);
  });
});

describe('a delivery whose process was killed', () => {
  it('is due at once for the next process', async () => {
    await fixture.user();
    const killed = serve();
    await until(() => unanswered.length === 1);
    await fixture.endLease(webhookId);
    const next = serve();
    await until(() => receiver.received.length === 2);
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(1);
    answerAll();
    await Promise.all([killed, next]);
    expect(await states()).toEqual([{ status: 'delivered', attempts: 1 }]);
  });
});

describe('a round of a webhook', () => {
  it('sends each event once, in order per record, and logs it', async () => {
    receiver.answer(204);
    // More than two batches with the same records.
    const [records, each] = [5, 90];
    await fixture.kernel.database.prisma.$transaction((tx) =>
      appendEvents(
        tx,
        Array.from({ length: records * each }, (_, index) => roleCreated(`role ${index % records}`)),
        { ...causedAt(fixture.kernel.now()), actor: platformActor },
      ),
    );
    while ((await serve()) === 'now');
    expect(receiver.received).toHaveLength(records * each);
    for (let record = 0; record < records; record++) {
      const own = receiver.received.filter(({ json }) => json.subject.id === `role ${record}`);
      expect(own.map(({ json }) => json.sequence)).toEqual(Array.from({ length: each }, (_, index) => index + 1));
    }
    const deliveries = await fixture.deliveries(webhookId);
    expect(deliveries.every(({ status, log }) => status === 'delivered' && log.length === 1)).toBe(true);
    expect(new Set(deliveries.map(({ lastAttempt }) => lastAttempt)).size).toBe(records * each);
  });

  it('affects the next one: after a success, the endpoint gets concurrent requests again', async () => {
    await users(12);
    receiver.answer(500);
    await serve();
    fixture.kernel.advance(6);
    const before = receiver.received.length;
    receiver.answer((response) => {
      if (receiver.received.length === before + 1) response.writeHead(204).end();
      else unanswered.push(response);
    });
    const serving = serve();
    await until(() => unanswered.length === 8);
    receiver.answer(204);
    answerAll();
    await serving;
    expect(new Set((await states()).map(({ status }) => status))).toEqual(new Set(['delivered']));
  });
});
