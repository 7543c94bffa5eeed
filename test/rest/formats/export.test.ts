import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/domain/failure.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { exported } from '../../../src/rest/reads/export.ts';
import type { RestServices } from '../../../src/rest/server.ts';
import { perFile } from '../../support/per-file.ts';
import { makeRecords, type Records } from '../../support/records.ts';
import { everything, type Json, refusal, type Rest, startRest, tokenFor } from '../api.ts';
import { fillPath } from '../paths.ts';

const rest = perFile(startRest);
let records: Records;
/** Users whose records are together larger than what the system buffers for a connection. */
const addMany = ({ kernel }: Rest) =>
  kernel.database.pool.query(
    `INSERT INTO users (id, username, custom_data, updated_at)
     SELECT 'user_01h455vb4pex5v' || lpad(n::text, 12, '0'), 'many-' || n, jsonb_build_object('text', repeat('x', 6000)), now()
     FROM generate_series(1, 3000) AS n`,
  );
beforeAll(async () => {
  records = await makeRecords(rest.kernel);
  await addMany(rest);
});

const linesOf = ({ text }: { text: string }): Json[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const idsIn = (lines: readonly Json[]): string[] => lines.flatMap(({ id }: { id?: string }) => id ?? []);

/** The response of Node.js, which has trailer fields. */
async function open(path: string, { url } = rest): Promise<IncomingMessage> {
  const request = httpRequest(url + path, { headers: { authorization: `Bearer ${everything}` } });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

describe('an export', () => {
  it.each(exported.map(({ path }) => path))(
    'the export of %s has the records of the list, in its order',
    async (path) => {
      const filled = fillPath(path, records);
      const filter = path === '/users' ? 'isSuspended=true' : '';
      const { json: page } = await rest.send(`GET ${filled}?limit=100&${filter}`);
      const lines = linesOf(await rest.send(`GET /export${filled}?${filter}`));
      expect(lines.slice(0, -1)).toEqual(page.items);
      expect(lines.at(-1)).toEqual({ done: true, count: page.totalCount });
    },
  );

  it('has every record once, however many pages it takes, and its last line has their number', async () => {
    const answer = await rest.send('GET /export/users?search=many-');
    const lines = linesOf(answer);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(new Set(idsIn(lines)).size).toBe(3000);
    expect(lines).toHaveLength(3001);
    expect(lines.at(-1)).toEqual({ done: true, count: 3000 });
  });

  it('an export without records is complete, too', async () => {
    expect(linesOf(await rest.send('GET /export/users?search=nothing-is-called-so'))).toEqual([
      { done: true, count: 0 },
    ]);
  });

  it('leaves out what the caller may not read', async () => {
    const path = `/export/organizations/${records.organization}/users`;
    const [all] = linesOf(await rest.send(`GET ${path}`));
    const token = tokenFor([], { [records.organization]: ['organizations:read'] });
    const [some] = linesOf(await rest.send(`GET ${path}`, { token }));
    expect([all.user.id, all.organizationRoles.length]).toEqual([all.userId, 1]);
    expect(some).toEqual({ ...all, user: null, organizationRoles: null });
  });

  it.each([
    ['format=xml', ['format']],
    ['format=csv&format=csv', ['format']],
    ['limit=5', ['limit']],
    ['orderBy=email', ['orderBy']],
    ['isSuspended=perhaps', ['isSuspended']],
    ['createdAfter=0000-01-01T00:00:00Z', ['createdAfter']],
  ])('is refused before it begins: %s', async (query, paths) => {
    const answer = await rest.send(`GET /export/users?${query}`);
    expect(refusal(answer)).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths });
  });

  it('is complete even if the database takes longer than a client may receive nothing', async () => {
    await using own = await startRest(({ database }) => ({
      clientRate: { bytesPerSecond: 1024, tolerance: 400 },
      authenticate: async () => {
        await database.pool.query('SELECT pg_sleep(0.5)');
        const permissions = new Set(['users:read'] as const);
        return { kind: 'user', id: records.user, permissions, organizations: new Map(), applicationIds: [] };
      },
    }));
    expect(linesOf(await own.send('GET /export/users'))).toEqual([{ done: true, count: 0 }]);
  });

  it('is complete for a client of HTTP/1.0, too', async () => {
    const socket = connect(Number(new URL(rest.url).port), '127.0.0.1');
    const head = `authorization: Bearer ${everything}\r\n\r\n`;
    socket.write(`GET /api/export/users?search=many-&format=csv HTTP/1.0\r\n${head}`);
    const response = await textOf(socket);
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response.split('\r\n\r\n')[1]?.trim().split('\r\n')).toHaveLength(3001);
  });

  it('has no body in the response to HEAD', async () => {
    const { status, headers, text } = await rest.send('HEAD /export/users');
    expect([status, headers.get('content-type'), text]).toEqual([200, 'application/x-ndjson', '']);
  });
});

