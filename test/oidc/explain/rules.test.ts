import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { mint, startTokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  form,
  formHeaders,
  sendTokenRequest,
} from '../../support/exchanges/token-requests.ts';
import {
  exchangeRules,
  isAllowed,
  putRules,
  refusingRules,
  type Rules,
  type Subject,
  subjects,
} from './exchange-policies.ts';
import { explainer, type Explanation } from './explainer.ts';
import {
  type ExchangeRequest,
  exchanges,
  type Graph,
  graphs,
  holdingsOf,
  putInPlace,
  questionOf,
  startGraphFixture,
} from './role-graph.ts';

const endpoint = await startTokenEndpoint();
const fixture = await startGraphFixture(endpoint);
const explain = await explainer(endpoint.app);
afterAll(() => endpoint[Symbol.asyncDispose]());

interface Case {
  graph: Graph;
  rules: Rules;
  subject: Subject;
  request: ExchangeRequest;
}

/** The exchange itself, over HTTP, with the fast path and without it. */
async function exchange({ request, subject }: Case) {
  const client = fixture.applications[request.application] ?? { id: '', clientSecret: '' };
  const user = fixture.users[request.user];
  const subject_token = await mint(endpoint, {
    ...user?.claims,
    aud: subject.resource,
    scope: subject.scopes.join(' '),
    acr: subject.acr,
    auth_time: endpoint.now() - subject.age,
  });
  const fields = {
    grant_type: exchangeGrant,
    subject_token,
    subject_token_type: accessTokenType,
    resource: request.resource,
    scope: request.scopes?.join(' '),
    organization_id: request.organizationId,
  };
  const body = { headers: { ...formHeaders, authorization: basic(client) }, body: form(fields) };
  const answers = await Promise.all([sendTokenRequest(endpoint.on, body), sendTokenRequest(endpoint.off, body)]);
  const [on, off] = answers.map(({ status, json }) => ({
    isGranted: status === 200,
    error: json.error ?? null,
    errorDescription: json.error_description ?? null,
    scope: (json['scope'] as string | undefined) ?? null,
  }));
  expect(off).toEqual(on);
  return on;
}

const rulesOfReasons: Record<string, string> = {
  OWNER_INACTIVE: 'OWNER',
  TARGET_NOT_ALLOWED: 'TARGETS',
  SCOPE_NOT_ALLOWED: 'TARGETS',
  ORGANIZATION_REQUIRED: 'ORGANIZATION',
  ORGANIZATION_NOT_ALLOWED: 'ORGANIZATION',
  AUDIENCE_NOT_SERVED: 'AUDIENCE',
  AUTHENTICATION_TOO_OLD: 'AUTHENTICATION',
  AUTHENTICATION_TOO_WEAK: 'AUTHENTICATION',
  WIDER_THAN_SUBJECT: 'NEVER_WIDER',
};

/** Expects what follows from the rules themselves. */
function expectByRules(
  { graph, rules, request, subject }: Case,
  { outcome, rules: explained, scopes }: Explanation,
): void {
  const unmet = explained.filter(({ isMet }) => isMet === false).map(({ rule }) => rule);
  const { reason } = outcome;
  const rule = rulesOfReasons[reason ?? ''];
  if (rule) expect(unmet).toContain(rule);
  if (outcome.isGranted) expect(unmet).toEqual([]);
  for (const one of explained)
    if (one.isMet === false) expect(one).toMatchObject({ applies: true, detail: expect.any(String) });
  const refusing = refusingRules(fixture, rules, { request, subject });
  if (outcome.isGranted) expect(refusing).toEqual([]);
  if (reason !== 'NO_RESOURCE' && reason !== 'MALFORMED_RESOURCE' && reason !== 'MALFORMED_SCOPE')
    expect(unmet).toEqual(expect.arrayContaining(refusing));
  for (const { name, isGranted, isAllowed: isLet } of scopes) {
    const lets = isAllowed(fixture, rules, name, request.resource, subject);
    // Whether the person holds the scope, and whatever else refuses the exchange.
    expect([name, isLet]).toEqual([name, lets]);
    const mayHave = lets && holdingsOf(fixture, graph, request, name).through.length > 0;
    const isLimited = request.resource === fixture.management && subject.resource === fixture.management;
    const isCarried = !isLimited || subject.scopes.includes(name);
    if (outcome.isGranted) expect([name, isGranted]).toEqual([name, mayHave && isCarried]);
  }
}

test('explainTokenExchange agrees with the token endpoint for random rules, tokens and roles', async () => {
  const seen: Record<string, number> = {};
  const cases = fc.record({
    graph: graphs,
    rules: exchangeRules(fixture),
    subject: subjects(fixture),
    request: exchanges(fixture),
  });
  const property = fc.asyncProperty(cases, async (one) => {
    // By one of the applications that may exchange, of the active user: other refusals have a test of their own.
    const request = { ...one.request, application: one.request.application % 2, user: 0 };
    const user = fixture.users[0];
    const question = questionOf(fixture, request);
    await putInPlace(fixture, one.graph, user ?? { id: '', exists: false });
    await putRules(fixture, question.applicationId, one.rules);
    const { subject } = one;
    const described = {
      subjectResource: subject.resource,
      subjectScopes: subject.scopes,
      subjectAcr: subject.acr,
      subjectAuthenticatedAt: new Date((endpoint.now() - subject.age) * 1000).toISOString(),
    };
    const [explanation, open, outcome] = await Promise.all([
      explain({ ...question, ...described }),
      explain(question),
      exchange({ ...one, request }),
    ]);
    expect(explanation.outcome).toMatchObject(outcome ?? {});
    expectByRules({ ...one, request }, explanation);
    // Facts that are not described are no obstacle, and open.
    const isOpen = open.rules.filter(({ isMet }) => isMet === null).map(({ rule }) => rule);
    expect([
      'AUDIENCE',
      'AUTHENTICATION',
      'NEVER_WIDER',
      ...(open.outcome.isGranted ? [] : ['OWNER', 'TARGETS', 'ORGANIZATION']),
    ]).toEqual(expect.arrayContaining(isOpen));
    if (explanation.outcome.isGranted) expect(open.outcome.isGranted).toBe(true);
    const what = explanation.outcome.reason ?? 'granted';
    seen[what] = (seen[what] ?? 0) + 1;
    for (const { reason, isAllowed: isLet } of explanation.scopes) {
      const results = reason === 'NOT_HELD' && !isLet ? [reason, 'NOT_HELD_NOR_ALLOWED'] : [reason ?? 'GRANTED'];
      for (const result of results) seen[result] = (seen[result] ?? 0) + 1;
    }
  });
  await fc.assert(property, { numRuns: 300, seed: 8693, endOnFailure: true });
  // Proves that the generator produces every outcome.
  const expected = [
    ...Object.keys(rulesOfReasons),
    'granted',
    'NOT_A_MEMBER',
    'NOT_ALLOWED_FOR_APPLICATION',
    'NOT_HELD_NOR_ALLOWED',
    'NOT_CARRIED',
  ];
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(expected));
  expect(seen['granted']).toBeGreaterThan(20);
  expect(endpoint.faults).toEqual([]);
});
