import { beforeAll, describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { countActivity, removeOldActivityCounts, settledAfter } from '../../../src/store/activity-counts.ts';
import { assignPositions } from '../../../src/store/event-positions.ts';
import type { EventType } from '../../../src/vocabulary/events.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { administratorOf, type Caller, holder, startManagementApi } from '../../support/management-api.ts';
import { addSums } from '../../support/exchanges/exchange-rows.ts';
import { perFile } from '../../support/per-file.ts';

const api = perFile(startManagementApi);
beforeAll(async () => {
  await count();
});

const everyone = holder(...permissionNames);
const later = new Date('2031-01-01T00:00:00Z');
async function count(): Promise<void> {
  await assignPositions(api.kernel.database);
  await countActivity(api.kernel.database, later);
}

const addEvents = (type: EventType, ...times: string[]) =>
  api.kernel.database.prisma.event.createMany({
    data: times.map((occurredAt) => ({
      id: ids.next('event'),
      type,
      occurredAt,
      subjectKind: 'user',
      subjectId: ids.next('user'),
      actor: { kind: 'platform', id: null, label: null },
      cause: { operation: 'test', requestId: 'req_1', traceId: null, applicationIds: [], channel: 'platform' },
      data: {},
    })),
  });

/** A flow whose answers have these outcomes. */
const addFlow = (purpose: string, at: string, ...outcomes: string[]) =>
  api.kernel.database.prisma.signInAttempt.create({
    data: {
      id: ids.next('signInAttempt'),
      purpose,
      reference: 'aaaaaaaa',
      createdAt: at,
      touchedAt: at,
      entries: { create: outcomes.map((outcome) => ({ at, step: 'password', outcome })) },
    },
  });

const addExchanges = (reason: '' | 'SCOPE_NOT_HELD', at: string, count_: number) =>
  addSums(api.kernel.database, [{ applicationId: 'app_1', reason, count: count_, at: new Date(at) }]);

const series = 'usersCreated signIns refusedSignIns exchangesGranted exchangesRefused events';
const figures = (range: string, caller: Caller = everyone, fields = series) =>
  api.graphql(`{ figures(${range}) { bucket starts ${fields} } }`, caller);

describe('figures', () => {
  it('count users, sign-ins, token exchanges and events by day, with a bucket for each day', async () => {
    await addEvents('User.Created', '2030-05-01T00:00:00Z', '2030-05-01T23:59:59Z', '2030-05-03T12:00:00Z');
    await addEvents('PostSignIn', '2030-05-03T12:00:00Z');
    await addFlow('sign-in', '2030-05-03T10:00:00Z', 'wrong', 'locked', 'refused', 'verified', 'finished');
    await addFlow('reset', '2030-05-03T10:00:00Z', 'wrong');
    await addExchanges('', '2030-05-01T08:10:00Z', 90);
    await addExchanges('SCOPE_NOT_HELD', '2030-05-03T08:10:00Z', 4);
    await count();
    const { data } = await figures('since: "2030-05-01T10:00:00Z", until: "2030-05-03T00:00:01Z"');
    const expected = {
      bucket: 'DAY',
      starts: ['2030-05-01T00:00:00.000Z', '2030-05-02T00:00:00.000Z', '2030-05-03T00:00:00.000Z'],
      usersCreated: [2, 0, 1],
      signIns: [0, 0, 1],
      refusedSignIns: [0, 0, 3],
      exchangesGranted: [90, 0, 0],
      exchangesRefused: [0, 0, 4],
      events: [2, 0, 2],
    };
    expect(data.figures).toEqual(expected);
    const rest = await api.rest('GET', '/figures?since=2030-05-01T10:00:00Z&until=2030-05-03T00:00:01Z', everyone);
    expect(rest.data).toEqual(expected);
  });

  it('count by hour, and up to now without an end', async () => {
    await addEvents('PostSignIn', '2030-06-01T10:59:59Z', '2030-06-01T11:00:00Z', '2030-06-01T11:30:00Z');
    await count();
    const { data } = await figures('since: "2030-06-01T10:30:00Z", until: "2030-06-01T12:00:00Z", bucket: HOUR');
    expect(data.figures).toMatchObject({ bucket: 'HOUR', signIns: [1, 2], events: [1, 2] });
    const now = api.kernel.now().toISOString();
    const { starts } = (await figures(`since: "${now}", bucket: HOUR`)).data.figures;
    expect(starts).toEqual([`${now.slice(0, 13)}:00:00.000Z`]);
  });

  it('count each event and answer once, by however many processes', async () => {
    await addEvents('User.Created', ...Array.from({ length: 50 }, () => '2030-07-01T10:00:00Z'));
    await addFlow('sign-in', '2030-07-01T10:00:00Z', ...Array.from({ length: 30 }, () => 'wrong'));
    await Promise.all(Array.from({ length: 5 }, count));
    await count();
    const { data } = await figures('since: "2030-07-01T00:00:00Z", until: "2030-07-02T00:00:00Z"');
    expect(data.figures).toMatchObject({ usersCreated: [50], refusedSignIns: [30] });
  });

  it('count an answer when none that began before it can follow', async () => {
    const at = new Date('2030-08-01T10:00:00Z');
    await addFlow('sign-in', at.toISOString(), 'wrong');
    const known = async () =>
      (await figures('since: "2030-08-01T00:00:00Z", until: "2030-08-02T00:00:00Z"')).data.figures.refusedSignIns;
    await countActivity(api.kernel.database, new Date(at.getTime() + settledAfter));
    expect(await known()).toEqual([0]);
    await countActivity(api.kernel.database, new Date(at.getTime() + settledAfter + 1));
    expect(await known()).toEqual([1]);
  });

  it('are kept for 90 days', async () => {
    await addEvents('PostSignIn', '2030-01-01T10:00:00Z', '2030-01-02T10:00:00Z');
    await count();
    const signIns = async () =>
      (await figures('since: "2030-01-01T00:00:00Z", until: "2030-01-03T00:00:00Z"')).data.figures.signIns;
    expect(await signIns()).toEqual([1, 1]);
    await removeOldActivityCounts(api.kernel.database, new Date('2030-04-01T10:30:00Z'));
    expect(await signIns()).toEqual([0, 1]);
  });

  it.each([
    ['since: "2030-01-01T00:00:00Z", until: "2031-02-05T00:00:01Z"', 'since'],
    ['since: "2030-01-01T00:00:00Z", until: "2030-01-17T16:00:01Z", bucket: HOUR', 'since'],
    ['since: "2030-01-02T00:00:00Z", until: "2030-01-01T00:00:00Z"', 'until'],
    ['since: "2030-01-02T00:00:00Z", until: "2030-01-02T00:00:00Z"', 'until'],
    ['since: "2099-01-01T00:00:00Z"', 'until'],
  ])('are refused for a range without buckets, or with more than 400: %s', async (range, path) => {
    const { codes, text } = await figures(range);
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(JSON.parse(text).errors[0].extensions.problems).toMatchObject([{ path: [path] }]);
  });

  it('have 400 buckets at most', async () => {
    const { data } = await figures('since: "2030-01-01T00:00:00Z", until: "2031-02-05T00:00:00Z"');
    expect(data.figures.starts).toHaveLength(400);
  });

  it('have only what the caller may read everywhere', async () => {
    const range = 'since: "2030-05-01T00:00:00Z", until: "2030-05-02T00:00:00Z"';
    const of = async (caller: Caller) => {
      const { data, codes } = await figures(range, caller);
      const { bucket: _bucket, starts: _starts, ...counts } = data.figures;
      const rest = await api.rest('GET', '/figures?since=2030-05-01T00:00:00Z&until=2030-05-02T00:00:00Z', caller);
      expect(rest.data).toMatchObject(counts);
      return { codes, known: Object.keys(counts).filter((name) => counts[name] !== null) };
    };
    const forbidden = (number: number) => Array.from({ length: number }, () => 'FORBIDDEN');
    expect(await of(holder('users:read'))).toEqual({
      codes: forbidden(3),
      known: ['usersCreated', 'signIns', 'refusedSignIns'],
    });
    expect(await of(holder('events:read'))).toEqual({ codes: forbidden(5), known: ['events'] });
    expect(await of(holder('applications:read'))).toEqual({ codes: forbidden(6), known: [] });
    expect(await of(holder('applications:read', 'resources:read'))).toEqual({
      codes: forbidden(4),
      known: ['exchangesGranted', 'exchangesRefused'],
    });
    expect(await of(administratorOf(api.ours))).toEqual({ codes: forbidden(6), known: [] });
  });
});