describe('an export as CSV', () => {
  const makeUser = async (name: string, more: object = {}): Promise<string> => {
    const id = ids.next('user');
    await rest.kernel.database.prisma.user.create({ data: { id, name, ...more } });
    return id;
  };
  const csvOf = async (id: string): Promise<string[]> => {
    const { text } = await rest.send(`GET /export/users?ids=${id}&format=csv`);
    return text.split('\r\n');
  };

  it.each([
    ['format=csv', {}],
    ['', { accept: 'text/csv' }],
    ['', { accept: 'application/x-ndjson;q=0.5, text/csv' }],
  ])('is sent for %s and %o', async (query, headers) => {
    const answer = await rest.send(`GET /export/users?ids=${records.user}&${query}`, { headers });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [columns, row] = answer.text.split('\r\n');
    expect(columns).toMatch(/^id,username,email,.*,profile,customData,.*,version$/);
    expect(row).toContain(`${records.user},`);
  });

  it('is not sent if the parameter or the header prefers NDJSON', async () => {
    const preferred = async (query: string, accept: string) =>
      (await rest.send(`HEAD /export/users${query}`, { headers: { accept } })).headers.get('content-type');
    expect(await preferred('?format=ndjson', 'text/csv')).toBe('application/x-ndjson');
    expect(await preferred('', 'text/csv;q=0.5, application/x-ndjson')).toBe('application/x-ndjson');
    expect(await preferred('', 'text/html, */*;q=0.8')).toBe('application/x-ndjson');
  });

  it('has a column for each field of nested objects, and JSON for lists', async () => {
    const { text } = await rest.send(`GET /export/events?subjectId=${records.role}&format=csv`);
    expect(text.split('\r\n')[0]).toBe(
      'id,type,timestamp,data,actor.kind,actor.id,actor.label,cause.operation,cause.requestId,cause.traceId,cause.channel,cause.applicationIds,subject.kind,subject.id,subject.label,organizationId',
    );
  });

  it.each([
    ['=HYPERLINK("http://eve.example")', `"'=HYPERLINK(""http://eve.example"")"`],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['+4930123456', '+4930123456'],
    ['Lovelace, Ada', '"Lovelace, Ada"'],
    ['Zoë', 'Zoë'],
    ['x;=1+1;y', `"x;'=1+1;y"`],
    ['x; =1+1', `"x; '=1+1"`],
    ['x,=1+1', '"x,=1+1"'],
    ['x|@SUM(A1)', `"x|'@SUM(A1)"`],
    ['x;＋1;=2', `"x;'＋1;'=2"`],
    ['x;"=1+1', `"x;""'=1+1"`],
    [';-2+3', `";'-2+3"`],
    ['Ada; Grace', '"Ada; Grace"'],
    ['tel;+4930123456', `"tel;'+4930123456"`],
    ['a-b; c=d', '"a-b; c=d"'],
  ])('writes %s as %s, which no spreadsheet executes', async (name, cell) => {
    const [, row] = await csvOf(await makeUser(name));
    expect(row).toContain(`,${cell},`);
  });

  it('writes no formula in JSON, which stays JSON', async () => {
    const customData = { note: 'x;=1+1', list: [1, -2], '|': '+1' };
    const [, row = ''] = await csvOf(await makeUser('Grace', { customData }));
    expect(row).toContain(`"{""|"":""+1"",""list"":[1,-2],""note"":""x;'=1+1""}"`);
  });

  it('has the number of records in a trailer field', async () => {
    const response = await open('/export/users?search=many-&format=csv');
    response.resume();
    await once(response, 'end');
    expect(response.trailers['x-record-count']).toBe('3000');
  });
});

describe('an export that cannot be completed', () => {
  const startInterrupted = (error: Error): Promise<Rest> =>
    startRest((): Partial<RestServices> => {
      let pages = 0;
      return {
        authenticate: async () => {
          if (++pages > 2) throw error;
          const permissions = new Set(['users:read'] as const);
          return { kind: 'user', id: records.user, permissions, organizations: new Map(), applicationIds: [] };
        },
      };
    });
  const fill = ({ kernel }: Rest) =>
    kernel.database.prisma.user.createMany({ data: Array.from({ length: 250 }, () => ({ id: ids.next('user') })) });

  it('a caller who may no longer read gets a last line with the failure', async () => {
    await using own = await startInterrupted(new Failure('UNAUTHENTICATED', 'The access token is not valid.'));
    await fill(own);
    const lines = linesOf(await own.send('GET /export/users'));
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toEqual({ failure: { code: 'UNAUTHENTICATED', message: 'The access token is not valid.' } });
    expect(own.logged).toEqual([]);
  });

  it('a fault has a last line that refers to the log, and as CSV ends before the end of its body', async () => {
    await using own = await startInterrupted(new Error('broken'));
    await fill(own);
    const lines = linesOf(await own.send('GET /export/users'));
    expect(lines.at(-1)).toEqual({
      failure: {
        code: 'INTERNAL_SERVER_ERROR',
        message: expect.any(String),
        reference: expect.stringMatching(/^req_/),
      },
    });
    expect(own.logged).toHaveLength(1);
    await using cut = await startInterrupted(new Error('broken'));
    await fill(cut);
    // Before or after the head of the response is read: "fetch failed" or "terminated".
    await expect(cut.send('GET /export/users?format=csv')).rejects.toThrow(/^(fetch failed|terminated)$/);
    expect(cut.logged).toHaveLength(1);
  });

  it('a client that leaves causes no further reads', async () => {
    const statements = await rest.statementsOf(async () => {
      const response = await open('/export/users?search=many-');
      await once(response, 'data');
      response.destroy();
      await rest.idle();
    });
    expect(statements).toBeLessThan(30);
    expect(rest.logged).toEqual([]);
  });

  it('a client that receives nothing is disconnected', async () => {
    await using own = await startRest(() => ({ clientRate: { bytesPerSecond: 1024, tolerance: 500 } }));
    await addMany(own);
    const response = await open('/export/users', own);
    await own.idle();
    expect(own.logged).toEqual([]);
    await expect(textOf(response)).rejects.toThrow('aborted');
  });
});
