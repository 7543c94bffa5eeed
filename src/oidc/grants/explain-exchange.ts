import type {
  ExchangeExplanation,
  ExchangeQuestion,
  ExchangeToExplain,
  ExplainedScope,
  ExplainExchange,
  ScopeSource,
} from '../../domain/exchange-explanation.ts';
import { isResourceIndicator } from '../../domain/resource-indicator.ts';
import { parseScope } from '../../domain/scopes.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids/ids.ts';
import { type HeldScope, heldScopes } from '../../store/access/held-scopes.ts';
import type { ScopeRefusalReason } from '../../vocabulary/token-exchange.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { ClientState, PolicyAnswer } from '../access/policy-question.ts';
import { checkAuthentication } from './client-checks.ts';
import { checkMayExchange, decideExchange, type Granted } from './exchange-decision.ts';
import { accessTokenType, malformedScope, readExchangeRequest } from './exchange-request.ts';
import type { GrantParameters, GrantRefusal } from './grant.ts';
import { checkUser } from './user-token.ts';

interface Services {
  accessPolicy: AccessPolicy;
  database: Pick<Database, 'prisma'>;
}

/** The state that an explanation is based on. */
interface Facts {
  answer: PolicyAnswer;
  /** How the user holds scopes of the resource, in all organizations. */
  held: HeldScope[];
  /** Names of the resource's scopes. */
  defined: readonly string[];
}

/**
 * Explains token exchanges with the code that carries them out: it reads the form, asks the access policy and decides.
 * It assumes that the client authenticates and that the subject token is valid, was obtained by a first-party
 * application and is not confined to an organization.
 */
export function createExplainExchange({ accessPolicy, database }: Services): ExplainExchange<Transaction> {
  return async (question, tx) => {
    const policy = tx ? accessPolicy.within(tx) : accessPolicy;
    const prisma = tx ?? database.prisma;
    const facts = await read(policy, prisma, question.membersOnly ? await hideOthers(prisma, question) : question);
    const decision = decide(question, facts.answer);
    return {
      outcome: outcomeOf(decision),
      ...partiesOf(question, facts.answer),
      scopes: scopesOf(question, facts, 'ok' in decision ? [] : decision.scopes),
    };
  };
}

type Reader = Database['prisma'] | Transaction;

/** Replaces the user and the application if they are no members of the organization, with an id that nothing has. */
async function hideOthers(prisma: Reader, question: ExchangeToExplain): Promise<ExchangeToExplain> {
  const organizationId = question.organizationId ?? '';
  const { userId, applicationId } = question;
  const [users, applications] = await Promise.all([
    prisma.organizationUser.count({ where: { organizationId, userId } }),
    prisma.organizationApplication.count({ where: { organizationId, applicationId } }),
  ]);
  return { ...question, userId: users ? userId : '', applicationId: applications ? applicationId : '' };
}

async function read(
  policy: Pick<AccessPolicy, 'ask' | 'resource'>,
  prisma: Reader,
  question: ExchangeToExplain,
): Promise<Facts> {
  // Malformed ids and indicators are replaced by an empty string, which nothing has.
  const clientId = isId('application', question.applicationId) ? question.applicationId : '';
  const userId = isId('user', question.userId) ? question.userId : '';
  const resource = isResourceIndicator(question.resource) ? question.resource : '';
  const organizationId = question.organizationId ?? null;
  const [answer, [held = []], state] = await Promise.all([
    policy.ask({ clientId, userId, grant: null, holderIds: [], resource, organizationId }),
    heldScopes(prisma, [{ holderId: userId, resource, organizationId: null }]),
    policy.resource(resource),
  ]);
  const { membersOnly } = question;
  // What a member holds through roles shows in the outcome, but not the roles, nor the other scopes of the resource.
  return {
    answer,
    held: membersOnly ? held.filter((way) => way.organizationId === organizationId) : held,
    defined: (membersOnly ? answer.scopes : state?.scopes) ?? [],
  };
}

