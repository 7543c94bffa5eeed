import { describe, expect, it } from 'vitest';
import { perFile } from '../support/per-file.ts';
import { everything, startApi, tokenFor } from './api.ts';

const api = perFile(startApi);

const compared = ['content-type', 'content-length', 'content-encoding', 'vary', 'cache-control', 'www-authenticate'];

/** The status, the headers and the body of a response. */
async function post(path: string, body: string, headers: Record<string, string>) {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${everything}`, ...headers },
    body,
  });
  const text = (await response.text()).replace(/"requestId":"\w+"/g, '"requestId":""');
  return { status: response.status, headers: compared.map((name) => response.headers.get(name)), text };
}

/** A query string is ignored, but leaves the request to Yoga. */
const byYoga = '?any';

const operations: Record<string, object | string> = {
  'a query': { query: '{ viewer { id permissions } }' },
  'a query with a name and variables': {
    query: 'query One($id: ID!) { user(id: $id) { id } } query Two { viewer { id } }',
    operationName: 'One',
    variables: { id: 'user_01h455vb4pex5vsknk084sn02q' },
  },
  'a query without variables, which are null': { query: '{ viewer { id } }', variables: null, operationName: null },
  'a large result': { query: '{ __schema { types { name description } } }' },
  'an unknown field': { query: '{ viewer { unknown } }' },
  'a syntax error': { query: '{ viewer { ' },
  'an unknown operation': { query: 'query One { viewer { id } }', operationName: 'Two' },
  'several operations without a name': { query: 'query One { viewer { id } } query Two { viewer { id } }' },
  'a variable of another type': {
    query: 'query ($first: Int) { users(first: $first) { totalCount } }',
    variables: { first: 'x' },
  },
  'a mutation that is refused': {
    query: 'mutation { updateUser(input: { userId: "user_01h455vb4pex5vsknk084sn02q", name: "x" }) { user { id } } }',
  },
  'a mutation with an invalid input': { query: 'mutation { createUser(input: { username: "" }) { user { id } } }' },
  'no query': {},
  'a query that is not a text': { query: 1 },
  'variables that are not an object': { query: '{ viewer { id } }', variables: [1] },
  'an unknown parameter': { query: '{ viewer { id } }', more: 1 },
  'a repeated member': '{"query":"{ viewer { id } }","query":"{ viewer { kind } }"}',
  'a batch': [{ query: '{ viewer { id } }' }, { query: '{ viewer { kind } }' }] as object,
  'a text': '"query"',
  nothing: '',
  'no JSON': '{',
};

const headers: Record<string, Record<string, string>> = {
  'no preference': {},
  JSON: { accept: 'application/json' },
  'the media type of GraphQL': { accept: 'application/graphql-response+json' },
  'both, as Apollo Client': { accept: 'application/graphql-response+json,application/json;q=0.9' },
  'many, as urql': {
    accept:
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  },
  'any JSON': { accept: 'text/html, application/*;q=0.1' },
  'another charset': { accept: 'application/json; charset=latin1' },
  HTML: { accept: 'text/html' },
};

const bodyOf = (operation: object | string): string =>
  typeof operation === 'string' ? operation : JSON.stringify(operation);

describe('a single operation gets the response that Yoga writes', () => {
  it.each(Object.keys(operations))('for %s', async (name) => {
    const body = bodyOf(operations[name] ?? '');
    for (const accepted of Object.values(headers))
      expect(await post('', body, accepted)).toEqual(await post(byYoga, body, accepted));
  });

  it.each(['gzip', 'identity', 'gzip;q=0'])('with the coding %s', async (coding) => {
    const body = bodyOf(operations['a large result'] ?? '');
    const codings = { 'accept-encoding': coding };
    const answer = await post('', body, codings);
    expect(answer).toEqual(await post(byYoga, body, codings));
    expect(answer.headers.includes('gzip')).toBe(coding === 'gzip');
  });

  it.each([
    ['a caller without permissions', { authorization: `Bearer ${tokenFor([])}` }],
    ['a token that is not accepted', { authorization: 'Bearer none' }],
    ['the cost of the operation', { 'x-show-cost': '1' }],
    ['another content type', { 'content-type': 'text/plain' }],
    ['a content type with a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ])('with %s', async (_name, sent) => {
    const body = bodyOf({ query: '{ viewer { id } users { totalCount } }' });
    expect(await post('', body, sent)).toEqual(await post(byYoga, body, sent));
  });

  it('with a subscription, whose results are a stream of events', async () => {
    const response = await fetch(api.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${everything}` },
      body: bodyOf({ query: 'subscription { events { __typename } }' }),
    });
    await response.body?.cancel();
    expect(response.headers.get('content-type')).toContain('text/event-stream');
  });
});
