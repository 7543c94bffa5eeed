import { afterEach, describe, expect, test } from 'vitest';
import { setApplicationSuspended } from '../../src/operations/applications/set-application-suspended.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import type { Revocation } from '../../src/vocabulary/exchanges/revocations.ts';
import { createCursorSeal } from '../../src/platform/crypto/cursor-seal.ts';
import { cursorOfPlace } from '../../src/reads/lists/events.ts';
import { addUser } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { followBySocket, followByStream, getPage, type Page, queryPage } from '../support/browsers/revocation-feed.ts';
import { until } from '../support/until.ts';
import { startFollowed } from './followed.ts';

/** Endings, as an API follows them on two processes. */
const followed = perFile(startFollowed);
afterEach(() => followed.stop());

describe('the feed', () => {
  const endOne = async (): Promise<string> => {
    const { id } = await addUser(followed.here.database.prisma);
    await followed.run(setUserSuspended, { userId: id, isSuspended: true });
    return id;
  };
  const idsOf = (entries: readonly Revocation[]) => entries.map(({ id }) => id);

  test('begins with a cursor and the time up to which the log was read, and no entries', async () => {
    await endOne();
    const socket = followed.follow(followBySocket, followed.there);
    await until(() => socket.messages.length > 0);
    const [first] = socket.messages;
    expect(first).toMatchObject({ __typename: 'RevocationMessage', cursor: expect.any(String), revocations: [] });
    expect(Math.abs(Date.parse(first?.asOf ?? '') - followed.there.clock.now().getTime())).toBeLessThan(60_000);
  });

  test.each([
    ['a WebSocket', followBySocket],
    ['server-sent events', followByStream],
  ])('continues after the last cursor without a gap, on another process (%s)', async (_title, by) => {
    const first = followed.follow(by, followed.there);
    await until(() => first.messages.length > 0);
    const before = await endOne();
    await until(() => first.entries().length === 1);
    first.stop();
    const during = [await endOne(), await endOne()];
    const second = followed.follow(by, followed.here, first.messages.at(-1)?.cursor);
    await until(() => second.entries().length >= 2);
    const after = await endOne();
    await until(() => second.entries().length >= 3);
    expect([idsOf(first.entries()), idsOf(second.entries())]).toEqual([[before], [...during, after]]);
  });

  test('has a message without entries every five seconds, whose time a read of the log has moved', async () => {
    const socket = followed.follow(followBySocket, followed.there);
    const stream = followed.follow(followByStream, followed.there);
    await until(() => [socket, stream].every(({ messages }) => messages.length === 1));
    followed.there.advance(5);
    await until(() => [socket, stream].every(({ messages }) => messages.length === 2));
    for (const { messages } of [socket, stream]) {
      const [first, second] = messages;
      expect(second).toMatchObject({ __typename: 'RevocationMessage', revocations: [] });
      expect(Date.parse(second?.asOf ?? '') - Date.parse(first?.asOf ?? '')).toBeGreaterThanOrEqual(4000);
    }
  });

  test('continues after the cursor of a message without entries, and of a page', async () => {
    const idle = followed.follow(followBySocket, followed.there);
    await until(() => idle.messages.length === 1);
    const ended = await endOne();
    for (const after of [idle.messages[0]?.cursor ?? '', (await followed.page({ first: 1 })).cursor]) {
      const follower = followed.follow(followBySocket, followed.here, after);
      await until(() => idsOf(follower.entries()).includes(ended));
      expect(idsOf(follower.entries()).at(-1)).toBe(ended);
    }
  });

  test('is read page by page, each of which ends with an event', async () => {
    const begin = await followed.cursorNow();
    const ended = [await endOne(), await endOne(), await endOne()];
    const pages: Page[] = [];
    for (let after = begin, more = true; more; ) {
      const next = await followed.page({ first: 1, after });
      pages.push(next);
      after = next.cursor;
      more = next.hasNextPage;
    }
    expect(idsOf(pages.flatMap(({ revocations }) => revocations))).toEqual(ended);
    expect(pages.map(({ asOf }) => asOf !== null)).toEqual([...pages.slice(1).map(() => false), true]);
    const rest = await getPage({ url: followed.here.url, token: followed.api.token }, { cursor: begin, limit: '2' });
    expect([idsOf(rest.items), rest.nextCursor, rest.asOf]).toEqual([ended.slice(0, 2), rest.cursor, null]);
    expect(rest.link).toContain('rel="next"');
  });

  test('never claims more than was read: neither by the clock of another process, nor while it catches up', async () => {
    const begin = await followed.cursorNow();
    const idle = followed.follow(followBySocket, followed.there);
    await until(() => idle.messages.length === 1);
    followed.here.advance(50);
    await endOne();
    await until(() => idle.entries().length === 1);
    const late = followed.follow(followByStream, followed.there, begin);
    await until(() => late.messages.length >= 2);
    const now = followed.there.clock.now().getTime();
    expect(late.entries()).toEqual(idle.entries());
    for (const { asOf } of [...idle.messages, ...late.messages])
      expect(Date.parse(asOf ?? '')).toBeLessThanOrEqual(now);
    followed.there.advance(50);
  });

  test.each([
    ['a WebSocket', followBySocket],
    ['server-sent events', followByStream],
  ])('has to be read again when the log has lost what was sent, as after a failover, over %s', async (_title, by) => {
    const { pool } = followed.there.database;
    const { rows } = await pool.query<{ position: string }>('SELECT position FROM event_head');
    const follower = followed.follow(by, followed.there);
    await until(() => follower.messages.length === 1);
    await endOne();
    await until(() => follower.entries().length === 1);
    await pool.query('DELETE FROM events WHERE position > $1', [rows[0]?.position]);
    await pool.query('UPDATE event_head SET position = $1', [rows[0]?.position]);
    await until(() => follower.messages.at(-1)?.__typename === 'CursorExpired');
    const { cursor } = follower.messages.at(-2) ?? {};
    const again = followed.follow(by, followed.here, cursor);
    await until(() => again.messages.length > 0);
    expect(again.messages).toMatchObject([{ __typename: 'CursorExpired' }]);
  });

  test('states that a cursor has expired that is newer than the log, as after a restored backup', async () => {
    const after = cursorOfPlace(1_000_000, createCursorSeal(followed.here.secretBox));
    for (const by of [followBySocket, followByStream]) {
      const follower = followed.follow(by, followed.there, after);
      await until(() => follower.messages.length > 0);
      expect(follower.messages).toMatchObject([{ __typename: 'CursorExpired' }]);
    }
    const at = { url: followed.there.url, token: followed.api.token };
    expect(await queryPage(at, { after })).toMatchObject({ page: null, codes: ['INVALID_CURSOR'] });
    expect(await getPage(at, { cursor: after })).toMatchObject({ status: 422, code: 'INVALID_CURSOR' });
  });

  test('refuses invalid input with its field', async () => {
    const at = { url: followed.there.url, token: followed.api.token };
    for (const variables of [{ first: 0 }, { first: 1001 }, { after: 'x' }, { since: 'yesterday' }]) {
      const { page: read, codes } = await queryPage(at, variables);
      expect([read, codes]).toEqual([null, [expect.stringMatching(/^(BAD_USER_INPUT|INVALID_CURSOR)$/)]]);
    }
    for (const parameters of [{ limit: '0' }, { limit: 'x' }, { cursor: 'x' }, { since: 'yesterday' }, { first: '1' }])
      expect((await getPage(at, parameters as Record<string, string>)).status).toBe(422);
  });

  test('has what ended since a time', async () => {
    const before = await endOne();
    // Changes can take minutes until they are committed, so it begins five minutes earlier.
    followed.here.advance(600);
    followed.there.advance(600);
    const since = followed.here.clock.now().toISOString();
    const ended = await endOne();
    const all = idsOf((await followed.page()).revocations);
    expect([all.includes(before), all.includes(ended)]).toEqual([true, true]);
    expect(idsOf((await followed.page({ since })).revocations)).toEqual([ended]);
    followed.here.advance(87_000);
    followed.there.advance(87_000);
    followed.api.token = await followed.tokenOf(followed.api);
    expect((await followed.page()).revocations).toEqual([]);
  });
});

