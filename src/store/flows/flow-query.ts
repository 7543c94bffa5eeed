// SQL: one statement for all that a page depends on, from one snapshot, with a lock of the flow.
import { day } from '../../domain/durations.ts';
import type { Verification } from '../../domain/flow/facts.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Prisma } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors.ts';
import { isAdministrator } from '../access/administrators.ts';
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
  challenge: Flow['challenge'] | null;
  account: Account | null;
  candidate: Account | null;
  holderId: string | null;
}

/** The columns of `account`, with those of its `device`. */
const accountColumns = (now: Date) => Sql.sql`jsonb_build_object(
  'userId', account.id, 'email', account.email, 'phone', account.phone, 'passwordHash', account.password_hash,
  'hasPassword', account.password_hash IS NOT NULL, 'sessionEpoch', account.session_epoch,
  'isSuspended', account.suspended_at IS NOT NULL, 'isDeletionDue', account.deletion_due_at IS NOT NULL,
  'isEmailVerified', account.email_verified_at IS NOT NULL,
  'isPhoneVerified', account.phone_verified_at IS NOT NULL,
  'mustResetPassword', account.password_reset_required_at IS NOT NULL,
  'passwordResetRequiredAt', account.password_reset_required_at,
  'factors', coalesce((SELECT jsonb_agg(DISTINCT kind) FROM factors WHERE user_id = account.id AND used_at IS NULL), '[]'),
  'deviceId', device.id, 'isDeviceTrusted', coalesce(device.trusted_until > ${now}::timestamptz, false),
  'isAdministrator', CASE WHEN experience.policy #>> '{second,required}' = 'for-administrators'
    THEN ${isAdministrator(Sql.sql`account.id`)} ELSE false END)`;

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
  const { identifier } = lookup;
  if (identifier.startsWith('+')) return Sql.sql`account.phone = ${identifier}`;
  return identifier.includes('@') ? Sql.sql`account.email = ${identifier}` : Sql.sql`account.username = ${identifier}`;
}

interface Query {
  from: Sql.Sql;
  rest: Sql.Sql;
  lookup?: AccountLookup;
  request: FlowRequest;
  pending?: Verification | undefined;
  now: Date;
}

/** The verifications of the flow: those that are stored, the session, and `pending`. */
function verificationsOf({ request: { session, person }, pending, now }: Query): Sql.Sql {
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
  if (pending)
    parts.push(Sql.sql`SELECT ${pending.kind}, ${pending.subject}, ${now}::timestamptz, ${pending.sessionEpoch}::int`);
  return Sql.join(parts, ' UNION ALL ');
}

/** The account of a verification: of who has the address; in a flow of an account, that of its session. */
const ownerOf = ({ request: { person } }: Query): Sql.Sql =>
  person
    ? Sql.sql`account.id = verification.subject AND verification.kind = 'session'`
    : Sql.sql`account.id = CASE verification.kind WHEN 'email' THEN (SELECT id FROM users WHERE email = verification.subject)
          WHEN 'phone' THEN (SELECT id FROM users WHERE phone = verification.subject) ELSE verification.subject END`;

/** In a flow of an account: the id of who has the address that it has verified. */
const holderId = (query: Query): Sql.Sql =>
  query.request.person
    ? Sql.sql`(SELECT CASE kind WHEN 'email' THEN (SELECT id FROM users WHERE email = subject)
          ELSE (SELECT id FROM users WHERE phone = subject) END
        FROM (${verificationsOf(query)}) AS verification WHERE kind IN ('email', 'phone') LIMIT 1)`
    : Sql.sql`NULL`;

/** Reads, in one statement, the policy, a flow with all that decides its next step, and the account of the lookup. */
export function queryFlow(prisma: Pick<Prisma, '$queryRaw'>, options: Query): Promise<FlowRow[]> {
  const { from, rest, lookup, request, now } = options;
  const ago = (age: number) => new Date(now.getTime() - age);
  return prisma.$queryRaw<FlowRow[]>`/* name: flow */
    SELECT experience.policy, ARRAY(SELECT kind FROM connectors WHERE is_enabled) AS connectors,
      CASE WHEN flow.id IS NOT NULL THEN jsonb_build_object('id', flow.id, 'purpose', flow.purpose,
        'applicationId', flow.application_id, 'reference', flow.reference, 'version', flow.version,
        'isOver', flow.state <> 'open' OR flow.touched_at <= ${ago(lifetimes.idle)}::timestamptz
          OR flow.created_at <= ${ago(lifetimes.total)}::timestamptz) END AS flow,
      flow.inputs, coalesce(proven.verifications, '[]') AS verifications, sent.challenge, owner.account, sought.account AS candidate,
      ${holderId(options)} AS "holderId"
    FROM ${from}
    LEFT JOIN sign_in_experiences AS experience ON experience.id = ${defaultExperienceId}
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'verifiedAt', verified_at, 'sessionEpoch', session_epoch)
        ORDER BY verified_at, kind) AS verifications
      FROM (${verificationsOf(options)}) AS verification) AS proven ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', id, 'kind', kind, 'address', recipient, 'sentAt', created_at) AS challenge FROM challenges
      WHERE flow_id = flow.id AND consumed_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 1) AS sent ON true
    LEFT JOIN LATERAL (
      SELECT ${accountColumns(now)} AS account FROM (${verificationsOf(options)}) AS verification
      JOIN users AS account ON ${ownerOf(options)}
      LEFT JOIN ${knownDevice(request, now)}
      ORDER BY verification.verified_at LIMIT 1) AS owner ON true
    LEFT JOIN LATERAL (
      SELECT ${accountColumns(now)} AS account FROM users AS account
      LEFT JOIN ${knownDevice(request, now)}
      WHERE ${isSought(lookup)}) AS sought ON true
    ${rest}`;
}
