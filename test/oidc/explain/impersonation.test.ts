import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { isResourceIndicator } from '../../../src/domain/oauth/resource-indicator.ts';
import { parseScope } from '../../../src/domain/oauth/scopes.ts';
import { wordsOf } from '../../../src/domain/text.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { newSubjectToken } from '../../../src/store/impersonations/subject-tokens.ts';
import { exchangeReasonNames, exchangeReasons } from '../../../src/vocabulary/exchanges/exchange-reasons.ts';
import { impersonationTokenType } from '../../../src/vocabulary/token-exchange.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import { startTokenEndpoint } from '../../support/exchanges/token-endpoint.ts';
import { basic, exchangeGrant, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { exchangeRules, putRules, type Rules } from './exchange-policies.ts';
import { explainer } from './explainer.ts';
import {
  type ExchangeRequest,
  exchanges,
  type Graph,
  graphs,
  putInPlace,
  questionOf,
  startGraphFixture,
} from './role-graph.ts';

const endpoint = await startTokenEndpoint();
const fixture = await startGraphFixture(endpoint);
const explain = await explainer(endpoint.app);
afterAll(() => endpoint[Symbol.asyncDispose]());

const { prisma, scopes, management, users } = fixture;
const permission = (name: string) =>
  scopes.find((scope) => scope.resource === management && scope.name === name)?.id ?? '';
/** Permissions that a user of a graph can hold. */
const ofGraphs = scopes.slice(0, 7).flatMap(({ id, resource }) => (resource === management ? [id] : []));
const impersonate = permission('users:impersonate');
const administrators = {
  able: await addUser(prisma, { scopeIds: [impersonate, ...ofGraphs] }),
  /** Holds nothing that a user of a graph could hold. */
  lesser: await addUser(prisma, { scopeIds: [impersonate] }),
  without: await addUser(prisma, { scopeIds: ofGraphs }),
  suspended: await addUser(prisma, { scopeIds: [impersonate, ...ofGraphs], suspendedAt: new Date() }),
};

interface Case {
  graph: Graph;
  rules: Rules;
  request: ExchangeRequest;
  /** Indexes into the lists of the fixture, in place of those of the request. */
  application: number;
  user: number;
  isAllowed: boolean;
  administrator: keyof typeof administrators;
  lifetimeSeconds: number;
}

/** A token that the administrator has prepared: without the limits of the operation, which are not explained. */
async function prepare(userId: string, administratorId: string): Promise<string> {
  const { id, secretHash, text } = newSubjectToken(ids);
  const [createdAt, expiresAt] = [0, 600].map((seconds) => new Date((endpoint.now() + seconds) * 1000)) as [Date, Date];
  const epochs = { userSessionEpoch: 0, administratorSessionEpoch: 0 };
  const people = { userId, administratorId };
  await prisma.subjectToken.create({
    data: { id, secretHash, ...people, ...epochs, reason: 'Ticket', createdAt, expiresAt },
  });
  return text;
}

const reasonOf = (description: string | undefined): string | null =>
  exchangeReasonNames.find((reason) => exchangeReasons[reason].description === description) ?? null;

/** The exchange itself, over HTTP. */
async function exchange({ request, administrator }: Case) {
  const client = fixture.applications[request.application] ?? { id: '', clientSecret: '' };
  const fields = {
    grant_type: exchangeGrant,
    subject_token: await prepare(users[request.user]?.id ?? '', administrators[administrator].id),
    subject_token_type: impersonationTokenType,
    resource: request.resource,
    scope: request.scopes?.join(' '),
    organization_id: request.organizationId,
  };
  const headers = { ...formHeaders, authorization: basic(client) };
  const { status, json } = await sendTokenRequest(endpoint.on, { headers, body: form(fields) });
  return {
    isGranted: status === 200,
    error: json.error ?? null,
    errorDescription: json.error_description ?? null,
    reason: reasonOf(json.error_description),
    scope: (json['scope'] as string | undefined) ?? null,
    expiresIn: (json['expires_in'] as number | undefined) ?? null,
    act: json.access_token === undefined ? null : (decodeJwt(json.access_token)['act'] as object),
  };
}

/** Rules about the subject token and the sign-in, which a prepared token cannot break. */
const aboutTokens = ['AUDIENCE', 'AUTHENTICATION', 'NEVER_WIDER'];

const hasValidForm = ({ resource, scopes = [] }: ExchangeRequest): boolean =>
  isResourceIndicator(resource) && (scopes.join(' ') === '' || parseScope(scopes.join(' ')) !== undefined);

test('explainTokenExchange agrees with the token endpoint about random impersonations', async () => {
  const seen: Record<string, number> = {};
  const cases: fc.Arbitrary<Case> = fc.record({
    graph: graphs,
    rules: exchangeRules(fixture),
    request: exchanges(fixture),
    // Two that may exchange, one that may not, and a suspended one.
    application: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 1, 2, 6),
    // Active, or suspended: the tokens of a deleted one are deleted as well.
    user: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
    isAllowed: fc.constantFrom(true, true, true, false),
    administrator: fc.constantFrom('able', 'able', 'able', 'lesser', 'without', 'suspended'),
    lifetimeSeconds: fc.constantFrom(60, 300, 3600),
  });
  const property = fc.asyncProperty(cases, async (one) => {
    const request = { ...one.request, application: one.application, user: one.user };
    const question = questionOf(fixture, request);
    await putInPlace(fixture, one.graph, users[one.user] ?? { id: '', exists: false });
    await putRules(fixture, question.applicationId, one.rules);
    const { applicationId: id } = question;
    await prisma.application.update({ where: { id }, data: { impersonationAllowed: one.isAllowed } });
    const { lifetimeSeconds } = one;
    await prisma.signInExperience.updateMany({ data: { policy: { impersonation: { lifetimeSeconds } } } });
    const impersonatorId = administrators[one.administrator].id;
    // Facts about another token do not count.
    const described = { subjectResource: 'https://deleted.example', subjectScopes: [], subjectAcr: '' };
    const explanation = await explain({ ...question, ...described, impersonatorId });
    const outcome = await exchange({ ...one, request });
    expect(explanation.outcome).toEqual(outcome);
    for (const { rule, applies, isMet } of explanation.rules)
      if (aboutTokens.includes(rule)) expect([rule, isMet]).toEqual([rule, !applies || hasValidForm(request) || null]);
    const granted = explanation.scopes.filter(({ isGranted }) => isGranted).map(({ name }) => name);
    expect(granted.sort()).toEqual(wordsOf(outcome.scope ?? '').sort());
    const what = explanation.outcome.reason ?? `granted for ${explanation.outcome.expiresIn}`;
    seen[what] = (seen[what] ?? 0) + 1;
  });
  await fc.assert(property, { numRuns: 200, seed: 8693, endOnFailure: true });
  // Proves that the generator produces every outcome.
  expect(Object.keys(seen)).toEqual(
    expect.arrayContaining([
      'granted for 60',
      'granted for 300',
      'granted for 900',
      'IMPERSONATION_NOT_ALLOWED',
      'IMPERSONATOR_NOT_ALLOWED',
      'IMPERSONATION_FOR_MANAGEMENT_API',
      'TARGET_NOT_ALLOWED',
      'ORGANIZATION_REQUIRED',
      'NOT_A_MEMBER',
      'CLIENT_AUTHENTICATION_FAILED',
      'EXCHANGE_NOT_ALLOWED',
      'SUBJECT_USER_SUSPENDED',
      'OWNER_INACTIVE',
      'SCOPE_NOT_HELD',
    ]),
  );
  expect(endpoint.faults).toEqual([]);
});

test('explainTokenExchange lets no one act as themself, and no one act who does not exist', async () => {
  const { apiResource: target, scopeId } = await addTarget();
  const self = await addUser(prisma, { scopeIds: [impersonate, scopeId] });
  const client = await addApplication(prisma, 'MACHINE_TO_MACHINE', {
    tokenExchangeAllowed: true,
    impersonationAllowed: true,
  });
  const question = { applicationId: client.id, userId: self.id, resource: target };
  for (const impersonatorId of [self.id, ids.next('user')])
    expect((await explain({ ...question, impersonatorId })).outcome.reason).toBe('IMPERSONATOR_NOT_ALLOWED');
});

async function addTarget() {
  const { indicator, scopeIds } = await addResource(prisma, 'https://self.example', ['read']);
  return { apiResource: indicator, scopeId: scopeIds[0] ?? '' };
}
