import { describe, expect, it } from 'vitest';
import type { EventLog } from '../../../src/delivery/event-log/event-log.ts';
import type { LivePayload, Send, Subscription } from '../../../src/delivery/event-log/subscribe.ts';
import { createLiveAccess } from '../../../src/graphql/context/live-access.ts';
import { followChanges } from '../../../src/graphql/context/live-changes.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { LoggedEvent } from '../../../src/store/logged-event.ts';
import { eventTypes } from '../../../src/vocabulary/events.ts';
import { actorWith } from '../../support/kernel.ts';
import { until } from '../../support/until.ts';

/** Types of events that can change what a token allows. */
const concerning = [
  'User.Created',
  'User.Deleted',
  'User.Grant.Replayed',
  'User.Grant.Revoked',
  'User.Data.Updated',
  'User.SuspensionStatus.Updated',
  'User.Roles.Updated',
  'User.Session.Ended',
  'User.SignedOut',
  'User.Sessions.Ended',
  'User.Consent.Revoked',
  'User.Impersonation.Ended',
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

/** An event log whose events the test sends. The first `failures` subscriptions fail. */
function scriptedLog(failures = 0) {
  const subscribers = new Set<{ filter: Subscription['filter']; send: Send<LivePayload> }>();
  let left = failures;
  const eventLog: EventLog = {
    head: async () => 0,
    subscribe: ({ filter, signal }, send) =>
      new Promise((resolve, reject) => {
        void send({ kind: 'caughtUp', position: 0, from: undefined, at: new Date(0) });
        if (left-- > 0) return reject(new Error('the log cannot be read'));
        const subscriber = { filter, send };
        subscribers.add(subscriber);
        signal.addEventListener('abort', () => {
          subscribers.delete(subscriber);
          resolve();
        });
      }),
    openReader: () => expect.unreachable(),
    close: async () => undefined,
  };
  const append = (type: string) => {
    const event = { type } as LoggedEvent;
    for (const { filter, send } of subscribers) if (filter(event)) void send({ kind: 'event', event });
  };
  return { eventLog, subscribers, append };
}
const logger = createLogger('error', { write: () => undefined });

describe('the events that change permissions', () => {
  it('are exactly those that permissions depend on', async () => {
    const { eventLog, subscribers, append } = scriptedLog();
    const stop = new AbortController();
    let changes = 0;
    const followed = followChanges({ eventLog, logger }, () => void changes++, stop.signal);
    await until(() => subscribers.size > 0);
    const noticed = eventTypes.filter((type) => {
      const before = changes;
      append(type);
      return changes > before;
    });
    stop.abort();
    await followed;
    expect(noticed.toSorted()).toEqual(concerning.toSorted());
  });

  it('are followed again after a failed read, and then every caller is checked', async () => {
    const { eventLog, subscribers } = scriptedLog(1);
    const stop = new AbortController();
    let changes = 0;
    const followed = followChanges({ eventLog, logger }, () => void changes++, stop.signal);
    await until(() => subscribers.size > 0);
    expect(changes).toBe(2);
    stop.abort();
    await followed;
  });

  it('are followed while there are live callers', async () => {
    const { eventLog, subscribers } = scriptedLog();
    const now = new Date('2026-11-21T10:00:00.000Z');
    const access = createLiveAccess({
      authenticate: async () => actorWith(),
      clock: { now: () => now },
      eventLog,
      logger,
    });
    const [one, other] = [await access.open('Bearer one'), await access.open('Bearer other')];
    await until(() => subscribers.size === 1);
    one.end();
    expect(subscribers.size).toBe(1);
    other.end();
    expect(subscribers.size).toBe(0);
    (await access.open('Bearer one')).end();
    access.close();
    expect(subscribers.size).toBe(0);
  });
});
