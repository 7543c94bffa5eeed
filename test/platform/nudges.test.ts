import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from 'redis';
import { createLogger } from '../../src/platform/logger.ts';
import { concerns, type Nudge, type Nudges, openNudges } from '../../src/platform/nudges.ts';
import { freePort, type PrivateRedis, startPrivateRedis } from '../support/redis-server.ts';

const lines: string[] = [];
const logger = createLogger('info', { write: (line) => void lines.push(line) });
const changed: Nudge = { types: ['Application.Data.Updated'] };

function listen(nudges: Nudges): Nudge[] {
  const heard: Nudge[] = [];
  nudges.subscribe((nudge) => void heard.push(nudge));
  return heard;
}

describe('nudges within one process', () => {
  it('reach every subscriber, after the turn in which they were published', async () => {
    const nudges = await openNudges(undefined, logger);
    const heard = [listen(nudges), listen(nudges)];
    nudges.publish(changed);
    expect(heard).toEqual([[], []]);
    await expect.poll(() => heard).toEqual([[changed], [changed]]);
  });

  it('do not reach a subscriber that left', async () => {
    const nudges = await openNudges(undefined, logger);
    const gone: Nudge[] = [];
    nudges.subscribe((nudge) => void gone.push(nudge))();
    const heard = listen(nudges);
    nudges.publish(changed);
    await expect.poll(() => heard).toHaveLength(1);
    expect(gone).toEqual([]);
  });

  it('reach the other subscribers when one fails', async () => {
    const nudges = await openNudges(undefined, logger);
    nudges.subscribe(() => {
      throw new Error('listener broken');
    });
    const heard = listen(nudges);
    nudges.publish(changed);
    await expect.poll(() => heard).toEqual([changed]);
    expect(lines.join('')).toContain('listener broken');
  });
});

describe('nudges over Redis', () => {
  let redis: PrivateRedis;
  let one: Nudges;
  let other: Nudges;
  beforeAll(async () => {
    redis = await startPrivateRedis();
    [one, other] = await Promise.all([openNudges(redis.url, logger), openNudges(redis.url, logger)]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await redis.stop();
  });

  it('reach the subscribers of every process exactly once, the own ones too', async () => {
    const heard = [listen(one), listen(other)];
    one.publish(changed);
    other.publish({ types: ['Role.Created'] });
    const both = expect.arrayContaining([changed, { types: ['Role.Created'] }]);
    await expect.poll(() => heard).toEqual([both, both]);
    expect(heard.map((list) => list.length)).toEqual([2, 2]);
  });

  it('that are not ours are ignored', async () => {
    const heard = listen(one);
    const stranger = createClient({ url: redis.url });
    await stranger.connect();
    for (const text of ['', 'null', '{"from":1,"types":[]}', '{"from":"x"}'])
      await stranger.publish('mandate:nudges', text);
    stranger.destroy();
    other.publish(changed);
    await expect.poll(() => heard).toEqual([changed]);
  });

  it('are lost while Redis is away, which nobody notices but the log; once it is back everyone is told to look', async () => {
    const heard = [listen(one), listen(other)];
    await redis.stop();
    one.publish(changed);
    await expect.poll(() => heard[0]).toEqual([changed]);
    await redis.start();
    await expect.poll(() => heard[1], { timeout: 15_000 }).toContainEqual({ types: [] });
    const again = (): Nudge[] | undefined => {
      one.publish({ types: ['Role.Deleted'] });
      return heard[1];
    };
    await expect.poll(again, { timeout: 15_000 }).toContainEqual({ types: ['Role.Deleted'] });
  }, 40_000);
});

describe('opening nudges', () => {
  it('fails at once when Redis cannot be reached', async () => {
    await expect(openNudges(`redis://127.0.0.1:${await freePort()}`, logger)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a nudge', () => {
  it('concerns those who wait for its kind of event, and everyone when it names none', () => {
    expect(concerns(changed, 'Application.')).toBe(true);
    expect(concerns(changed, 'User.', 'Role.')).toBe(false);
    expect(concerns({ types: [] }, 'User.')).toBe(true);
  });
});
