// SQL: one statement for all that a page depends on, from one snapshot, with a lock of the flow.
import { day } from '../../domain/durations.ts';
import type { ProviderFacts, Verification } from '../../domain/flow/facts.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Prisma } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors/connectors.ts';
import { holdsPermissions, isAdministrator } from '../access/administrators.ts';
import { isValidRecord } from '../sessions/session-epochs.ts';
import { defaultExperienceId } from '../../vocabulary/sign-in-experience.ts';
import type { Account, AccountLookup, Flow, FlowRequest } from './flow.ts';

/** Milliseconds after the last sign-in for which a device is known. */
export const deviceLifetime = 90 * day;

/** A flow with all that decides its next step, as PostgreSQL returns it. */
export interface FlowRow {
  policy: unknown;
  connectors: ConnectorKind[];
  flow: (Pick<Flow, 'id' | 'purpose' | 'applicationId' | 'reference' | 'version'> & { isOver: boolean }) | null;
  inputs: Uint8Array | null;
  verifications: (Omit<Verification, 'verifiedAt'> & { verifiedAt: string })[];
  challenge: Omit<NonNullable<Flow['challenge']>, 'returned'> | null;
  /** The identity that has returned from an identity provider, encrypted. */
  answer: Uint8Array | null;
  providers: ProviderFacts[];
  domainProviderId: string | null;
  account: Account | null;
  candidate: Account | null;
  holderId: string | null;
}

/** The columns of `account`, with those of its `device`. Permissions are read for a vouched address only. */
const accountColumns = (now: Date, isVouched: Sql.Sql) => Sql.sql`jsonb_build_object(
  'userId', account.id, 'email', account.email, 'phone', account.phone, 'passwordHash', account.password_hash,
  'hasPassword', account.password_hash IS NOT NULL, 'sessionEpoch', account.session_epoch,
  'isSuspended', account.suspended_at IS NOT NULL, 'isDeletionDue', account.deletion_due_at IS NOT NULL,
  'isEmailVerified', account.email_verified_at IS NOT NULL,
  'isPhoneVerified', account.phone_verified_at IS NOT NULL,
  'mustResetPassword', account.password_reset_required_at IS NOT NULL,
  'passwordResetRequiredAt', account.password_reset_required_at,
  'factors', coalesce((SELECT jsonb_agg(DISTINCT kind) FROM factors WHERE user_id = account.id AND used_at IS NULL), '[]'),
  'deviceId', device.id, 'isDeviceTrusted', coalesce(device.trusted_until > ${now}::timestamptz, false),
  'identities', coalesce((SELECT jsonb_agg(identity_provider_id || ':' || subject) FROM user_identities
    WHERE user_id = account.id AND unlinked_at IS NULL), '[]'),
  'unlinkedProviders', coalesce((SELECT jsonb_agg(DISTINCT identity_provider_id) FROM user_identities
    WHERE user_id = account.id AND unlinked_at IS NOT NULL), '[]'),
  'holdsPermissions', CASE WHEN ${isVouched} THEN ${holdsPermissions(Sql.sql`account.id`)} ELSE false END,
  'requiredProviderId', required.id,
  'isAdministrator', CASE WHEN required.id IS NOT NULL OR experience.policy #>> '{second,required}' = 'for-administrators'
    THEN ${isAdministrator(Sql.sql`account.id`)} ELSE false END)`;

/** The identity provider at which the people of an account's domain have to sign in. */
const requiredProvider = Sql.sql`LATERAL (
  SELECT provider.id FROM identity_provider_domains AS of_domain
  JOIN identity_providers AS provider ON provider.id = of_domain.identity_provider_id
  WHERE of_domain.domain = split_part(account.email, '@', 2) AND provider.is_enabled AND provider.is_required
) AS required ON true`;

/** The `device` of an account, unless it has ended since. */
const knownDevice = ({ deviceHashes }: FlowRequest, now: Date) => Sql.sql`LATERAL (
  SELECT id, trusted_until FROM devices
  WHERE user_id = account.id AND secret_hash = ANY(${deviceHashes}::bytea[]) AND session_epoch = account.session_epoch
    AND last_seen_at > ${new Date(now.getTime() - deviceLifetime)}::timestamptz
  ORDER BY last_seen_at DESC, id LIMIT 1) AS device ON true`;

