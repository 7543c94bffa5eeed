import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from 'redis';
import { createLogger } from '../../src/platform/logger.ts';
import { concerns, type Nudge, type Nudges } from '../../src/platform/nudges.ts';
import { openNudges } from '../../src/platform/open-nudges.ts';
import { eventTypesAbout } from '../../src/vocabulary/events.ts';
import { freePort, type PrivateRedis, startPrivateRedis } from '../support/servers/redis-server.ts';

const lines: string[] = [];
const logger = createLogger('info', { write: (line) => void lines.push(line) });
/** The start waits until Redis has responded, however slow the machine is. */
const patient = { startTimeout: 60_000 };
const changed: Nudge = { kind: 'events', types: ['Application.Data.Updated'] };

function listen(nudges: Nudges): Nudge[] {
  const received: Nudge[] = [];
  nudges.subscribe((nudge) => void received.push(nudge));
  return received;
}

describe('nudges within one process', () => {
  it('reach every subscriber, after the turn in which they were published', async () => {
    const nudges = await openNudges(undefined, logger);
    const received = [listen(nudges), listen(nudges)];
    nudges.publish(changed);
    expect(received).toEqual([[], []]);
    await expect.poll(() => received).toEqual([[changed], [changed]]);
  });

  it('do not reach a subscriber that has unsubscribed', async () => {
    const nudges = await openNudges(undefined, logger);
    const gone: Nudge[] = [];
    nudges.subscribe((nudge) => void gone.push(nudge))();
    const received = listen(nudges);
    nudges.publish(changed);
    await expect.poll(() => received).toHaveLength(1);
    expect(gone).toEqual([]);
  });

  it('reach the other subscribers when one fails', async () => {
    const nudges = await openNudges(undefined, logger);
    nudges.subscribe(() => {
      throw new Error('listener broken');
    });
    const received = listen(nudges);
    nudges.publish(changed);
    await expect.poll(() => received).toEqual([changed]);
    expect(lines.join('')).toContain('listener broken');
  });
});

describe('nudges over Redis', () => {
  let redis: PrivateRedis;
  let one: Nudges;
  let other: Nudges;
  beforeAll(async () => {
    redis = await startPrivateRedis();
    [one, other] = await Promise.all([openNudges(redis.url, logger, patient), openNudges(redis.url, logger, patient)]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await redis.stop();
  });

  it("reach the subscribers of every process exactly once, including the publisher's", async () => {
    const received = [listen(one), listen(other)];
    one.publish(changed);
    const attempts: Nudge = { kind: 'attempts', webhookId: 'hook_1' };
    other.publish(attempts);
    const both = expect.arrayContaining([changed, attempts]);
    await expect.poll(() => received).toEqual([both, both]);
    expect(received.map((list) => list.length)).toEqual([2, 2]);
  });

  it('are ignored if they are malformed', async () => {
    const received = listen(one);
    const publisher = createClient({ url: redis.url });
    await publisher.connect();
    for (const text of [
      '',
      'null',
      '{"from":1,"nudge":{"kind":"everything"}}',
      '{"from":"x"}',
      '{"from":"x","nudge":{"kind":"other"}}',
    ])
      await publisher.publish('mandate:nudges', text);
    publisher.destroy();
    other.publish(changed);
    await expect.poll(() => received).toEqual([changed]);
  });

  it('are lost while Redis is unavailable, which is only logged; all subscribers look again when it is back', async () => {
    const received = [listen(one), listen(other)];
    await redis.stop();
    one.publish(changed);
    await expect.poll(() => received[0]).toEqual([changed]);
    await redis.start();
    await expect.poll(() => received[1]).toContainEqual({ kind: 'everything' });
    const again = (): Nudge[] | undefined => {
      one.publish({ kind: 'events', types: ['Role.Deleted'] });
      return received[1];
    };
    await expect.poll(again).toContainEqual({ kind: 'events', types: ['Role.Deleted'] });
  });
});

describe('a Redis that is unavailable at the start', () => {
  const entries: { level: string; msg: string; reason?: string }[] = [];
  const log = createLogger('info', { write: (line) => void entries.push(JSON.parse(line)) });
  const levels = () => entries.map(({ level }) => level);

  it('causes one warning; once it is available, all subscribers look again', async () => {
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    const [one, other] = await Promise.all([openNudges(url, log, patient), openNudges(url, logger, patient)]);
    const received = [listen(one), listen(other)];
    for (let change = 0; change < 20; change += 1) one.publish(changed);
    await expect.poll(() => received[0]).toHaveLength(20);
    expect(entries).toEqual([
      expect.objectContaining({ level: 'warn', reason: expect.stringContaining('ECONNREFUSED') }),
    ]);
    const redis = await startPrivateRedis(port);
    await expect.poll(() => received[0]).toContainEqual({ kind: 'everything' });
    await expect.poll(() => received[1]).toContainEqual({ kind: 'everything' });
    const publishAgain = () => {
      one.publish({ kind: 'events', types: ['Role.Deleted'] });
      return received[1];
    };
    await expect.poll(publishAgain).toContainEqual({ kind: 'events', types: ['Role.Deleted'] });
    expect(levels()).toEqual(['warn', 'info']);
    await Promise.all([one.close(), other.close()]);
    await redis.stop();
  });

  it('causes one warning if it refuses the password, which is not logged; it is used once it accepts it', async () => {
    entries.length = 0;
    const redis = await startPrivateRedis();
    const administrator = createClient({ url: redis.url });
    await administrator.connect();
    await administrator.configSet('requirepass', 'another');
    const url = redis.url.replace('//', '//:sesame@');
    const nudges = await openNudges(url, log, patient);
    expect(entries).toEqual([expect.objectContaining({ level: 'warn', reason: expect.stringContaining('WRONGPASS') })]);
    const received = listen(nudges);
    await administrator.configSet('requirepass', 'sesame');
    await expect.poll(() => received).toContainEqual({ kind: 'everything' });
    expect(JSON.stringify(entries)).not.toContain('sesame');
    await expect.poll(levels).toEqual(['warn', 'info']);
    administrator.destroy();
    await nudges.close();
    await redis.stop();
  });

  it('does not delay the start if it accepts connections and does not respond', async () => {
    entries.length = 0;
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const nudges = await openNudges(`redis://127.0.0.1:${port}`, log, { startTimeout: 20 });
    expect(entries).toEqual([expect.objectContaining({ level: 'warn', reason: 'no response' })]);
    await nudges.close();
    silent.close();
  });

  it.each(['redis://127.0.0.1:6379/first', 'redis://:%zz@127.0.0.1:6379'])(
    'must have a valid address: %s',
    async (url) => {
      await expect(openNudges(url, log)).rejects.toThrow(/^(Invalid pathname|URI malformed)$/);
    },
  );
});

describe('a nudge', () => {
  it('concerns subscribers of its types of events, and all if it has none', () => {
    expect(concerns(changed, eventTypesAbout('application'))).toBe(true);
    expect(concerns(changed, [...eventTypesAbout('user'), ...eventTypesAbout('role')])).toBe(false);
    expect(concerns({ kind: 'attempts', webhookId: 'hook_1' }, eventTypesAbout('webhook'))).toBe(false);
    expect(concerns({ kind: 'everything' }, eventTypesAbout('user'))).toBe(true);
  });
});
