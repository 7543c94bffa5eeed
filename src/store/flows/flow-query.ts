// SQL: one statement for all that a page depends on, from one snapshot, with a lock of the flow.
import { day } from '../../domain/durations.ts';
import type { Verification } from '../../domain/flow/facts.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Prisma } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors.ts';
import { isAdministrator } from '../access/administrators.ts';
import { defaultExperienceId } from './policies.ts';
import type { Candidate, FlowRequest, FlowUser, OpenChallenge, OpenFlow, AccountLookup } from './situation.ts';

/** Milliseconds after the last sign-in for which a device is known. */
export const deviceLifetime = 90 * day;

/** A flow with all that decides its next step, as PostgreSQL returns it. */
export interface FlowRow {
  policy: unknown;
  connectors: ConnectorKind[];
  flow: (Pick<OpenFlow, 'id' | 'purpose' | 'applicationId' | 'reference' | 'version'> & { isOver: boolean }) | null;
  inputs: Uint8Array | null;
  verifications: (Omit<Verification, 'verifiedAt'> & { verifiedAt: string })[];
  challenge: OpenChallenge | null;
  account: FlowUser | null;
  candidate: Candidate | null;
}

/** The columns of an account `u`, with those of its device `d`. */
const userColumns = (now: Date) => Sql.sql`jsonb_build_object(
  'userId', u.id, 'email', u.email, 'phone', u.phone, 'passwordHash', u.password_hash, 'sessionEpoch', u.session_epoch,
  'isSuspended', u.suspended_at IS NOT NULL, 'isEmailVerified', u.email_verified_at IS NOT NULL,
  'isPhoneVerified', u.phone_verified_at IS NOT NULL,
  'mustResetPassword', u.password_reset_required_at IS NOT NULL,
  'passwordResetRequiredAt', u.password_reset_required_at,
  'factors', coalesce((SELECT jsonb_agg(DISTINCT kind) FROM factors WHERE user_id = u.id AND used_at IS NULL), '[]'),
  'isDeviceTrusted', coalesce(d.trusted_until > ${now}::timestamptz, false),
  'isAdministrator', CASE WHEN p.policy #>> '{second,required}' = 'for-administrators'
    THEN ${isAdministrator(Sql.sql`u.id`)} ELSE false END)`;

/** The device of an account, unless it has ended since. */
const knownDevice = ({ deviceHashes }: FlowRequest, now: Date) => Sql.sql`LATERAL (
  SELECT id, trusted_until FROM devices
  WHERE user_id = u.id AND secret_hash = ANY(${deviceHashes}::bytea[]) AND session_epoch = u.session_epoch
    AND last_seen_at > ${new Date(now.getTime() - deviceLifetime)}::timestamptz
  ORDER BY last_seen_at DESC, id LIMIT 1) AS d ON true`;

/** An account: its email address or its username is the identifier; or a code was sent to its address. */
function isSought(sought: AccountLookup): Sql.Sql {
  // No address is both.
  if (!sought)
    return Sql.sql`u.id = (SELECT id FROM users WHERE email = h.open ->> 'recipient'
      UNION ALL SELECT id FROM users WHERE phone = h.open ->> 'recipient')`;
  if ('userId' in sought) return Sql.sql`u.id = ${sought.userId}`;
  const { identifier } = sought;
  if (identifier.startsWith('+')) return Sql.sql`u.phone = ${identifier}`;
  return identifier.includes('@') ? Sql.sql`u.email = ${identifier}` : Sql.sql`u.username = ${identifier}`;
}

interface Query {
  from: Sql.Sql;
  rest: Sql.Sql;
  sought?: AccountLookup;
  request: FlowRequest;
  pending?: Verification | undefined;
  now: Date;
}

/** All that was proven in the flow `f`. */
function verified({ request: { session }, pending, now }: Query): Sql.Sql {
  const parts = [Sql.sql`SELECT kind, subject, verified_at, session_epoch FROM verifications WHERE flow_id = f.id`];
  if (session)
    parts.push(Sql.sql`
      SELECT 'session', ${session.userId}, ${session.since}::timestamptz, NULL WHERE coalesce(f.purpose, 'sign-in') = 'sign-in'`);
  if (pending)
    parts.push(Sql.sql`SELECT ${pending.kind}, ${pending.subject}, ${now}::timestamptz, ${pending.sessionEpoch}::int`);
  return Sql.join(parts, ' UNION ALL ');
}

/** Reads, in one statement, the policy, a flow with all that decides its next step, and the sought account. */
export function queryFlow(prisma: Pick<Prisma, '$queryRaw'>, options: Query): Promise<FlowRow[]> {
  const { from, rest, sought, request, now } = options;
  const ago = (age: number) => new Date(now.getTime() - age);
  return prisma.$queryRaw<FlowRow[]>`/* name: flow */
    SELECT p.policy, ARRAY(SELECT kind FROM connectors WHERE is_enabled) AS connectors,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'purpose', f.purpose,
        'applicationId', f.application_id, 'reference', f.reference, 'version', f.version, 'isOver', f.state <> 'open'
          OR f.touched_at <= ${ago(lifetimes.idle)}::timestamptz OR f.created_at <= ${ago(lifetimes.total)}::timestamptz) END AS flow,
      f.inputs, coalesce(v.all, '[]') AS verifications, h.open AS challenge, a.found AS account, c.found AS candidate
    FROM ${from}
    LEFT JOIN sign_in_experiences AS p ON p.id = ${defaultExperienceId}
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'verifiedAt', verified_at, 'sessionEpoch', session_epoch)
        ORDER BY verified_at, kind) AS all
      FROM (${verified(options)}) AS verified) AS v ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', id, 'kind', kind, 'recipient', recipient) AS open FROM challenges
      WHERE flow_id = f.id AND consumed_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 1) AS h ON true
    LEFT JOIN LATERAL (
      SELECT ${userColumns(now)} AS found FROM (${verified(options)}) AS w JOIN users AS u
        ON u.id = CASE w.kind WHEN 'email' THEN (SELECT id FROM users WHERE email = w.subject)
          WHEN 'phone' THEN (SELECT id FROM users WHERE phone = w.subject) ELSE w.subject END
      LEFT JOIN ${knownDevice(request, now)}
      ORDER BY w.verified_at LIMIT 1) AS a ON true
    LEFT JOIN LATERAL (
      SELECT ${userColumns(now)} || jsonb_build_object('deviceId', d.id) AS found FROM users AS u
      LEFT JOIN ${knownDevice(request, now)}
      WHERE ${isSought(sought)}) AS c ON true
    ${rest}`;
}
