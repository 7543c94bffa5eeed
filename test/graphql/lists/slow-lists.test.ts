import pg from 'pg';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { asFailure } from '../../../src/kernel/database-errors.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { timed } from '../../../src/platform/slow-reads.ts';
import { perFile } from '../../support/per-file.ts';
import { codesOf, startApi } from '../api.ts';

const api = perFile(() => startApi(undefined, { statementLimit: 200 }));

/** Keeps the users locked, so that no statement that reads them ends. */
let locking: pg.Client;
beforeAll(async () => {
  locking = new pg.Client(api.kernel.url);
  await locking.connect();
  await locking.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
});
afterAll(() => locking.end());

test.each([
  ['a list', '{ users { nodes { id } } }', 'users'],
  ['its total', '{ users { totalCount } }', 'users.totalCount'],
  ['a search', '{ search(text: "ada") { nodes { id } } }', 'search'],
])('%s that takes too long is refused, and logged with its name as no outage', async (_title, query, path) => {
  api.logged.length = 0;
  const answer = await api.call(query);
  expect(codesOf(answer)).toEqual(['TOO_COMPLEX']);
  expect(answer.errors[0]?.message).toBe(
    'This takes too long to read. Narrow the filter or the search, or select less.',
  );
  expect(api.logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', channel: 'graphql', msg: 'request: a read took too long', path },
  ]);
});

it('logs a slow list with its name and duration, however it ends', async () => {
  const logged: string[] = [];
  const logger = createLogger('warn', { write: (line) => void logged.push(line) });
  await timed('users', logger, () => Promise.resolve(), { slow: 0 });
  await expect(timed('roles', logger, () => Promise.reject(new Error('no')), { slow: 0 })).rejects.toThrow('no');
  await timed('scopes', logger, () => Promise.resolve());
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: 'list: slow', list: 'users', milliseconds: expect.any(Number) },
    { level: 'warn', msg: 'list: slow', list: 'roles', milliseconds: expect.any(Number) },
  ]);
});

it('a change whose statement is canceled is refused as one that can be repeated', () => {
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  expect(asFailure(canceled)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Other changes hold this one up. Try again in a moment.',
  });
});
