import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { all } from '../../src/reads/conditions.ts';
import { createEventTest, type EventConditions, whereEvents } from '../../src/reads/event-filter.ts';
import type { PositionedEvent } from '../../src/store/logged-event.ts';
import { actorKinds, channels, events, type EventType } from '../../src/vocabulary/events.ts';
import { eventFamilies } from '../../src/vocabulary/event-parts.ts';
import { type SubjectKind, subjectKinds } from '../../src/vocabulary/kinds.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';

const types = ['PostSignIn', 'User.Created', 'Role.Created', 'Identifier.Lockout'] as const satisfies EventType[];
const subjects: Partial<Record<SubjectKind, string>> = { user: ids.next('user'), role: ids.next('role') };
const actors = [ids.next('user'), ids.next('application'), null];
const applications = [ids.next('application'), ids.next('application')];
const organizations = [ids.next('organization'), null];
const operations = ['createUser', 'createRole'];
const requests = ['req_1', 'req_2'];
const traces = ['4bf92f3577b34da6a3ce929d0e0e4736', null];

/** Every type with every actor, channel, operation and organization: 144 events. */
const log: PositionedEvent[] = types.flatMap((type, t) =>
  actors.flatMap((id, a) =>
    channels.slice(0, 3).flatMap((channel, c) =>
      operations.flatMap((operation, o) =>
        organizations.map((organizationId) => ({
          id: ids.next('event'),
          position: 0,
          type,
          occurredAt: new Date(0),
          subjectKind: events[type].subject,
          subjectId: subjects[events[type].subject] ?? '',
          subjectLabel: null,
          organizationId,
          actor: { kind: actorKinds[a] ?? 'platform', id, label: null },
          cause: {
            operation,
            traceId: traces[(t + a) % 2] ?? null,
            requestId: requests[(t + c + o) % 2] ?? '',
            channel,
            applicationIds: applications.slice(0, (a + c) % 3),
          },
          data: {},
        })),
      ),
    ),
  ),
);

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url));
  const rows = log.map((event, index) => ({ ...event, position: BigInt(index + 1) }));
  await database.prisma.event.createMany({ data: rows as never });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const some = <Value>(values: readonly Value[]) => fc.subarray([...values]);
/** Most conditions are absent: with all of them, hardly any event would be left. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: value, weight: 1 });
const conditions = fc.record({
  types: sometimes(some(types)),
  families: sometimes(some(eventFamilies)),
  subjectKinds: sometimes(some(subjectKinds)),
  subjectId: sometimes(fc.constantFrom(...Object.values(subjects), 'unknown')),
  organizationId: sometimes(fc.constantFrom(organizations[0] ?? '')),
  actorId: sometimes(fc.constantFrom(actors[0] ?? '', actors[1] ?? '', 'unknown')),
  excludeActorId: sometimes(fc.constantFrom(actors[0] ?? '', 'unknown')),
  applicationId: sometimes(fc.constantFrom(...applications, 'unknown')),
  actorKinds: sometimes(some(actorKinds)),
  channels: sometimes(some(channels)),
  operation: sometimes(fc.constantFrom(...operations, 'unknown')),
  requestId: sometimes(fc.constantFrom(...requests, 'unknown')),
  traceId: sometimes(fc.constantFrom(traces[0] ?? '', 'unknown')),
}) as fc.Arbitrary<EventConditions>;

it('lists and subscriptions select the same events with the same conditions', async () => {
  expect(log).toHaveLength(144);
  const sizes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(conditions, async (given) => {
      const listed = await database.prisma.event.findMany({
        where: all(...whereEvents(given)),
        select: { id: true },
        orderBy: { position: 'asc' },
      });
      const sent = log.filter(createEventTest(given)).map(({ id }) => id);
      expect(listed.map(({ id }) => id)).toEqual(sent);
      sizes.add(sent.length);
    }),
    { numRuns: 150 },
  );
  expect(sizes.size).toBeGreaterThan(5);
});
