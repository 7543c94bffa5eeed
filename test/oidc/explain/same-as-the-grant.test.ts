import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { exchangeReasonNames, exchangeReasons } from '../../../src/vocabulary/exchanges/exchange-reasons.ts';
import { startTokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  form,
  formHeaders,
  sendTokenRequest,
  type TokenAnswer,
} from '../../support/exchanges/token-requests.ts';
import { type Explanation, explainer, type Holding } from './explainer.ts';
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

/** The exchange itself, over HTTP, by an application that authenticates if it can. */
function exchange({ application, user, resource, scopes, organizationId }: ExchangeRequest): Promise<TokenAnswer> {
  const client = fixture.applications[application];
  if (!client) throw new Error('no such application');
  const fields = {
    grant_type: exchangeGrant,
    subject_token: fixture.users[user]?.token,
    subject_token_type: accessTokenType,
    resource,
    scope: scopes?.join(' '),
    organization_id: organizationId,
    ...(client.isPublic && { client_id: client.id }),
  };
  const headers = { ...formHeaders, ...(!client.isPublic && { authorization: basic(client) }) };
  return sendTokenRequest(endpoint.on, { headers, body: form(fields) });
}

const reasonOf = (description: string | undefined): string | null =>
  exchangeReasonNames.find((reason) => exchangeReasons[reason].description === description) ?? null;

const outcomeOf = ({ status, json }: TokenAnswer): Explanation['outcome'] => ({
  isGranted: status === 200,
  error: json.error ?? null,
  errorDescription: json.error_description ?? null,
  reason: reasonOf(json.error_description),
  scope: (json['scope'] as string | undefined) ?? null,
  expiresIn: (json['expires_in'] as number | undefined) ?? null,
  act: json.access_token === undefined ? null : (decodeJwt(json.access_token)['act'] as object),
});

const sorted = (holdings: Holding[]): string[] => holdings.map((one) => JSON.stringify(one)).sort();

const notForManagement = 'MANAGEMENT_API_NOT_ALLOWED';

/** The reason that follows from the graph and the response to the exchange. */
function expectedScope(graph: Graph, request: ExchangeRequest, name: string, outcome: Explanation['outcome']) {
  const isGranted = outcome.scope?.split(' ').includes(name) ?? false;
  const { exists, through, inOtherOrganizations } = holdingsOf(fixture, graph, request, name);
  const whyNot = () => {
    if (!/^[!#-[\]-~]+$/.test(name)) return 'MALFORMED';
    if (!exists) return 'UNKNOWN_SCOPE';
    if (through.length) return outcome.reason === notForManagement ? notForManagement : 'EXCHANGE_REFUSED';
    return inOtherOrganizations.length ? 'HELD_IN_OTHER_ORGANIZATION' : 'NOT_HELD';
  };
  return {
    name,
    isGranted,
    reason: isGranted ? null : whyNot(),
    // No application has rules here.
    isAllowed: true,
    through: sorted(through),
    inOtherOrganizations: sorted(inOtherOrganizations),
  };
}

function expectedScopes(graph: Graph, request: ExchangeRequest, outcome: Explanation['outcome']) {
  const all = fixture.scopes.filter(({ resource }) => resource === request.resource).map(({ name }) => name);
  const requested = request.scopes?.join(' ');
  const names = requested ? requested.split(' ') : all.sort();
  return [...new Set(names)].map((name) => expectedScope(graph, request, name, outcome));
}

test('explainTokenExchange agrees with the token endpoint for random graphs of roles', async () => {
  const seen: Record<string, number> = {};
  const count = (what: string) => (seen[what] = (seen[what] ?? 0) + 1);
  const cases = fc.tuple(graphs, fc.array(exchanges(fixture), { minLength: 2, maxLength: 2 }));
  const property = fc.asyncProperty(cases, async ([graph, list]) => {
    for (const request of list) {
      const user = fixture.users[request.user];
      if (user) await putInPlace(fixture, graph, user);
      const [explanation, answer] = await Promise.all([explain(questionOf(fixture, request)), exchange(request)]);
      expect(explanation.outcome).toEqual(outcomeOf(answer));
      const scopes = explanation.scopes.map((one) => ({
        ...one,
        through: sorted(one.through),
        inOtherOrganizations: sorted(one.inOtherOrganizations),
      }));
      expect(scopes).toEqual(expectedScopes(graph, request, explanation.outcome));
      count(explanation.outcome.errorDescription ?? 'granted');
      for (const { reason } of scopes) count(reason ?? 'a scope is granted');
    }
  });
  // Without shrinking: a case needs a database state of its own, and the first failure is small enough to read.
  await fc.assert(property, { numRuns: 120, seed: 8693, endOnFailure: true });
  // Proves that the generator produces every outcome.
  const outcomes = [
    'granted',
    'client authentication failed',
    'token exchange is not allowed for this application',
    'the subject token is of a user who is suspended',
    'the subject token is of a user who no longer exists',
    'resource is missing',
    'resource must be an absolute URI without a fragment',
    'there is no such resource',
    'scope contains invalid characters',
    'the user is not a member of this organization',
    'exchanging tokens for the Management API is not allowed for this application: its setting managementApiAllowed is off',
    'the user holds none of these scopes on this resource',
  ];
  const reasons = [
    'MALFORMED',
    'UNKNOWN_SCOPE',
    'HELD_IN_OTHER_ORGANIZATION',
    'NOT_HELD',
    'EXCHANGE_REFUSED',
    notForManagement,
  ];
  expect(Object.keys(seen).sort()).toEqual([...outcomes, ...reasons, 'a scope is granted'].sort());
  expect(seen['granted']).toBeGreaterThan(50);
  expect(endpoint.faults).toEqual([]);
});
