import type {
  ExchangeExplanation,
  ExchangeQuery,
  ExchangeToExplain,
  ExplainedScope,
  ExplainExchange,
  ScopeSource,
} from '../../domain/oauth/exchange-explanation.ts';
import { isResourceIndicator } from '../../domain/oauth/resource-indicator.ts';
import { parseScope } from '../../domain/oauth/scopes.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids/ids.ts';
import { type HeldScope, heldScopes } from '../../store/access/held-scopes.ts';
import { accessTokenType, type ScopeRefusalReason } from '../../vocabulary/token-exchange.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { ClientState, PolicyState } from '../access/policy-state.ts';
import { checkAuthentication } from './client-checks.ts';
import { checkMayExchange, decideExchange, type Granted } from './exchange-decision.ts';
import { malformedScope, readExchangeRequest } from './exchange-request.ts';
import type { ExchangeRefusal, GrantParameters } from './grant.ts';
import { checkUser } from './user-token.ts';

interface Services {
  accessPolicy: AccessPolicy;
  database: Pick<Database, 'prisma'>;
  /** Resource indicator of the Management API. */
  managementResource: string;
}

/** The data that an explanation is based on. */
interface ExplanationBasis {
  state: PolicyState;
  /** The sources of the user's scopes of the resource, in all organizations. */
  held: HeldScope[];
  /** Names of the resource's scopes. */
  defined: readonly string[];
}

/**
 * Explains token exchanges with the code that carries them out: it reads the form and the access policy, and decides.
 * It assumes that the client authenticates and that the subject token is valid, was obtained by a first-party
 * application, is not confined to an organization and comes from no token for the Management API.
 */
export function createExplainExchange(services: Services): ExplainExchange<Transaction> {
  const { accessPolicy, database, managementResource } = services;
  return async (query, tx) => {
    const policy = tx ? accessPolicy.within(tx) : accessPolicy;
    const prisma = tx ?? database.prisma;
    const basis = await read(policy, prisma, query.membersOnly ? await hideOthers(prisma, query) : query);
    const isBuiltIn = basis.state.resource === managementResource;
    const decision = decide(query, isBuiltIn, basis.state);
    return {
      outcome: outcomeOf(decision),
      ...partiesOf(query, isBuiltIn, basis.state),
      scopes: scopesOf(query, basis, decision),
    };
  };
}

type Reader = Database['prisma'] | Transaction;

/** Replaces the user and the application if they are no members of the organization, with an id that nothing has. */
async function hideOthers(prisma: Reader, query: ExchangeToExplain): Promise<ExchangeToExplain> {
  const organizationId = query.organizationId ?? '';
  const { userId, applicationId } = query;
  const [users, applications] = await Promise.all([
    prisma.organizationUser.count({ where: { organizationId, userId } }),
    prisma.organizationApplication.count({ where: { organizationId, applicationId } }),
  ]);
  return { ...query, userId: users ? userId : '', applicationId: applications ? applicationId : '' };
}

async function read(
  policy: Pick<AccessPolicy, 'read' | 'resource'>,
  prisma: Reader,
  query: ExchangeToExplain,
): Promise<ExplanationBasis> {
  // Malformed ids and indicators are replaced by an empty string, which nothing has.
  const clientId = isId('application', query.applicationId) ? query.applicationId : '';
  const userId = isId('user', query.userId) ? query.userId : '';
  const resource = isResourceIndicator(query.resource) ? query.resource : '';
  const organizationId = query.organizationId ?? null;
  const [state, [held = []], target] = await Promise.all([
    policy.read({ clientId, userId, grant: null, applicationIds: [], resource, organizationId }),
    heldScopes(prisma, [{ holderId: userId, resource, organizationId: null }]),
    policy.resource(resource),
  ]);
  const { membersOnly } = query;
  // The outcome shows the scopes that a member holds through roles, but neither the roles nor other scopes.
  return {
    state,
    held: membersOnly ? held.filter((way) => way.organizationId === organizationId) : held,
    defined: (membersOnly ? state.scopes : target?.scopes) ?? [],
  };
}

/** In the order of the token endpoint: the syntax of the scope, the client, then the rest of the form. */
function decide(query: ExchangeQuery, isBuiltIn: boolean, state: PolicyState): Granted | ExchangeRefusal {
  const refusal = checkAuthentication(state) ?? checkScope(query) ?? checkMayExchange(state);
  if (refusal) return refusal;
  const request = readExchangeRequest(formOf(query));
  if ('ok' in request) return request;
  const management = isBuiltIn ? { limit: undefined } : undefined;
  return decideExchange({ ...request, management }, state, checkUser('SUBJECT', state));
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

const scopeParameter = ({ scopes }: ExchangeQuery): string | undefined => scopes?.join(' ') || undefined;

const outcomeOf = (decision: Granted | ExchangeRefusal): ExchangeExplanation['outcome'] =>
  'ok' in decision
    ? {
        ...nothing,
        isGranted: false,
        error: decision.error,
        errorDescription: decision.description,
        reason: decision.reason,
      }
    : { ...nothing, isGranted: true, scope: decision.scopes.join(' '), expiresIn: decision.lifetime };

const nothing = { error: null, errorDescription: null, reason: null, scope: null, expiresIn: null };

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

/** Each requested scope once, in the order of the request; all of the resource if none was requested. */
function scopesOf(
  query: ExchangeToExplain,
  basis: ExplanationBasis,
  decision: Granted | ExchangeRefusal,
): ExplainedScope[] {
  const requested = scopeParameter(query)?.split(' ') ?? basis.defined;
  const ways = Map.groupBy(basis.held, ({ name }) => name);
  return [...new Set(requested)].map((name) => {
    const all = ways.get(name) ?? [];
    const counts = (way: HeldScope) => way.roleId !== null || countsIn(query, way);
    const through = all.filter(counts).map(holdingOf);
    const inOtherOrganizations = all.filter((way) => !counts(way)).map(holdingOf);
    const isGranted = !('ok' in decision) && decision.scopes.includes(name);
    const isHeldElsewhere = inOtherOrganizations.length > 0;
    const reason = isGranted ? null : reasonAgainst(name, basis, { ...query, decision, isHeldElsewhere });
    return { name, isGranted, reason, through, inOtherOrganizations };
  });
}

const countsIn = ({ organizationId }: ExchangeQuery, way: HeldScope): boolean =>
  organizationId == null || way.organizationId === organizationId;

const holdingOf = ({ roleId, organizationRoleId, organizationId }: HeldScope): ScopeSource => ({
  roleId,
  organizationRoleId,
  organizationId,
});

interface Against extends Pick<ExchangeToExplain, 'membersOnly'> {
  decision: Granted | ExchangeRefusal;
  isHeldElsewhere: boolean;
}

/** Uses `state.scopes`, which the grant decides by. */
function reasonAgainst(
  name: string,
  { state, defined }: ExplanationBasis,
  { decision, membersOnly, isHeldElsewhere }: Against,
): ScopeRefusalReason {
  if (!parseScope(name)) return 'MALFORMED';
  if (!defined.includes(name)) return membersOnly ? 'NOT_HELD' : 'UNKNOWN_SCOPE';
  if (state.scopes.includes(name)) {
    const isForManagement = 'ok' in decision && decision.reason === 'MANAGEMENT_API_NOT_ALLOWED';
    return isForManagement ? 'MANAGEMENT_API_NOT_ALLOWED' : 'EXCHANGE_REFUSED';
  }
  return isHeldElsewhere ? 'HELD_IN_OTHER_ORGANIZATION' : 'NOT_HELD';
}