describe('an application without the permission', () => {
  test('gets nothing, in any way', async () => {
    const { token: held } = await followed.addApi('events:read');
    const at = { url: followed.there.url, token: held };
    expect(await queryPage(at)).toEqual({ page: null, codes: ['FORBIDDEN'] });
    expect(await getPage(at)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    for (const by of [followBySocket, followByStream]) {
      const follower = followed.follow(by, followed.there, undefined, held);
      await until(() => follower.codes.length > 0);
      expect([follower.codes, follower.messages]).toEqual([['FORBIDDEN'], []]);
    }
  });

  test.each([
    ['a WebSocket', followBySocket, 'closed with 4403'],
    ['server-sent events', followByStream, 'UNAUTHENTICATED'],
  ])('gets nothing more once it is suspended, over %s', async (_title, by, end) => {
    const other = await followed.addApi('revocations:read');
    const follower = followed.follow(by, followed.there, undefined, other.token);
    await until(() => follower.messages.length === 1);
    await followed.run(setApplicationSuspended, { applicationId: other.id, isSuspended: true });
    await until(() => follower.codes.length > 0);
    expect(follower.codes).toEqual([end]);
  });
});

test('no request of this file caused an internal error', () => {
  const faults = [...followed.here.faults, ...followed.there.faults];
  expect(faults.filter((line) => !line.includes('lost its last events'))).toEqual([]);
});
