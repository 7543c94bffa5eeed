import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocumentCache } from '../../src/graphql/request/documents.ts';
import {
  aliasLimit,
  batchLimit,
  bodyLimit,
  depthLimit,
  errorLimit,
  tokenLimit,
} from '../../src/graphql/context/limits.ts';
import { perFile } from '../support/per-file.ts';
import { codesOf, everything, type GraphqlError, sendChunked, startApi } from './api.ts';
import { openReady } from './live/raw-sockets.ts';
import { until } from '../support/until.ts';

const api = perFile(startApi);

const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
const send = (body: unknown, more: Record<string, string> = {}) =>
  api.send({
    method: 'POST',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const repeat = (text: string, times: number): string => text.repeat(times);

describe('the cost of an operation', () => {
  const costOf = async (body: object, more: Record<string, string> = { 'x-show-cost': '1' }) => {
    const { text } = await send(body, more);
    return (JSON.parse(text) as { extensions?: { cost?: object } }).extensions?.cost;
  };

  it('is returned on request, in the units of the limits', async () => {
    const query = 'query ($first: Int) { users(first: $first) { nodes { id roles { name } } } }';
    expect(await costOf({ query, variables: { first: 10 } })).toEqual({ fields: 81, depth: 4 });
    expect(await costOf({ query, variables: { first: 100 } })).toEqual({ fields: 801, depth: 4 });
    expect(await costOf({ query })).toEqual({ fields: 161, depth: 4 });
    expect(await costOf({ query }, {})).toBeUndefined();
  });

  it('is that of the operation that is executed, and also of one that is refused for it', async () => {
    const query = 'query one { viewer { ...who } } query two { viewer { ...who kind } } fragment who on Viewer { id }';
    expect(await costOf({ query, operationName: 'two' })).toEqual({ fields: 3, depth: 2 });
    const large =
      '{ roles(first: 100) { nodes { users(first: 100) { nodes { organizations(first: 100) { totalCount } } } } } }';
    const { errors, text } = await send({ query: large }, { 'x-show-cost': '1' });
    expect(errors[0]?.extensions.code).toBe('TOO_COMPLEX');
    expect(JSON.parse(text).extensions.cost.fields).toBeGreaterThan(100_000);
  });
});

describe('a document', () => {
  it(`has at most ${tokenLimit} lexical tokens`, async () => {
    const lists = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}: nodes(ids: [${repeat('"x" ', 90)}]) { id }`);
    expect((await api.call(`{ ${lists(19).join(' ')} }`)).errors).toEqual([]);
    const answer = await api.call(`{ ${lists(21).join(' ')} }`);
    expect(codesOf(answer)).toEqual(['TOO_COMPLEX']);
    expect(answer.errors[0]?.message).toContain(String(tokenLimit));
  });

  it(`has at most ${aliasLimit} aliases`, async () => {
    const aliases = (count: number) =>
      `{ viewer { ${Array.from({ length: count }, (_, index) => `a${index}: id`).join(' ')} } }`;
    expect((await api.call(aliases(aliasLimit))).errors).toEqual([]);
    expect(codesOf(await api.call(aliases(aliasLimit + 1)))).toEqual(['TOO_COMPLEX']);
    const hidden = `{ viewer { ...f } } fragment f on Viewer { ${Array.from({ length: aliasLimit + 1 }, (_, index) => `a${index}: id`).join(' ')} }`;
    expect(codesOf(await api.call(hidden))).toEqual(['TOO_COMPLEX']);
    // Eight times eight.
    const eight = (text: string) => Array.from({ length: 8 }, (_, index) => `a${index}: ${text}`).join(' ');
    const spread = (fragment: string) => `{ ${eight('viewer { ...f }')} } ${fragment}`;
    expect((await api.call(spread('fragment f on Viewer { id }'))).errors).toEqual([]);
    const multiplied = await api.call(spread(`fragment f on Viewer { ${eight('id')} }`));
    expect(codesOf(multiplied)).toEqual(['TOO_COMPLEX']);
    expect(multiplied.errors[0]?.message).toBe(`At most ${aliasLimit} aliases in one document.`);
    expect(codesOf(await api.call('{ viewer { ...f } } fragment f on Viewer { a: id ...f }'))).toEqual([
      'INVALID_DOCUMENT',
    ]);
  });

  it(`is at most ${depthLimit} fields deep, fragments included`, async () => {
    const nested = (times: number) =>
      `{ viewer { user { ${repeat('roles { users(first: 1) { nodes { ', times)} id ${repeat('} } } ', times)} } } }`;
    expect((await api.call(nested(4))).errors).toEqual([]);
    expect(codesOf(await api.call(nested(5)))).toEqual(['TOO_COMPLEX']);
    const fragments = `{ viewer { user { ...a } } }
      fragment a on User { roles { users(first: 1) { nodes { ...b } } } }
      fragment b on User { roles { users(first: 1) { nodes { ...c } } } }
      fragment c on User { roles { users(first: 1) { nodes { ...d } } } }
      fragment d on User { roles { users(first: 1) { nodes { ...e } } } }
      fragment e on User { roles { users(first: 1) { nodes { id } } } }`;
    expect(codesOf(await api.call(fragments))).toEqual(['TOO_COMPLEX']);
  });

  it('can select 100 users with their roles and organizations, but not 100 by 100 by 100 records', async () => {
    const useful = `{ users(first: 100) { totalCount nodes { id username email name avatar isSuspended createdAt roles { id name }
      organizations(first: 20) { nodes { organization { id name } roles { id name } } } } } }`;
    expect((await api.call(useful)).errors).toEqual([]);
    const greedy =
      '{ roles(first: 100) { nodes { users(first: 100) { nodes { organizations(first: 100) { nodes { joinedAt } } } } } } }';
    expect(codesOf(await api.call(greedy))).toEqual(['TOO_COMPLEX']);
    // Page sizes in variables count, and fields that are selected twice count twice.
    const variables =
      'query ($n: Int) { roles(first: $n) { nodes { users(first: $n) { nodes { organizations(first: $n) { nodes { joinedAt } } } } } } }';
    expect(codesOf(await api.call(variables, { n: 100 }))).toEqual(['TOO_COMPLEX']);
    expect((await api.call(variables, { n: 2 })).errors).toEqual([]);
    // A page size that is refused does not make room for other fields.
    const offset = greedy.replace('{', '{ none: users(first: -1000000) { nodes { id username email } }');
    expect(codesOf(await api.call(offset))).toEqual(['TOO_COMPLEX']);
    const spread = `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: users(first: 100) { ...u }`).join(' ')} }
      fragment u on UserConnection { nodes { ${repeat('id email name username phone ', 10)} } }`;
    expect(codesOf(await api.call(spread))).toEqual(['TOO_COMPLEX']);
  });

  it('is refused as a whole, with one error, no data and status 400, and no mutation runs', async () => {
    const query = `mutation {
      one: createRole(input: { name: "Over the limit" }) { role { id } }
      two: createRole(input: { name: "Over as well" }) {
        role { users(first: 100) { nodes { organizations(first: 100) { nodes { id joinedAt roles { id name } } } } } }
      }
    }`;
    const answer = await send({ query }, { accept: 'application/graphql-response+json' });
    expect(answer.status).toBe(400);
    expect(answer.errors).toMatchObject([{ locations: [{ line: 2 }], extensions: { code: 'TOO_COMPLEX' } }]);
    expect(answer.errors[0]).not.toHaveProperty('path');
    expect(JSON.parse(answer.text)).not.toHaveProperty('data');
    expect((await api.ask('{ roles(search: "Over") { totalCount } }')).roles.totalCount).toBe(0);
  });

  it.each([1, errorLimit, errorLimit + 1, 10, 12, 40])(
    'a document that has %i mistakes has the same status',
    async (count) => {
      const body = { query: `{ __typename ${repeat('@aa ', count)} }` };
      const answer = await send(body, { accept: 'application/json' });
      // Every mistake up to the limit, then one error that says that there are more.
      expect(answer.errors).toHaveLength(Math.min(count, errorLimit + 1));
      expect(new Set(codesOf(answer))).toEqual(new Set(['INVALID_DOCUMENT']));
      expect([answer.status, answer.data]).toEqual([200, undefined]);
      expect((await send(body, { accept: 'application/graphql-response+json' })).status).toBe(400);
    },
  );

  it('has the same limit of errors on a WebSocket', async () => {
    const { socket, messages, send: say } = await openReady(api);
    say({ type: 'subscribe', id: 'many', payload: { query: `{ __typename ${repeat('@aa ', 12)} }` } });
    await until(() => messages.some(({ type }) => type === 'error'));
    const errors = messages.find(({ type }) => type === 'error')?.payload as GraphqlError[];
    expect(errors.map(({ extensions }) => extensions)).toEqual(
      Array.from({ length: errorLimit + 1 }, () => ({ code: 'INVALID_DOCUMENT' })),
    );
    socket.close();
  });

  it('is refused with fewer than ten errors', async () => {
    const wrong = Array.from({ length: 40 }, (_, index) => `usr${index}`).join(' ');
    const answer = await api.call(`{ ${wrong} }`);
    expect(answer.errors.length).toBeLessThan(10);
  });

  it('gets suggestions for names that do not exist', async () => {
    const [error] = (await api.call('{ usres { totalCount } }')).errors;
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Cannot query field "usres" on type "Query"\. Did you mean "users", /),
      extensions: { code: 'INVALID_DOCUMENT' },
    });
  });

  it('cannot introspect recursively', async () => {
    const circles = `{ __schema { types { ${repeat('fields { type { ', 5)} name ${repeat('} } ', 5)} } } }`;
    expect(codesOf(await api.call(circles))).toEqual(['INVALID_DOCUMENT']);
  });

  it.each([
    ['TOO_COMPLEX', 'selections', `{ ${repeat('viewer { ', 900)} id ${repeat('} ', 900)} }`],
    ['INVALID_DOCUMENT', 'lists', `{ nodes(ids: ${repeat('[', 900)} ${repeat(']', 900)}) { id } }`],
    [
      'TOO_COMPLEX',
      'objects',
      `mutation { createUser(input: { customData: ${repeat('{ a: ', 600)} 1 ${repeat('} ', 600)} }) { user { id } } }`,
    ],
    ['INVALID_DOCUMENT', 'types', `query ($a: ${repeat('[', 900)}ID${repeat(']', 900)}) { viewer { id } }`],
    [
      'INVALID_DOCUMENT',
      'fragment cycles',
      '{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }',
    ],
  ])('a document of extreme depth is refused with %s: %s', async (code, _what, document) => {
    expect(new Set(codesOf(await api.call(document)))).toEqual(new Set([code]));
  });
});