/** In the order of the token endpoint: the syntax of the scope, the client, then the rest of the form. */
function decide(question: ExchangeQuestion, answer: PolicyAnswer): Granted | GrantRefusal {
  const refusal = checkAuthentication(answer) ?? checkScope(question) ?? checkMayExchange(answer);
  if (refusal) return refusal;
  const request = readExchangeRequest(formOf(question));
  return 'ok' in request ? request : decideExchange(request, answer, checkUser('subject', answer));
}

/** The form that the client would send. Empty parameters count as absent (RFC 6749 §3.2). */
const formOf = (question: ExchangeQuestion): GrantParameters => ({
  subject_token: 'assumed',
  subject_token_type: accessTokenType,
  resource: question.resource || undefined,
  scope: scopeParameter(question),
  organization_id: question.organizationId ?? undefined,
});

function checkScope(question: ExchangeQuestion): GrantRefusal | undefined {
  const scope = scopeParameter(question);
  return scope === undefined || parseScope(scope) ? undefined : malformedScope;
}

const scopeParameter = ({ scopes }: ExchangeQuestion): string | undefined => scopes?.join(' ') || undefined;

const outcomeOf = (decision: Granted | GrantRefusal): ExchangeExplanation['outcome'] =>
  'ok' in decision
    ? { ...nothing, isGranted: false, error: decision.error, errorDescription: decision.description }
    : { ...nothing, isGranted: true, scope: decision.scopes.join(' '), expiresIn: decision.lifetime };

const nothing = { error: null, errorDescription: null, scope: null, expiresIn: null };

function partiesOf(
  { applicationId, userId, resource, organizationId }: ExchangeQuestion,
  { client, user, isMember, accessTokenTtl }: PolicyAnswer,
): Pick<ExchangeExplanation, 'client' | 'user' | 'membership' | 'resource'> {
  return {
    client: client ? clientOf(applicationId, client) : null,
    user: { userId, state: user },
    membership: organizationId == null ? null : { organizationId, isMember },
    resource: accessTokenTtl === null ? null : { indicator: resource, accessTokenTtl },
  };
}

const clientOf = (applicationId: string, { version: _version, endings: _endings, ...state }: ClientState) => ({
  applicationId,
  ...state,
});

/** Each requested scope once, in the order of the request; all of the resource if none was requested. */
function scopesOf(question: ExchangeToExplain, facts: Facts, granted: readonly string[]): ExplainedScope[] {
  const requested = scopeParameter(question)?.split(' ') ?? facts.defined;
  const ways = Map.groupBy(facts.held, ({ name }) => name);
  return [...new Set(requested)].map((name) => {
    const all = ways.get(name) ?? [];
    const counts = (way: HeldScope) => way.roleId !== null || countsIn(question, way);
    const through = all.filter(counts).map(holdingOf);
    const inOtherOrganizations = all.filter((way) => !counts(way)).map(holdingOf);
    const isGranted = granted.includes(name);
    const reason = isGranted ? null : reasonAgainst(name, facts, question.membersOnly, inOtherOrganizations.length > 0);
    return { name, isGranted, reason, through, inOtherOrganizations };
  });
}

const countsIn = ({ organizationId }: ExchangeQuestion, way: HeldScope): boolean =>
  organizationId == null || way.organizationId === organizationId;

const holdingOf = ({ roleId, organizationRoleId, organizationId }: HeldScope): ScopeSource => ({
  roleId,
  organizationRoleId,
  organizationId,
});

/** Uses `answer.scopes`, which the grant decides by. */
function reasonAgainst(
  name: string,
  { answer, defined }: Facts,
  membersOnly: boolean,
  isHeldElsewhere: boolean,
): ScopeRefusalReason {
  if (!parseScope(name)) return 'MALFORMED';
  if (!defined.includes(name)) return membersOnly ? 'NOT_HELD' : 'UNKNOWN_SCOPE';
  if (answer.scopes.includes(name)) return 'EXCHANGE_REFUSED';
  return isHeldElsewhere ? 'HELD_IN_OTHER_ORGANIZATION' : 'NOT_HELD';
}
