import { describe, expect, it } from 'vitest';
import type { Feed, Follower } from '../../src/delivery/feed.ts';
import { createLiveAccess } from '../../src/graphql/live/live-access.ts';
import { followChanges } from '../../src/graphql/live/live-changes.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { PlacedEvent } from '../../src/store/event-positions.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { actorWith } from '../support/kernel.ts';
import { waitFor } from './live.ts';

/** Kinds of event after which somebody may be allowed less, or more: what a token gives depends on all of these records. */
const concerning = [
  'User.Created',
  'User.Deleted',
  'User.Data.Updated',
  'User.SuspensionStatus.Updated',
  'User.Roles.Updated',
  'User.Sessions.Ended',
  'Role.Created',
  'Role.Deleted',
  'Role.Data.Updated',
  'Role.Scopes.Updated',
  'Scope.Created',
  'Scope.Deleted',
  'Scope.Data.Updated',
  'ApiResource.Created',
  'ApiResource.Deleted',
  'ApiResource.Data.Updated',
  'Application.Created',
  'Application.Deleted',
  'Application.Data.Updated',
  'Application.SuspensionStatus.Updated',
  'Application.Secrets.Updated',
  'Application.Roles.Updated',
  'OrganizationRole.Created',
  'OrganizationRole.Deleted',
  'OrganizationRole.Data.Updated',
  'OrganizationRole.Scopes.Updated',
  'Organization.Deleted',
  'Organization.Membership.Updated',
  'Organization.MemberRoles.Updated',
  'SigningKey.Retired',
];

/** A log that tells what a test says, to those who follow it now; it cannot be followed so many times first. */
function scriptedFeed(failures = 0) {
  const followers = new Set<Follower>();
  let left = failures;
  const feed: Feed = {
    head: async () => 0n,
    follow: (_after, follower, until) =>
      new Promise((resolve, reject) => {
        if (left-- > 0) return reject(new Error('the log cannot be read'));
        followers.add(follower);
        until.addEventListener('abort', () => {
          followers.delete(follower);
          resolve();
        });
      }),
    close: async () => undefined,
  };
  const tell = (type: string) => {
    for (const follower of followers) void follower.tell({ type } as PlacedEvent);
  };
  return { feed, followers, tell };
}
const logger = createLogger('error', { write: () => undefined });

describe('changes that may concern callers who stay', () => {
  it('are those of what permissions come from, and no others', async () => {
    const { feed, followers, tell } = scriptedFeed();
    const stop = new AbortController();
    let changes = 0;
    const followed = followChanges({ feed, logger }, () => void changes++, stop.signal);
    await waitFor(() => followers.size > 0);
    const noticed = eventTypes.filter((type) => {
      const before = changes;
      tell(type);
      return changes > before;
    });
    stop.abort();
    await followed;
    expect(noticed.toSorted()).toEqual(concerning.toSorted());
  });

  it('are followed again after the log could not be, from a new look on', async () => {
    const { feed, followers } = scriptedFeed(1);
    const stop = new AbortController();
    let changes = 0;
    const followed = followChanges({ feed, logger }, () => void changes++, stop.signal);
    await waitFor(() => followers.size > 0);
    expect(changes).toBe(2);
    stop.abort();
    await followed;
  });

  it('are followed for as long as there is anybody whom they may concern', async () => {
    const { feed, followers } = scriptedFeed();
    const now = new Date('2026-11-21T10:00:00.000Z');
    const access = createLiveAccess({
      authenticate: async () => actorWith(),
      expiryOf: () => new Date(now.getTime() + 3_600_000),
      clock: { now: () => now },
      feed,
      logger,
    });
    const [one, other] = [await access.open('Bearer one'), await access.open('Bearer other')];
    await waitFor(() => followers.size === 1);
    one.end();
    expect(followers.size).toBe(1);
    other.end();
    expect(followers.size).toBe(0);
    (await access.open('Bearer one')).end();
    access.close();
    expect(followers.size).toBe(0);
  });
});