describe('a request', () => {
  it(`has at most ${batchLimit} operations`, async () => {
    const batch = (size: number) => Array.from({ length: size }, () => ({ query: '{ viewer { id } }' }));
    const answer = JSON.parse((await send(batch(batchLimit))).text);
    expect(answer).toHaveLength(batchLimit);
    const refused = await send(batch(batchLimit + 1));
    expect([refused.status, codesOf(refused)]).toEqual([413, ['BAD_USER_INPUT']]);
  });

  it('a batch of ten operations is refused', async () => {
    const answer = await send(Array.from({ length: 10 }, () => ({ query: 'query { __typename }' })));
    expect([answer.status, answer.data, answer.errors.length]).toEqual([413, undefined, 1]);
  });

  it('gets one response per operation of a batch', async () => {
    const answer = await send([{ query: '{ viewer { id } }' }, { query: '{ nothing }' }, { query: '{ not valid' }]);
    const codes = JSON.parse(answer.text).map(
      (one: { errors?: { extensions: { code: string } }[] }) => one.errors?.[0]?.extensions.code,
    );
    expect(codes).toEqual([undefined, 'INVALID_DOCUMENT', 'MALFORMED_DOCUMENT']);
  });

  it('has a body of at most 1 MiB; more is refused with 413 as JSON, with or without Content-Length', async () => {
    const body = (size: number) => JSON.stringify({ query: '{ viewer { id } }', variables: { pad: 'x'.repeat(size) } });
    expect((await send(body(bodyLimit - 100))).status).toBe(200);
    const announced = await send(body(bodyLimit));
    expect([announced.status, codesOf(announced)]).toEqual([413, ['BAD_USER_INPUT']]);
    expect(announced.headers.get('content-type')).toContain('json');
    const pieces = Array.from({ length: 40 }, () => 'x'.repeat(65_536));
    expect(await sendChunked(api.url, headers, ['{"query":"', ...pieces, '"}'])).toBe(413);
  });

  it('has variables at most as deep as any input', async () => {
    const query = 'mutation ($data: JSONObject!) { createUser(input: { customData: $data }) { user { id } } }';
    const deep = `{"query":${JSON.stringify(query)},"variables":{"data":${repeat('{"a":', 100_000)}1${repeat('}', 100_000)}}}`;
    expect(codesOf(await send(deep))).toEqual(['BAD_USER_INPUT']);
    const list = `{"query":${JSON.stringify(query)},"variables":{"data":{"a":${repeat('[', 100_000)}${repeat(']', 100_000)}}}}`;
    expect(codesOf(await send(list))).toEqual(['BAD_USER_INPUT']);
  });
});

describe('the cache of parsed documents', () => {
  it('is bounded by their total length', () => {
    const cache = createDocumentCache();
    const document = parse('{ viewer { id } }');
    for (let index = 0; index < 1000; index++) cache.set(`${index}${repeat('x', 20_000)}`, document);
    expect(cache.size).toBeLessThan(20);
    for (let index = 0; index < 1000; index++) cache.set(`{ viewer { a${index}: id } }`, document);
    expect(cache.size).toBeGreaterThanOrEqual(1000);
  });
});
