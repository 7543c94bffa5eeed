import type {
  ExchangeExplanation,
  ExchangeQuery,
  ExchangeToExplain,
  ExplainExchange,
} from '../../domain/oauth/exchange-explanation.ts';
import { extendChain } from '../../domain/oauth/actor-chain.ts';
import { isResourceIndicator } from '../../domain/oauth/resource-indicator.ts';
import { parseScope } from '../../domain/oauth/scopes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids/ids.ts';
import { heldScopes } from '../../store/access/held-scopes.ts';
import type { ApplicationKind } from '../../vocabulary/resources.ts';
import { accessTokenType } from '../../vocabulary/token-exchange.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { ClientState, PolicyState } from '../access/policy-state.ts';
import { checkAuthentication } from './client-checks.ts';
import { checkMayExchange, decideExchange, type ExchangeToDecide, type Granted } from './exchange-decision.ts';
import { ageOf, type ExchangeSubject, withoutSignIn } from './exchange-rules.ts';
import { decideImpersonation, readImpersonation } from './explain-impersonation.ts';
import { malformedScope, readExchangeRequest } from './exchange-request.ts';
import { explainRules } from './explain-rules.ts';
import { type ExplanationBasis, explainScopes, scopeParameter } from './explain-scopes.ts';
import type { ExchangeRefusal, GrantParameters } from './grant.ts';
import { checkUser } from './user-token.ts';

interface Services {
  accessPolicy: AccessPolicy;
  database: Pick<Database, 'prisma'>;
  clock: Clock;
  /** Resource indicator of the Management API. */
  managementResource: string;
}

/**
 * Explains token exchanges with the code that carries them out: it reads the form and the access policy, and decides.
 * It assumes that the client authenticates and that the subject token is valid, was obtained by a first-party
 * application, is not confined to an organization and comes from no token for the Management API; or that an
 * administrator has just prepared it. What a query does not describe of the subject token is no obstacle.
 */
export function createExplainExchange(services: Services): ExplainExchange<Transaction> {
  const { accessPolicy, database, managementResource, clock } = services;
  return async (query, tx) => {
    const policy = tx ? accessPolicy.within(tx) : accessPolicy;
    const prisma = tx ?? database.prisma;
    const basis = await read(policy, prisma, query.membersOnly ? await hideOthers(prisma, query) : query);
    const isBuiltIn = basis.state.resource === managementResource;
    const isImpersonated = basis.impersonation !== undefined;
    const subject = isImpersonated ? withoutSignIn : describedSubject(query, basis, clock.now());
    const exchange = exchangeOf(query, { subject, isImpersonated, isBuiltIn, managementResource });
    const decision = decide(query, exchange, basis);
    return {
      outcome: 'ok' in decision ? refusedBy(decision) : { ...outcomeOf(decision), act: await actIn(prisma, query) },
      ...partiesOf(query, isBuiltIn, basis.state),
      scopes: explainScopes(query, { ...basis, subject, exchange }, decision),
      rules: explainRules({
        exchange: 'ok' in exchange ? undefined : exchange,
        isPrepared: isImpersonated,
        state: basis.state,
      }),
    };
  };
}

type Reader = Database['prisma'] | Transaction;

/**
 * Replaces the user and the application if they are no members of the organization, with an id that nothing has, and an
 * administrator always: no one may act as others by what they hold in an organization.
 */
async function hideOthers(prisma: Reader, query: ExchangeToExplain): Promise<ExchangeToExplain> {
  const organizationId = query.organizationId ?? '';
  const { userId, applicationId, impersonatorId } = query;
  const [users, applications] = await Promise.all([
    prisma.organizationUser.count({ where: { organizationId, userId } }),
    prisma.organizationApplication.count({ where: { organizationId, applicationId } }),
  ]);
  return {
    ...query,
    userId: users ? userId : '',
    applicationId: applications ? applicationId : '',
    impersonatorId: impersonatorId == null ? impersonatorId : '',
  };
}

async function read(
  policy: Pick<AccessPolicy, 'read' | 'resource' | 'registered'>,
  prisma: Reader,
  query: ExchangeToExplain,
): Promise<ExplanationBasis> {
  // Malformed ids and indicators are replaced by an empty string, which nothing has.
  const clientId = isId('application', query.applicationId) ? query.applicationId : '';
  const userId = isId('user', query.userId) ? query.userId : '';
  const resource = isResourceIndicator(query.resource) ? query.resource : '';
  const organizationId = query.organizationId ?? null;
  const subjectResource = await registeredAs(policy, query.subjectResource ?? undefined);
  const [state, [held = []], target, impersonation] = await Promise.all([
    policy.read({ clientId, userId, grant: null, applicationIds: [], resource, organizationId, subjectResource }),
    heldScopes(prisma, [{ holderId: userId, resource, organizationId: null }]),
    policy.resource(resource),
    readImpersonation(prisma, { ...query, applicationId: clientId, userId }),
  ]);
  const { membersOnly } = query;
  // The outcome shows the scopes that a member holds through roles, but neither the roles nor other scopes.
  return {
    state,
    held: membersOnly ? held.filter((way) => way.organizationId === organizationId) : held,
    defined: (membersOnly ? state.scopes : target?.scopes) ?? [],
    subjectResource,
    impersonation,
  };
}

