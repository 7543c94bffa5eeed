// SQL: all that decides about many tokens in one statement, on the path of token exchange.
import { isStorable, wordsOf } from '../../domain/text.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isSuspendedAt } from '../../store/access/suspended-applications.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { ApplicationType } from '../../vocabulary/resources.ts';
import { type SigningAlgorithm, signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { maxHops } from '../../vocabulary/token-exchange.ts';
import type { ClientState, ExchangeRules, PolicyQuery, PolicyState } from './policy-state.ts';

/** An array of known length: the planner overestimates the length of any other. */
const applicationIds = Array.from({ length: maxHops }, (_, index) => `q.application_ids->>${index}`).join(', ');

const knownAlgorithms = signingAlgorithms.map((algorithm) => `'${algorithm}'`).join(', ');

/**
 * Reads everything that decides about a token. $1 is the current time, $2 the queries. Queries and states are one
 * JSON document each, because a parameter and a column for each field cost this process more than all its other work on
 * them.
 *
 * It is planned once, for 1 query and for 64. The queries are in a scalar subquery: the planner assumes ten rows
 * whatever their number, so a plan for the actual values never looks cheaper than the generic plan, and PostgreSQL
 * stops planning after five executions. OFFSET 0 keeps each look-up an index probe for each query instead of a join
 * that reads a table.
 */
const statement = `
SELECT json_agg(json_build_array(
  client.version, client.type::text, client.is_third_party, client.token_exchange_allowed, client.management_api_allowed,
  client.is_suspended, client.session_epoch, person.id IS NOT NULL, person.suspended_at IS NOT NULL,
  CASE WHEN chain.void IS NOT TRUE THEN given.client_id END, session.alive,
  chain.found, chain.any_third_party, chain.any_suspended,
  chain.any_ended OR person.session_epoch <> coalesce((q.session_epochs->>q.user_id)::int, 0),
  resource.access_token_ttl, resource.access_token_signing_alg, member.found, held.scopes, resource.id,
  CASE WHEN client.has_rules THEN json_build_object(
    'isOwnerActive', CASE WHEN client.owner_id IS NOT NULL THEN owner.is_active IS TRUE END,
    'targetsRestricted', client.targets_restricted, 'target', target.rule, 'subjectAudience', client.subject_audience,
    'isServed', served.found IS TRUE, 'scopeRule', client.scope_rule,
    'mustNameOrganization', client.organization_rule = 'REQUIRED' OR client.exchange_organization_ids <> '{}',
    'mayNameOrganization', (client.exchange_organization_ids = '{}' OR q.organization_id = ANY (client.exchange_organization_ids)) IS TRUE,
    'maxAuthenticationAge', client.max_authentication_age, 'requiredAcr', client.required_acr
  ) END
) ORDER BY queries.ordinal) AS states,
  (SELECT string_agg(id, ' ' ORDER BY id COLLATE "C") FROM signing_keys WHERE algorithm IN (${knownAlgorithms})) AS keys,
  (SELECT position FROM event_head WHERE id = 1) AS position
FROM unnest((SELECT array_agg(one) FROM json_array_elements($2::json) AS one)) WITH ORDINALITY AS queries (query, ordinal)
CROSS JOIN LATERAL (
  SELECT query->>0 AS client_id, query->>1 AS user_id, query->>2 AS grant_id, query->>3 AS grant_key,
    query->>4 AS session_id, query->5 AS application_ids, query->>6 AS resource, query->>7 AS organization_id,
    query->8 AS session_epochs, query->>9 AS subject_resource
  OFFSET 0
) q
LEFT JOIN LATERAL (
  SELECT version, type, is_third_party, token_exchange_allowed, management_api_allowed, session_epoch,
    ${isSuspendedAt('applications', '$1')} AS is_suspended,
    targets_restricted, subject_audience, scope_rule, organization_rule, exchange_organization_ids,
    max_authentication_age, required_acr, owner_id,
    owner_id IS NOT NULL OR targets_restricted OR subject_audience <> 'ANY' OR scope_rule <> 'HELD' OR organization_rule <> 'OPTIONAL'
      OR exchange_organization_ids <> '{}' OR max_authentication_age IS NOT NULL OR required_acr IS NOT NULL AS has_rules
  FROM applications WHERE id = q.client_id OFFSET 0
) client ON true
LEFT JOIN LATERAL (SELECT id, suspended_at, session_epoch FROM users WHERE id = q.user_id OFFSET 0) person ON true
LEFT JOIN LATERAL (
  SELECT client_id, client_session_epoch FROM oidc_records
  WHERE model = 'Grant' AND key = q.grant_key AND user_id = q.user_id AND user_session_epoch = person.session_epoch
    AND (expires_at IS NULL OR expires_at > $1)
    AND (impersonator_id IS NULL
      OR impersonator_session_epoch = (SELECT session_epoch FROM users WHERE id = impersonator_id)) OFFSET 0
) given ON true
-- The session must belong to this user and this grant, as oidc-provider requires for its own tokens.
LEFT JOIN LATERAL (
  SELECT true AS alive FROM oidc_records
  WHERE model = 'Session' AND uid = q.session_id AND user_id = q.user_id AND user_session_epoch = person.session_epoch
    AND (expires_at IS NULL OR expires_at > $1)
    AND payload #>> ARRAY['authorizations', given.client_id, 'grantId'] = q.grant_id
  LIMIT 1
) session ON true
-- The application that signed the user in, and those that exchanged the token.
LEFT JOIN LATERAL (
  SELECT count(*)::int AS found, bool_or(is_third_party) AS any_third_party,
    bool_or(${isSuspendedAt('applications', '$1')}) AS any_suspended,
    bool_or(id = given.client_id AND session_epoch <> given.client_session_epoch) AS void,
    bool_or(id IS DISTINCT FROM given.client_id AND session_epoch <> coalesce((q.session_epochs->>id)::int, 0)) AS any_ended
  FROM applications WHERE id = ANY (ARRAY[given.client_id, ${applicationIds}])
) chain ON true
LEFT JOIN LATERAL (
  SELECT id, access_token_ttl, access_token_signing_alg FROM api_resources WHERE indicator = q.resource OFFSET 0
) resource ON true
LEFT JOIN LATERAL (
  SELECT true AS found FROM organization_users WHERE organization_id = q.organization_id AND user_id = q.user_id OFFSET 0
) member ON true
LEFT JOIN LATERAL (
  SELECT string_agg(DISTINCT scopes.name COLLATE "C", ' ' ORDER BY scopes.name COLLATE "C") AS scopes
  FROM (
    SELECT scope_id FROM user_roles JOIN role_scopes USING (role_id) WHERE user_id = q.user_id
    UNION ALL
    SELECT scope_id FROM organization_user_roles JOIN organization_role_api_scopes USING (organization_role_id)
    WHERE user_id = q.user_id AND (q.organization_id IS NULL OR organization_id = q.organization_id)
    UNION ALL
    SELECT scope_id FROM application_roles JOIN role_scopes USING (role_id)
    WHERE application_id = q.client_id AND q.user_id IS NULL
  ) AS of_roles JOIN scopes ON scopes.id = of_roles.scope_id
  WHERE scopes.api_resource_id = resource.id
) held ON true
-- Rules of the client: without them, these three are not executed.
LEFT JOIN LATERAL (
  SELECT suspended_at IS NULL AS is_active FROM users WHERE client.owner_id IS NOT NULL AND id = client.owner_id OFFSET 0
) owner ON true
LEFT JOIN LATERAL (
  SELECT json_build_object('scopes', scopes, 'mappings', mappings) AS rule FROM application_targets
  WHERE client.targets_restricted AND application_id = q.client_id AND api_resource_id = resource.id OFFSET 0
) target ON true
LEFT JOIN LATERAL (
  SELECT true AS found FROM served_resources JOIN api_resources ON api_resources.id = api_resource_id
  WHERE client.subject_audience = 'SERVED' AND application_id = q.client_id AND indicator = q.subject_resource OFFSET 0
) served ON true`;

/** One state, in the order of the columns. */
type Row = [
  version: number | null,
  type: ApplicationType | null,
  isThirdParty: boolean | null,
  tokenExchangeAllowed: boolean | null,
  managementApiAllowed: boolean | null,
  isSuspended: boolean,
  sessionEpoch: number | null,
  userExists: boolean,
  userIsSuspended: boolean,
  grantClientId: string | null,
  sessionAlive: true | null,
  applicationsFound: number,
  anyThirdParty: boolean | null,
  anySuspended: boolean | null,
  anyEnded: boolean | null,
  accessTokenTtl: number | null,
  accessTokenSigningAlg: SigningAlgorithm | null,
  isMember: true | null,
  scopes: string | null,
  apiResourceId: string | null,
  exchangeRules: ExchangeRules | null,
];

/** Reads all states with one statement, in the order of the queries. */
export async function readAll(
  database: Pick<Database, 'tokenPool' | 'preparedStatements'>,
  queries: readonly PolicyQuery[],
  now: Date,
): Promise<{ states: PolicyState[]; keyIds: KeyIds }> {
  const { rows } = await database.tokenPool.query<[states: Row[], keyIds: string | null, position: string | null]>({
    ...preparedStatement(database, 'access_policy', statement),
    rowMode: 'array',
    values: valuesOf(queries, now),
  });
  const [states = [], ids, position] = rows[0] ?? [];
  const keyIds = keyIdsIn(ids ?? '');
  const moment = { keyIds, position: Number(position) };
  return { states: states.map((row, index) => stateOf(row, queries[index], moment)), keyIds };
}

/** Reads a state in a transaction, whose changes need not be committed. */
export async function readWithin(tx: Transaction, query: PolicyQuery, now: Date): Promise<PolicyState> {
  const [row] = await tx.$queryRawUnsafe<{ states: [Row]; keys: string | null; position: bigint | null }[]>(
    statement,
    ...valuesOf([query], now),
  );
  if (!row) throw new Error('access policy: no result');
  return stateOf(row.states[0], query, { keyIds: keyIdsIn(row.keys ?? ''), position: Number(row.position) });
}

const valuesOf = (queries: readonly PolicyQuery[], now: Date): [now: string, queries: string] => [
  now.toISOString(),
  JSON.stringify(queries.map(fieldsOf)),
];

/** The ids of the signing keys. */
interface KeyIds {
  /** Sorted, separated by spaces. */
  text: string;
  ids: ReadonlySet<string>;
}

const keyIdsIn = (text: string): KeyIds => ({ text, ids: new Set(wordsOf(text)) });

const fieldsOf = ({
  clientId,
  userId,
  grant,
  applicationIds,
  resource,
  organizationId,
  sessionEpochs,
  subjectResource,
}: PolicyQuery) => [
  clientId,
  userId,
  grant?.id,
  grant?.key,
  grant?.sessionId,
  applicationIds,
  storable(resource),
  organizationId && storable(organizationId),
  sessionEpochs,
  subjectResource && storable(subjectResource),
];

/**
 * PostgreSQL refuses U+0000 and lone surrogates, and with them the queries of other requests. No name contains them.
 */
const storable = (text: string): string => (isStorable(text) ? text : '');

/** The values that are the same for all states of a statement. */
interface Moment {
  keyIds: KeyIds;
  position: number;
}

function stateOf(row: Row, query: PolicyQuery | undefined, { keyIds, position }: Moment): PolicyState {
  const [, , , , , , , userExists, userIsSuspended, grantClientId, sessionAlive, ...others] = row;
  const [count, third, suspended, ended, accessTokenTtl, accessTokenSigningAlg, isMember, scopes, ...rest] = others;
  const [apiResourceId, exchangeRules] = rest;
  return {
    client: clientOf(row),
    user: userExists ? (userIsSuspended ? 'suspended' : 'active') : 'unknown',
    grantClientId,
    isSessionAlive: sessionAlive === true,
    applications: { count, anyThirdParty: third === true, anySuspended: suspended === true },
    anyEnded: ended === true,
    position,
    apiResourceId,
    resource: query?.resource ?? '',
    accessTokenTtl,
    accessTokenSigningAlg,
    isMember: isMember === true,
    signingKeyIds: keyIds.ids,
    scopes: wordsOf(scopes ?? ''),
    exchangeRules,
  };
}

function clientOf(row: Row): ClientState | undefined {
  const [version, type, isThirdParty, tokenExchangeAllowed, managementApiAllowed, isSuspended, sessionEpoch] = row;
  if (version === null || type === null) return undefined;
  return {
    version,
    type,
    isThirdParty: isThirdParty === true,
    tokenExchangeAllowed: tokenExchangeAllowed === true,
    managementApiAllowed: managementApiAllowed === true,
    isSuspended,
    sessionEpoch: sessionEpoch ?? 0,
  };
}