/** The condition on an account: its address or its username is the identifier, or a code was sent to its address. */
function isSought(lookup: AccountLookup): Sql.Sql {
  // No address is both.
  if (!lookup)
    return Sql.sql`account.id = (SELECT id FROM users WHERE email = sent.challenge ->> 'address'
      UNION ALL SELECT id FROM users WHERE phone = sent.challenge ->> 'address')`;
  if ('userId' in lookup) return Sql.sql`account.id = ${lookup.userId}`;
  if ('identity' in lookup) {
    const { identity, email } = lookup;
    return Sql.sql`account.id = coalesce((SELECT user_id FROM user_identities
      WHERE identity_provider_id = ${identity.providerId} AND subject = ${identity.subject} AND unlinked_at IS NULL),
      (SELECT id FROM users WHERE email = ${email}))`;
  }
  const { identifier } = lookup;
  if (identifier.startsWith('+')) return Sql.sql`account.phone = ${identifier}`;
  return identifier.includes('@') ? Sql.sql`account.email = ${identifier}` : Sql.sql`account.username = ${identifier}`;
}

/** A verification that is read as if it were stored. */
export type PendingVerification = Omit<Verification, 'verifiedAt'>;

interface Query {
  from: Sql.Sql;
  rest: Sql.Sql;
  lookup?: AccountLookup;
  request: FlowRequest;
  pending?: readonly PendingVerification[] | undefined;
  /** Whether the permissions of the account of the lookup are read; by an identity, they always are. */
  needsPermissions?: boolean;
  now: Date;
}

/** The verifications of the flow: those that are stored, the session, and `pending`. */
function verificationsOf({ request: { session, person }, pending = [], now }: Query): Sql.Sql {
  const parts = [Sql.sql`SELECT kind, subject, verified_at, session_epoch FROM verifications WHERE flow_id = flow.id`];
  if (session)
    parts.push(Sql.sql`
      SELECT 'session', ${session.userId}, ${session.since}::timestamptz, NULL WHERE coalesce(flow.purpose, 'sign-in') = 'sign-in'`);
  if (person)
    parts.push(Sql.sql`
      SELECT 'session', flow.user_id, flow.created_at, NULL FROM oidc_records
      WHERE flow.user_id = ${person.userId} AND flow.session_uid = ${person.sessionId} AND model = 'Session'
        AND oidc_records.uid = flow.session_uid AND oidc_records.user_id = flow.user_id
        AND expires_at > ${now}::timestamptz AND ${isValidRecord}`);
  for (const { kind, subject, sessionEpoch } of pending)
    parts.push(Sql.sql`SELECT ${kind}, ${subject}, ${now}::timestamptz, ${sessionEpoch}::int`);
  return Sql.join(parts, ' UNION ALL ');
}

/** The length of the id of a provider, with which the subject of an identity begins (domain/flow/identity.ts). */
const providerIdLength = 30;

const providerIdIn = (identity: Sql.Sql) => Sql.sql`left(${identity}, ${providerIdLength}::int)`;

/** The account that has an identity. */
const ownerOfIdentity = (identity: Sql.Sql) => Sql.sql`(SELECT user_id FROM user_identities AS linked
  WHERE linked.identity_provider_id = ${providerIdIn(identity)}
    AND linked.subject = substr(${identity}, ${providerIdLength + 2}::int) AND linked.unlinked_at IS NULL)`;

/** The account of a verification: of who has the address or identity; in a flow of an account, that of its session. */
const ownerOf = ({ request: { person } }: Query): Sql.Sql =>
  person
    ? Sql.sql`account.id = verification.subject AND verification.kind = 'session'`
    : Sql.sql`account.id = CASE
          WHEN verification.kind IN ('email', 'vouched-email') THEN (SELECT id FROM users WHERE email = verification.subject)
          WHEN verification.kind = 'phone' THEN (SELECT id FROM users WHERE phone = verification.subject)
          WHEN verification.kind IN ('identity', 'identity-mfa') THEN ${ownerOfIdentity(Sql.sql`verification.subject`)}
          ELSE verification.subject END`;

/** The id of who has the identity that was proven; in a flow of an account, of who has the address. */
const holderId = ({ request: { person } }: Query): Sql.Sql => Sql.sql`CASE
      WHEN proven.identity IS NOT NULL THEN ${ownerOfIdentity(Sql.sql`proven.identity`)}
      WHEN ${person !== undefined}::boolean THEN (SELECT id FROM users WHERE email = proven.email
        UNION ALL SELECT id FROM users WHERE phone = proven.phone LIMIT 1) END`;

