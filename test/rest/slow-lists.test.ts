import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { refusal, startRest } from './api.ts';

const rest = perFile(() => startRest(undefined, { statementLimit: 200 }));

/** Keeps the users locked, so that no statement that reads them ends. */
let locking: pg.Client;
beforeAll(async () => {
  locking = new pg.Client(rest.kernel.url);
  await locking.connect();
  await locking.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
});
afterAll(() => locking.end());

test.each(['/users', '/search?text=ada'])(
  '%s that takes too long is refused, and logged as no outage',
  async (path) => {
    rest.logged.length = 0;
    const answer = await rest.send(`GET ${path}`);
    expect(refusal(answer)).toEqual({ status: 422, code: 'TOO_COMPLEX', paths: [] });
    expect(answer.json.detail).toBe('This takes too long to read. Narrow the filter or the search, or select less.');
    expect(rest.logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', channel: 'rest', msg: 'request: a read took too long' },
    ]);
  },
);

test('an export that takes too long ends with that failure', async () => {
  const { text } = await rest.send('GET /export/users', { headers: { accept: 'application/x-ndjson' } });
  expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({ failure: { code: 'TOO_COMPLEX' } });
});
