import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/domain/failure.ts';
import { perFile } from '../support/per-file.ts';
import { codesOf, everything, problemPaths, startApi } from './api.ts';

const api = perFile(startApi);

const authorization = { authorization: `Bearer ${everything}` };
const json = { ...authorization, 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json) => api.send({ method: 'POST', headers, body });
const viewer = JSON.stringify({ query: '{ viewer { id } }' });

/** The server's response to these bytes. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let reply = '';
  for await (const chunk of socket) reply += String(chunk);
  return reply;
}

describe('GraphQL over HTTP', () => {
  it('accepts queries by POST as JSON, and by GET', async () => {
    expect((await post(viewer)).data.viewer.id).toBeDefined();
    // Many editors begin a file with a byte order mark. Yoga answers the second body, a batch.
    expect((await post(`\uFEFF${viewer}`)).data.viewer.id).toBeDefined();
    const batch = JSON.parse((await post(`\uFEFF[${viewer}]`)).text) as { data: { viewer: { id: string } } }[];
    expect(batch[0]?.data.viewer.id).toBeDefined();
    const query = new URLSearchParams({
      query: 'query ($id: ID!) { user(id: $id) { id } }',
      variables: JSON.stringify({ id: 'user_x' }),
    });
    const got = await api.send({ headers: authorization }, `?${query}`);
    expect([got.status, got.data]).toEqual([200, { user: null }]);
  });

  it('refuses mutations by GET', async () => {
    const query = new URLSearchParams({ query: 'mutation { createUser(input: {}) { user { id } } }' });
    const answer = await api.send({ headers: authorization }, `?${query}`);
    expect([answer.status, codesOf(answer), answer.headers.get('allow')]).toEqual([405, ['BAD_USER_INPUT'], 'POST']);
    expect((await api.ask('{ users { totalCount } }')).users.totalCount).toBe(0);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const answer = await api.send({ method, headers: json, body: method === 'OPTIONS' ? null : viewer });
    expect([answer.status, codesOf(answer)]).toEqual([405, ['BAD_USER_INPUT']]);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/graphql',
    'text/plain; application/json',
    '',
  ])('refuses a body that a form on another site could send: %s', async (type) => {
    const answer = await post(viewer, { ...authorization, 'content-type': type });
    expect([answer.status, codesOf(answer)]).toEqual([415, ['BAD_USER_INPUT']]);
  });

  it('sends no CORS headers, so other sites cannot read its responses', async () => {
    const answer = await post(viewer, { ...json, origin: 'https://elsewhere.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('responds in the accepted media type, with the status that the media type requires', async () => {
    const response = 'application/graphql-response+json';
    const good = await post(viewer, { ...json, accept: response });
    expect([good.status, good.headers.get('content-type')]).toEqual([200, `${response}; charset=utf-8`]);
    const bad = JSON.stringify({ query: '{ nothing }' });
    expect((await post(bad, { ...json, accept: response })).status).toBe(400);
    expect((await post(bad, { ...json, accept: 'application/json' })).status).toBe(200);
    expect((await post(viewer, { ...json, accept: 'image/png' })).status).toBe(406);
  });

  it.each([
    [undefined, 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    // Apollo Client and urql.
    ['application/graphql-response+json,application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    [
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      'application/graphql-response+json; charset=utf-8',
    ],
    ['text/html, application/*;q=0.1', 'application/json; charset=utf-8'],
  ])('responds to Accept: %s with %s', async (accept, type) => {
    const answer = await post(viewer, { ...json, ...(accept !== undefined && { accept }) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  });

  it.each(['a b', '[', 'x:99999999', '', '@', '%00', 'http://evil.example/'])(
    'ignores the Host header: %s',
    async (host) => {
      const head = `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${everything}\r\nConnection: close`;
      const reply = await raw(
        `${head}\r\nContent-Type: application/json\r\nContent-Length: ${viewer.length}\r\n\r\n${viewer}`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 (200|400) /);
      expect(reply).not.toContain('INTERNAL_SERVER_ERROR');
      expect(api.logged).toEqual([]);
    },
  );

  it('survives a client that disconnects while it sends its body', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query',
    );
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await post(viewer)).errors).toEqual([]);
    expect(api.logged).toEqual([]);
  });

  it('forbids caching', async () => {
    expect((await post(viewer)).headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['not JSON', '{', 400],
    ['nothing', '', 400],
    ['a number', '5', 400],
    ['null', 'null', 400],
    ['no query', '{}', 400],
    ['a query that is no text', '{"query":5}', 400],
    ['variables that are a list', '{"query":"{ viewer { id } }","variables":[]}', 400],
    ['variables that are a text', '{"query":"{ viewer { id } }","variables":"{}"}', 400],
    ['an operation name that is no text', '{"query":"{ viewer { id } }","operationName":{}}', 400],
    ['an operation that is not there', '{"query":"query A { viewer { id } }","operationName":"B"}', 400],
    ['several operations and no name', '{"query":"query A { viewer { id } } query B { viewer { id } }"}', 400],
    ['a document of fragments', '{"query":"fragment a on Viewer { id }"}', 400],
    ['an unknown parameter', '{"query":"{ viewer { id } }","evil":1}', 400],
    // For a well-formed request, application/json always means 200.
    ['an empty document', '{"query":""}', 200],
    ['a batch of nonsense', '[1, null, "x"]', 200],
    ['an empty batch', '[]', 200],
  ])('refuses a POST that is not a GraphQL request with 400: %s', async (what, body, status) => {
    const answer = await post(body, { ...json, accept: 'application/json' });
    const codes = answer.text.match(/"code":"[A-Z_]+"/g) ?? [];
    const expected = what === 'an empty document' ? 'MALFORMED_DOCUMENT' : 'BAD_USER_INPUT';
    expect(codes.filter((code) => code !== `"code":"${expected}"`)).toEqual([]);
    expect(codes.length > 0).toBe(body !== '[]');
    expect(answer.status).toBe(status);
    expect(api.logged).toEqual([]);
  });

  it.each([
    ['variables={', 400, 'BAD_USER_INPUT'],
    ['variables=5', 400, 'BAD_USER_INPUT'],
    ['extensions={', 400, 'BAD_USER_INPUT'],
    ['query=%7Bviewer%7Bid%7D%7D&variables=[', 400, 'BAD_USER_INPUT'],
    ['nothing=1', 400, 'BAD_USER_INPUT'],
    // A well-formed request with a document that is not, for a client that accepts anything: application/json.
    ['query=%00', 200, 'MALFORMED_DOCUMENT'],
  ])('refuses a GET that is not a GraphQL request: %s', async (query, status, code) => {
    const answer = await api.send({ headers: authorization }, `?${query}`);
    expect(answer.status).toBe(status);
    expect(codesOf(answer)).toEqual([code]);
  });
});

describe('text that PostgreSQL cannot store', () => {
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  const search = 'query ($search: String) { users(search: $search) { totalCount } }';

  it.each([
    ['U+0000 in an input', create, { input: { name: 'a\0b' } }, 'input.name'],
    ['half of a surrogate pair in an input', create, { input: { name: 'a\uD800' } }, 'input.name'],
    ['U+0000 deep in JSON', create, { input: { customData: { a: [{ b: '\0' }] } } }, 'input.customData.a.0.b'],
    ['U+0000 in a key', create, { input: { customData: { 'a\0': 1 } } }, 'input.customData'],
    ['U+0000 in a search', search, { search: '\0' }, 'search'],
    ['U+0000 in an id', 'query ($id: ID!) { user(id: $id) { id } }', { id: 'user_\0' }, 'id'],
  ])('is refused with its path: %s', async (_, query, variables, path) => {
    const answer = await api.call(query, variables);
    expect([codesOf(answer), problemPaths(answer)]).toEqual([['BAD_USER_INPUT'], [path]]);
  });

  it('is refused in the document as well', async () => {
    const codeOf = async (text: string) => codesOf(await api.call(`{ users(search: "a${text}") { totalCount } }`));
    expect(await codeOf('\\u0000')).toEqual(['BAD_USER_INPUT']);
    // Half of a surrogate pair is a syntax error.
    expect(await codeOf('\\uD800')).toEqual(['MALFORMED_DOCUMENT']);
  });
});

describe('an internal error', () => {
  const secret = 'postgresql://root:hunter2@db/secret';
  const faulty = () =>
    startApi(() => ({
      execute: () => Promise.reject(new Error(secret)),
    }));

  it('is logged under the reference in the response, which contains nothing else about it', async () => {
    await using broken = await faulty();
    const answer = await broken.call('mutation { createUser(input: {}) { user { id } } }');
    expect(codesOf(answer)).toEqual(['INTERNAL_SERVER_ERROR']);
    expect(answer.text).not.toContain('hunter2');
    const reference = answer.headers.get('x-request-id');
    expect(answer.errors[0]?.extensions.reference).toBe(reference);
    const [line = '{}'] = broken.logged;
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      requestId: reference,
      path: 'createUser',
      err: { message: secret },
    });
  });

  it.each(['text/event-stream', 'multipart/mixed', 'application/graphql-response+json'])(
    'is masked in every media type: %s',
    async (accept) => {
      await using broken = await faulty();
      const query = 'mutation { createUser(input: {}) { user { id } } }';
      const answer = await broken.send({
        method: 'POST',
        headers: { ...json, accept },
        body: JSON.stringify({ query }),
      });
      expect(answer.text).toContain('INTERNAL_SERVER_ERROR');
      expect(answer.text).not.toContain('hunter2');
    },
  );

  it('leaves the fields that could be resolved', async () => {
    await using broken = await faulty();
    const answer = await broken.call(
      'mutation { createUser(input: {}) { user { id } } again: createUser(input: {}) { user { id } } }',
    );
    expect([answer.status, answer.data]).toEqual([200, { createUser: null, again: null }]);
    expect((await broken.call('{ viewer { id } }')).errors).toEqual([]);
  });

  it.each([new Error(secret), new TypeError(secret), secret, { message: secret }, null])(
    'an error during authentication is masked as well: %o',
    async (thrown) => {
      await using broken = await startApi(() => ({
        authenticate: () => {
          throw thrown as Error;
        },
      }));
      const answer = await broken.call('{ viewer { id } }');
      expect([answer.status, codesOf(answer)]).toEqual([500, ['INTERNAL_SERVER_ERROR']]);
      expect(answer.text).not.toContain('hunter2');
      expect(broken.logged).toHaveLength(1);
    },
  );

  it('an error during authentication refuses the request, whose body was not read, also if it passes at once', async () => {
    let calls = 0;
    await using recovering = await startApi((_kernel, authenticate) => ({
      authenticate: (...call) => {
        calls += 1;
        if (calls === 1) throw new Error(secret);
        return authenticate(...call);
      },
    }));
    const refused = await recovering.call('{ viewer { id } }');
    expect([refused.status, codesOf(refused)]).toEqual([500, ['INTERNAL_SERVER_ERROR']]);
    expect((await recovering.call('{ viewer { id } }')).errors).toEqual([]);
  });

  it('an error of the database is masked as well', async () => {
    await using broken = await startApi();
    await broken.kernel.database.pool.query('ALTER TABLE users RENAME TO people');
    const answer = await broken.call('{ users { nodes { id } } roles { totalCount } }');
    expect(codesOf(answer)).toEqual(['INTERNAL_SERVER_ERROR']);
    expect(answer.data).toEqual({ users: null, roles: { totalCount: 0 } });
    expect(answer.text).not.toMatch(/people|relation|prisma/i);
  });

  it('differs from a refusal, which is never logged', async () => {
    await using refusing = await startApi(() => ({
      execute: () => Promise.reject(new Failure('RATE_LIMITED', 'Too many requests; try again later.')),
    }));
    const answer = await refusing.call('mutation { createUser(input: {}) { user { id } } }');
    expect([codesOf(answer), answer.errors[0]?.message]).toEqual([
      ['RATE_LIMITED'],
      'Too many requests; try again later.',
    ]);
    expect(refusing.logged).toEqual([]);
  });
});
