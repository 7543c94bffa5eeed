import { afterAll, describe, expect, test } from 'vitest';
import { sendTokenRequest, type TokenAnswer } from '../../support/exchanges/token-requests.ts';
import { brokenTokens, deadTokens, wrongTokens } from './requests/bad-tokens.ts';
import { badClients } from './requests/bad-clients.ts';
import { badAims, badForms } from './requests/bad-requests.ts';
import type { Case } from './requests/case.ts';
import { goodRequests } from './requests/good-requests.ts';
import { startFixture } from './fixture.ts';

const fixture = await startFixture();
const badTokens = [...(await brokenTokens(fixture)), ...(await wrongTokens(fixture)), ...(await deadTokens(fixture))];
afterAll(() => fixture[Symbol.asyncDispose]());

async function answerTo({ request }: Case): Promise<TokenAnswer> {
  return sendTokenRequest(fixture.endpoint.on, typeof request === 'function' ? await request() : request);
}

describe('a token exchange', () => {
  test.each(goodRequests(fixture))('succeeds for $title', async (row) => {
    const { status, json, headers } = await answerTo(row);
    expect(json.error_description).toBeUndefined();
    expect([status, json['scope']]).toEqual([200, row.scope]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });
});

/** Expects exactly this status, code and message, and no value from the request. */
async function expectRefusal(row: Case): Promise<void> {
  const { status, json, headers } = await answerTo(row);
  expect([status, json]).toEqual([row.status, { error: row.error, error_description: row.description }]);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['cache-control']).toBe('no-store');
  if (status === 401) expect(headers['www-authenticate']).toMatch(/^Basic realm="/);
}

describe('a client', () => {
  test.each(badClients(fixture))('is refused for $title: $error', expectRefusal);
});

describe('a form', () => {
  test.each(badForms(fixture))('is refused for $title: $error', expectRefusal);
});

describe('a target', () => {
  test.each(badAims(fixture))('is refused for $title: $error', expectRefusal);
});

describe('a subject token', () => {
  const rows = badTokens.map(([title, token, fault]) => {
    const request = fixture.ask({ subject_token: token });
    return { title, request, status: 400, error: 'invalid_request', description: `the subject token ${fault}` };
  });
  test.each(rows)('is refused, with a message of its own, for $title', expectRefusal);
});

test('an unknown application, a wrong secret and an empty one get identical responses', async () => {
  const { backend } = fixture.records;
  const answers = await Promise.all(
    [
      { id: 'app_01h455vb4pex5vsknk084sn02q', clientSecret: backend.clientSecret },
      { ...backend, clientSecret: 'wrong' },
      { ...backend, clientSecret: '' },
      { id: 'app_01h455vb4pex5vsknk084sn02q', clientSecret: '' },
      { ...fixture.records.browser, clientSecret: '' },
      { ...fixture.records.suspended },
      { ...fixture.records.expired },
    ].map((client) => sendTokenRequest(fixture.endpoint.on, fixture.askAs(client))),
  );
  const seen = answers.map(
    ({ status, headers: { date: _date, 'x-request-id': _id, traceparent: _trace, ...headers }, text }) => ({
      status,
      headers,
      text,
    }),
  );
  expect(seen[0]).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.stringMatching(/^Basic /) } });
  for (const other of seen) expect(other).toEqual(seen[0]);
});

test('no request of the tables is logged as an internal error', () => {
  expect(fixture.endpoint.faults).toEqual([]);
});
