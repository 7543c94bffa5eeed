import fc from 'fast-check';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { sendTokenRequest, type TokenAnswer, type TokenRequest } from '../../support/exchanges/token-requests.ts';
import { brokenTokens, deadTokens, wrongTokens } from './requests/bad-tokens.ts';
import { badClients } from './requests/bad-clients.ts';
import { badAims, badForms } from './requests/bad-requests.ts';
import type { Case } from './requests/case.ts';
import { badClientCredentials, goodClientCredentials } from './requests/client-credentials-requests.ts';
import { generatedRequests } from './requests/generated-requests.ts';
import { goodRequests } from './requests/good-requests.ts';
import { hostileBodies, hostileHeaders } from './requests/hostile-requests.ts';
import { startFixture } from './fixture.ts';

/** Compares the fast path with the library: every response must be the same with and without it. */
const fixture = await startFixture();
const badTokens = [...(await brokenTokens(fixture)), ...(await wrongTokens(fixture)), ...(await deadTokens(fixture))];
afterAll(() => fixture[Symbol.asyncDispose]());

const good = [...goodRequests(fixture), ...goodClientCredentials(fixture)];
const cases: Pick<Case, 'title' | 'request'>[] = [
  ...good,
  ...badClients(fixture),
  ...badForms(fixture),
  ...badAims(fixture),
  ...badClientCredentials(fixture),
  ...badTokens.map(([title, token]) => ({ title, request: fixture.ask({ subject_token: token }) })),
  ...[...hostileBodies(fixture), ...hostileHeaders(fixture)].map(([title, request]) => ({ title, request })),
];

/** The parts of a response that do not vary between identical requests. */
function essence({ status, headers, json, text }: TokenAnswer) {
  const { access_token: token, ...rest } = json;
  const type = headers['content-type'];
  const challenge = headers['www-authenticate'];
  const jwt = token?.includes('.') ? token : undefined;
  const { jti, txn, ...claims } = jwt ? decodeJwt(jwt) : {};
  const body = Object.keys(json).length > 0 ? rest : text;
  return {
    status,
    type,
    challenge,
    caching: headers['cache-control'],
    body,
    header: jwt && decodeProtectedHeader(jwt),
    claims,
    hasToken: token !== undefined,
    hasId: jti !== undefined,
    // That of the subject token; otherwise a chain begins here.
    txn: txn === jti ? 'its own' : txn,
  };
}

const send = async (url: string, request: Case['request']) =>
  sendTokenRequest(url, typeof request === 'function' ? await request() : request);

/** Headers that only the fast path sends. */
const tookTheFastPath = ({ headers }: TokenAnswer): boolean => headers['x-request-id'] === undefined;

async function bothAnswers(request: Case['request']): Promise<[on: TokenAnswer, off: TokenAnswer]> {
  return [await send(fixture.endpoint.on, request), await send(fixture.endpoint.off, request)];
}

/** Expects no internal error, and from the fast path successful responses only. */
function expectTheSame(on: TokenAnswer, off: TokenAnswer): void {
  expect(essence(on)).toEqual(essence(off));
  expect(off.status).toBeLessThan(500);
  if (tookTheFastPath(on)) expect(on.status).toBe(200);
}

test('the corpus has at least 300 requests', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300);
});

describe('the response', () => {
  test.each(cases)('is the same with and without the fast path for $title', async ({ request }) => {
    const [on, off] = await bothAnswers(request);
    expectTheSame(on, off);
    expect(off.text).not.toMatch(/node_modules|\.ts:/); // No stack trace.
  });
});

test('500 generated requests get the same response with and without the fast path', { timeout: 60_000 }, async () => {
  const seen = { granted: 0, refused: 0, fast: 0 };
  const requests = generatedRequests(
    fixture,
    badTokens.map(([, token]) => token),
  );
  const property = fc.asyncProperty(requests, async (request: TokenRequest) => {
    const [on, off] = await bothAnswers(request);
    expectTheSame(on, off);
    seen[off.status === 200 ? 'granted' : 'refused'] += 1;
    if (tookTheFastPath(on)) seen.fast += 1;
  });
  await fc.assert(property, { numRuns: 500, seed: 8693 });
  // Proves that the generator produces valid and invalid requests, and some that the fast path answers.
  expect(Math.min(seen.granted, seen.refused, seen.fast)).toBeGreaterThan(50);
});

test('usual requests take the fast path', async () => {
  const titles = [
    'the usual request',
    'credentials in the body',
    'form-encoded Basic credentials',
    'a scope that it holds',
    'a resource with the slash of its empty path',
  ];
  for (const { request } of good.filter(({ title }) => titles.includes(title))) {
    expect(tookTheFastPath(await send(fixture.endpoint.on, request))).toBe(true);
  }
});

test('a connection can alternate between the fast path and the library', async () => {
  const { Agent, request: open } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = ({ headers, body }: TokenRequest) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = open(fixture.endpoint.on, { method: 'POST', agent, headers }, (incoming) => {
        incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0));
      });
      outgoing.on('error', reject).end(body);
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < 60; turn++) {
    statuses.push(await ask(turn % 3 === 1 ? fixture.ask({ subject_token: 'x' }) : fixture.ask()));
  }
  agent.destroy();
  expect(statuses).toEqual(Array.from({ length: 60 }, (_, turn) => (turn % 3 === 1 ? 400 : 200)));
});

test('no request of the corpus is logged as an internal error', () => {
  expect(fixture.endpoint.faults).toEqual([]);
});