/** The address of a lookup; null if it is by something else. */
function addressOf(lookup: AccountLookup): string | null {
  if (!lookup || 'userId' in lookup) return null;
  return 'identity' in lookup ? lookup.email : lookup.identifier;
}

/** The identity provider of the domain of an address: typed, else that of a code, else proven or vouched for. */
const domainProvider = ({ lookup }: Query): Sql.Sql => {
  const typed = addressOf(lookup);
  return Sql.sql`LATERAL (
    SELECT identity_provider_id AS id FROM identity_provider_domains
    WHERE domain = split_part(coalesce(${typed}, CASE WHEN sent.challenge ->> 'kind' = 'email'
      THEN sent.challenge ->> 'address' END, proven.email, proven.vouched), '@', 2)
  ) AS domain_provider ON true`;
};

/** The enabled identity providers that the first page offers, and those that the flow is about. */
const providers = Sql.sql`coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', id, 'version', version, 'name', name, 'preset', preset, 'linking', linking,
      'createsAccounts', creates_accounts, 'isRequired', is_required, 'isShown', is_shown) ORDER BY created_at, id)
    FROM identity_providers WHERE is_enabled AND (is_shown OR id = sent.challenge ->> 'address'
      OR id = domain_provider.id OR id = ${providerIdIn(Sql.sql`proven.identity`)})), '[]')`;

/** Reads, in one statement, the policy, a flow with all that decides its next step, and the account of the lookup. */
export function queryFlow(prisma: Pick<Prisma, '$queryRaw'>, options: Query): Promise<FlowRow[]> {
  const { from, rest, lookup, request, now } = options;
  const ago = (age: number) => new Date(now.getTime() - age);
  const needsPermissions = options.needsPermissions || (lookup !== undefined && 'identity' in lookup);
  return prisma.$queryRaw<FlowRow[]>`/* name: flow */
    SELECT experience.policy, ARRAY(SELECT kind FROM connectors WHERE is_enabled) AS connectors,
      CASE WHEN flow.id IS NOT NULL THEN jsonb_build_object('id', flow.id, 'purpose', flow.purpose,
        'applicationId', flow.application_id, 'reference', flow.reference, 'version', flow.version,
        'isOver', flow.state <> 'open' OR flow.touched_at <= ${ago(lifetimes.idle)}::timestamptz
          OR flow.created_at <= ${ago(lifetimes.total)}::timestamptz) END AS flow,
      flow.inputs, coalesce(proven.verifications, '[]') AS verifications, sent.challenge, sent.answer, owner.account,
      sought.account AS candidate, ${providers} AS providers, domain_provider.id AS "domainProviderId",
      ${holderId(options)} AS "holderId"
    FROM ${from}
    LEFT JOIN sign_in_experiences AS experience ON experience.id = ${defaultExperienceId}
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'verifiedAt', verified_at, 'sessionEpoch', session_epoch)
        ORDER BY verified_at, kind) AS verifications,
        max(subject) FILTER (WHERE kind IN ('identity', 'identity-mfa')) AS identity,
        max(subject) FILTER (WHERE kind = 'email') AS email, max(subject) FILTER (WHERE kind = 'phone') AS phone,
        max(subject) FILTER (WHERE kind = 'vouched-email') AS vouched
      FROM (${verificationsOf(options)}) AS verification) AS proven ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', id, 'kind', kind, 'address', recipient, 'sentAt', created_at) AS challenge, answer FROM challenges
      WHERE flow_id = flow.id AND consumed_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 1) AS sent ON true
    LEFT JOIN ${domainProvider(options)}
    LEFT JOIN LATERAL (
      SELECT ${accountColumns(now, Sql.sql`proven.vouched IS NOT NULL`)} AS account FROM (${verificationsOf(options)}) AS verification
      JOIN users AS account ON ${ownerOf(options)}
      LEFT JOIN ${knownDevice(request, now)}
      LEFT JOIN ${requiredProvider}
      ORDER BY verification.verified_at, verification.kind = 'vouched-email' LIMIT 1) AS owner ON true
    LEFT JOIN LATERAL (
      SELECT ${accountColumns(now, Sql.sql`${needsPermissions}::boolean`)} AS account FROM users AS account
      LEFT JOIN ${knownDevice(request, now)}
      LEFT JOIN ${requiredProvider}
      WHERE ${isSought(lookup)}) AS sought ON true
    ${rest}`;
}