/** A resource indicator in the spelling that tokens have. */
const registeredAs = async (policy: Pick<AccessPolicy, 'registered'>, indicator: string | undefined) =>
  indicator && ((await policy.registered([indicator])).get(indicator) ?? indicator);

interface ExchangeCircumstances extends Pick<Services, 'managementResource'> {
  subject: ExchangeSubject;
  isImpersonated: boolean;
  isBuiltIn: boolean;
}

/** The exchange that the client would request, or the error in its form. */
function exchangeOf(
  query: ExchangeQuery,
  { subject, isImpersonated, isBuiltIn, managementResource }: ExchangeCircumstances,
): ExchangeToDecide | ExchangeRefusal {
  const request = readExchangeRequest(formOf(query));
  if ('ok' in request) return request;
  const limit = subject.resource === managementResource ? subject.scope : undefined;
  return { ...request, management: isBuiltIn ? { limit, isImpersonated } : undefined, subject };
}

const describedSubject = (query: ExchangeQuery, { subjectResource }: ExplanationBasis, now: Date): ExchangeSubject => ({
  resource: subjectResource,
  scope: query.subjectScopes?.join(' '),
  acr: query.subjectAcr ?? undefined,
  authenticationAge: ageIn(query, now),
});

/** A token without a level states no time either. */
function ageIn({ subjectAcr, subjectAuthenticatedAt: time }: ExchangeQuery, now: Date): number | undefined {
  if (subjectAcr === '') return ageOf(undefined, now);
  return time == null ? undefined : ageOf(Math.floor(Date.parse(time) / 1000), now);
}

/** In the order of the token endpoint: the syntax of the scope, the client, then the rest of the form. */
function decide(
  query: ExchangeQuery,
  exchange: ExchangeToDecide | ExchangeRefusal,
  { state, impersonation }: ExplanationBasis,
): Granted | ExchangeRefusal {
  const refusal = checkAuthentication(state) ?? checkScope(query) ?? checkMayExchange(state);
  if (refusal) return refusal;
  if ('ok' in exchange) return exchange;
  if (impersonation) return decideImpersonation(impersonation, exchange, state);
  return decideExchange(exchange, state, checkUser('SUBJECT', state));
}

/** The form that the client would send. Empty parameters count as absent (RFC 6749 §3.2). */
const formOf = (query: ExchangeQuery): GrantParameters => ({
  subject_token: 'assumed',
  subject_token_type: accessTokenType,
  resource: query.resource || undefined,
  scope: scopeParameter(query),
  organization_id: query.organizationId ?? undefined,
});

function checkScope(query: ExchangeQuery): ExchangeRefusal | undefined {
  const scope = scopeParameter(query);
  return scope === undefined || parseScope(scope) ? undefined : malformedScope;
}

type Outcome = ExchangeExplanation['outcome'];

const nothing = { error: null, errorDescription: null, reason: null, scope: null, expiresIn: null, act: null };

const refusedBy = ({ error, description, reason }: ExchangeRefusal): Outcome => ({
  ...nothing,
  isGranted: false,
  error,
  errorDescription: description,
  reason,
});

const outcomeOf = ({ scopes, lifetime }: Granted): Outcome => ({
  ...nothing,
  isGranted: true,
  scope: scopes.join(' '),
  expiresIn: lifetime,
});

/** The actors of the new token: the application, and inside it the administrator of an impersonation. */
async function actIn(prisma: Reader, { applicationId, impersonatorId }: ExchangeQuery): Promise<Outcome['act']> {
  const select = { id: true, kind: true };
  const client = await prisma.application.findUnique({ where: { id: applicationId }, select });
  // It was deleted after the decision.
  if (!client) return null;
  const earlier = impersonatorId == null ? undefined : { sub: impersonatorId };
  return { ...extendChain(earlier, { ...client, kind: client.kind as ApplicationKind }) };
}

function partiesOf(
  { applicationId, userId, organizationId }: ExchangeQuery,
  isBuiltIn: boolean,
  { client, user, isMember, resource, accessTokenTtl }: PolicyState,
): Pick<ExchangeExplanation, 'client' | 'user' | 'membership' | 'resource'> {
  return {
    client: client ? clientOf(applicationId, client) : null,
    user: { userId, state: user },
    membership: organizationId == null ? null : { organizationId, isMember },
    resource: accessTokenTtl === null ? null : { indicator: resource, accessTokenTtl, isBuiltIn },
  };
}

const clientOf = (
  applicationId: string,
  { version: _version, sessionEpoch: _sessionEpoch, ...state }: ClientState,
) => ({
  applicationId,
  ...state,
});
