import { afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { managementApi } from '../../src/rest/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { addresses, refusal, startRest } from './api.ts';
import { fillPath } from './paths.ts';

const rest = perFile(startRest);
let records: Records;
let changes: number;
const countChanges = () => rest.kernel.database.prisma.event.count();
beforeAll(async () => {
  records = await makeRecords(rest.kernel);
  changes = await countChanges();
});
afterEach(async () => {
  if ((await countChanges()) !== changes) throw new Error('something was changed');
});

const exchangeId = '01a223a3-5360-732a-82ab-e0256a6534c5';
const routes = managementApi(addresses).routes.map(({ method, path }) => `${method} ${path}`);
const ask = (route: string, query: string) => {
  const [method = '', path = ''] = route.split(' ');
  const headers = { 'content-type': path.endsWith('/import') ? 'application/x-ndjson' : 'application/json' };
  return rest.send(
    `${method} ${fillPath(path, records, { eventId: records.toldEvent, signingKeyId: 'key', exchangeId })}?${query}`,
    {
      headers,
      ...(method !== 'GET' && { body: '{}' }),
    },
  );
};

describe('a query parameter', () => {
  test.each(routes)('an unknown parameter is refused by name: %s', async (route) => {
    expect(refusal(await ask(route, 'nonsense=1'))).toEqual({
      status: 422,
      code: 'BAD_USER_INPUT',
      paths: ['nonsense'],
    });
  });

  it.each([
    ['dryRun, which is part of the path', 'dryRun=true', ['dryRun']],
    ['dryRun without a value', 'dryRun', ['dryRun']],
    ['of every object', '__proto__=1&constructor=2', ['__proto__', 'constructor']],
    ['without a name', '=1', ['']],
    ['of great length', `${'x'.repeat(5000)}=1`, ['x'.repeat(64)]],
    [
      'among many',
      Array.from({ length: 50 }, (_, index) => `a${index}=1`).join('&'),
      Array.from({ length: 10 }, (_, index) => `a${index}`),
    ],
  ])('is refused if it is %s', async (_what, query, paths) => {
    for (const route of ['POST /users', 'POST /users/import', 'POST /bulk/create-users']) {
      expect(refusal(await ask(route, query))).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths });
    }
  });

  it('is refused beside one that the route knows', async () => {
    const answer = await ask('GET /users', 'limit=1&nonsense=1');
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: ['nonsense'] });
  });
});
