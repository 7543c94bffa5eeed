import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything as everythingGraphql, startApi, type Api } from '../graphql/api.ts';
import { type Rest, startRest } from './api.ts';

let rest: Rest;
let api: Api;
beforeAll(async () => {
  [rest, api] = await Promise.all([startRest(), startApi()]);
});
afterAll(() => Promise.all([rest, api].map((one) => one[Symbol.asyncDispose]())));

/** Bodies with so many values: names and brackets in strings are none. */
const ofValues = (count: number) => `{"username":"[[,,","x":[${'1,'.repeat(count - 4)}1]}`;
const message = 'The body must have at most 1048576 bytes and 50000 values.';

it('a body of REST has at most 50,000 values', async () => {
  const send = (body: string) => rest.send('POST /users', { body, headers: { 'content-type': 'application/json' } });
  expect((await send(ofValues(50_000))).status).toBe(422);
  const refused = await send(ofValues(50_001));
  expect([refused.status, refused.json.detail]).toEqual([413, message]);
  for (const part of ['[', '{"a":', '[],', '"",'])
    expect((await send(`{"x":[${part.repeat(100_000)}`)).status).toBe(413);
  // Text that looks like values.
  expect((await send(JSON.stringify({ username: '",[{'.repeat(100_000) }))).status).toBe(422);
});

it('a body of GraphQL has as many', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${everythingGraphql}` };
  const send = (values: number) =>
    api.send({
      method: 'POST',
      headers,
      body: `{"query":"{ viewer { id } }","variables":{"x":[${'1,'.repeat(values)}1]}}`,
    });
  expect((await send(40_000)).status).toBe(200);
  const refused = await send(60_000);
  expect([refused.status, refused.errors[0]?.message]).toEqual([413, message]);
});
