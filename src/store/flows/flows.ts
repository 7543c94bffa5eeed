import { day } from '../../domain/durations.ts';
import type { FlowFacts, FlowInputs, Verification } from '../../domain/flow/facts.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { ownInputs, presentPurpose } from '../../domain/flow/own-inputs.ts';
import { type AddressKind, type SignInPolicy, signInPolicySchema } from '../../domain/flow/policy.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Prisma } from '../../platform/database/database.ts';
import type { ConnectorKind } from '../../vocabulary/connectors.ts';
import type { FactorKind } from '../../vocabulary/factors.ts';
import type { FlowPurpose, RequestedLevel, VerificationKind } from '../../vocabulary/flows.ts';
import { defaultExperienceId } from './policies.ts';
import { isAdministrator } from '../access/administrators.ts';

/** Milliseconds after the last sign-in for which a device is known. */
export const deviceLifetime = 90 * day;

/** The account that a flow leads to, or that has the typed identifier. */
export interface FlowUser {
  userId: string;
  email: string | null;
  phone: string | null;
  passwordHash: string | null;
  endings: number;
  isSuspended: boolean;
  isEmailVerified: boolean;
  isPhoneVerified: boolean;
  mustResetPassword: boolean;
  /** ISO 8601, with the offset that PostgreSQL writes. */
  passwordResetRequiredAt: string | null;
  factors: FactorKind[];
  /** Only read if the policy depends on it. */
  isAdministrator: boolean;
  isDeviceTrusted: boolean;
}

/** The account with the typed identifier, or with the address to which a code was sent. */
export interface Candidate extends FlowUser {
  /** The device, if the user has signed in with it. */
  deviceId: string | null;
}

/** What a request brings that a step depends on. */
export interface FlowRequest {
  /** SHA-256 of the secrets in the device's cookie: one of each user who has signed in with it. */
  deviceHashes: Uint8Array[];
  /** The session of the browser, if the application asks for more than it has proven. */
  session: { userId: string; since: Date } | null;
  requestedLevel: RequestedLevel;
}

/** Whose account is read besides that of the flow: by the typed identifier, in its normal form, or by its id. */
export type Sought = { identifier: string } | { userId: string } | undefined;

export interface Visitor {
  flowId: string;
  sought: Sought;
  request: FlowRequest;
}

/** A code that can be entered. */
interface OpenChallenge {
  id: string;
  kind: VerificationKind;
  recipient: string;
}

/** An open flow. */
export interface OpenFlow {
  id: string;
  purpose: FlowPurpose;
  applicationId: string | null;
  reference: string;
  version: number;
  inputs: FlowInputs;
  verifications: Verification[];
  challenge: OpenChallenge | undefined;
  account: FlowUser | undefined;
  requestedLevel: RequestedLevel;
}

/** What a step of a flow depends on. */
export interface FlowSituation {
  policy: SignInPolicy;
  flow: OpenFlow | undefined;
  /** Whether the flow has ended or expired. */
  isOver: boolean;
  candidate: Candidate | undefined;
  /** The session of the browser, if the flow is not stored yet. */
  verifications: Verification[];
  account: FlowUser | undefined;
  /** Kinds of the enabled connectors. */
  connectors: ConnectorKind[];
}

/** Whether codes can be sent to addresses of each kind. */
export function sendableAddresses(
  { connectors }: FlowSituation,
  sendsWithoutConnector: (channel: ConnectorKind) => boolean,
): Record<AddressKind, boolean> {
  const canSend = (channel: ConnectorKind) => connectors.includes(channel) || sendsWithoutConnector(channel);
  return { email: canSend('email'), phone: canSend('sms') };
}

type Reader = Pick<Prisma, '$queryRaw'>;

interface Row {
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
  'userId', u.id, 'email', u.email, 'phone', u.phone, 'passwordHash', u.password_hash, 'endings', u.endings,
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
  WHERE user_id = u.id AND secret_hash = ANY(${deviceHashes}::bytea[]) AND endings = u.endings
    AND last_seen_at > ${new Date(now.getTime() - deviceLifetime)}::timestamptz
  ORDER BY last_seen_at DESC, id LIMIT 1) AS d ON true`;

/** An account: its email address or its username is the identifier; or a code was sent to its address. */
function isSought(sought: Sought): Sql.Sql {
  // No address is both.
  if (!sought)
    return Sql.sql`u.id = (SELECT id FROM users WHERE email = h.open ->> 'recipient'
      UNION ALL SELECT id FROM users WHERE phone = h.open ->> 'recipient')`;
  if ('userId' in sought) return Sql.sql`u.id = ${sought.userId}`;
  const { identifier } = sought;
  if (identifier.startsWith('+')) return Sql.sql`u.phone = ${identifier}`;
  return identifier.includes('@') ? Sql.sql`u.email = ${identifier}` : Sql.sql`u.username = ${identifier}`;
}

/**
 * Reads, in one statement, the policy, a flow with all that decides its next step, and the account with the typed
 * identifier.
 */
export async function readSituation(
  prisma: Reader,
  secretBox: Pick<SecretBox, 'open'>,
  visitor: Visitor,
  now: Date,
): Promise<FlowSituation> {
  const from = Sql.sql`(SELECT 1) AS one LEFT JOIN flows AS f ON f.id = ${visitor.flowId}`;
  const [row] = await query(prisma, { from, rest: Sql.empty, ...visitor, now });
  if (!row) throw new Error('a statement without a condition returned no row');
  return situationOf(row, secretBox, visitor.request);
}

/**
 * Locks an open flow until the transaction ends, and reads it. Undefined if it has another version, or is over. Changes
 * of what it reads, except the account, increment the version, so nothing is out of date after a wait for the lock.
 * `pending` is read as if it were stored.
 */
export async function lockFlow(
  tx: Reader,
  secretBox: Pick<SecretBox, 'open'>,
  { flowId, version, ...options }: LockedFlow,
): Promise<{ policy: SignInPolicy; flow: OpenFlow } | undefined> {
  const rest = Sql.sql`WHERE f.id = ${flowId} AND f.version = ${version} FOR UPDATE OF f`;
  const [row] = await query(tx, { from: Sql.sql`flows AS f`, rest, ...options });
  if (!row) return undefined;
  const { policy, flow, isOver } = situationOf(row, secretBox, options.request);
  return flow && !isOver ? { policy, flow } : undefined;
}

interface LockedFlow {
  flowId: string;
  version: number;
  request: FlowRequest;
  pending?: Verification | undefined;
  now: Date;
}

interface Query {
  from: Sql.Sql;
  rest: Sql.Sql;
  sought?: Sought;
  request: FlowRequest;
  pending?: Verification | undefined;
  now: Date;
}

/** All that was proven in the flow `f`. */
function verified({ request: { session }, pending, now }: Query): Sql.Sql {
  const parts = [Sql.sql`SELECT kind, subject, verified_at, endings FROM verifications WHERE flow_id = f.id`];
  if (session)
    parts.push(Sql.sql`
      SELECT 'session', ${session.userId}, ${session.since}::timestamptz, NULL WHERE coalesce(f.purpose, 'sign-in') = 'sign-in'`);
  if (pending)
    parts.push(Sql.sql`SELECT ${pending.kind}, ${pending.subject}, ${now}::timestamptz, ${pending.endings}::int`);
  return Sql.join(parts, ' UNION ALL ');
}

function query(prisma: Reader, options: Query): Promise<Row[]> {
  const { from, rest, sought, request, now } = options;
  const ago = (age: number) => new Date(now.getTime() - age);
  return prisma.$queryRaw<Row[]>`
    SELECT p.policy, ARRAY(SELECT kind FROM connectors WHERE is_enabled) AS connectors,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'purpose', f.purpose,
        'applicationId', f.application_id, 'reference', f.reference, 'version', f.version, 'isOver', f.state <> 'open'
          OR f.touched_at <= ${ago(lifetimes.idle)}::timestamptz OR f.created_at <= ${ago(lifetimes.total)}::timestamptz) END AS flow,
      f.inputs, coalesce(v.all, '[]') AS verifications, h.open AS challenge, a.found AS account, c.found AS candidate
    FROM ${from}
    LEFT JOIN sign_in_experiences AS p ON p.id = ${defaultExperienceId}
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'verifiedAt', verified_at, 'endings', endings)
        ORDER BY verified_at, kind) AS all
      FROM (${verified(options)}) AS verified) AS v ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', id, 'kind', kind, 'recipient', recipient) AS open FROM challenges
      WHERE flow_id = f.id AND consumed_at IS NULL AND expires_at > ${now}::timestamptz
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

function situationOf(
  { policy, connectors, flow, ...row }: Row,
  secretBox: Pick<SecretBox, 'open'>,
  { requestedLevel }: FlowRequest,
): FlowSituation {
  const { isOver = false, ...open } = flow ?? {};
  const verifications = row.verifications.map(({ verifiedAt, ...one }) => ({
    ...one,
    verifiedAt: new Date(verifiedAt),
  }));
  const account = row.account ?? undefined;
  const stored = row.inputs ? (JSON.parse(secretBox.open(row.inputs).toString()) as FlowInputs) : {};
  const inputs = ownInputs(stored, account);
  const proven = { verifications, account };
  // The stored inputs: the account of another person changes nothing.
  const purpose = flow && presentPurpose(flow.purpose, stored);
  const details = { purpose, inputs, challenge: row.challenge ?? undefined, requestedLevel, ...proven };
  return {
    policy: signInPolicySchema.parse(policy ?? {}),
    flow: flow ? ({ ...open, ...details } as OpenFlow) : undefined,
    isOver,
    candidate: row.candidate ?? undefined,
    connectors,
    ...proven,
  };
}

/** Whether a flow can continue. One that was not answered yet is not stored. */
export async function isFlowOpen(prisma: Reader, id: string, now: Date): Promise<boolean> {
  const ago = (age: number) => new Date(now.getTime() - age);
  const over = await prisma.$queryRaw<unknown[]>`
    SELECT id FROM flows WHERE id = ${id} AND (state <> 'open' OR touched_at <= ${ago(lifetimes.idle)}
      OR created_at <= ${ago(lifetimes.total)})`;
  return !over.length;
}

/** The facts that decide the next step. */
export const factsOf = ({ challenge, account, ...flow }: OpenFlow): FlowFacts => ({
  ...flow,
  isStandalone: flow.applicationId === null,
  awaitsCode: challenge?.recipient,
  account: account && { ...account, hasPassword: account.passwordHash !== null },
});

/** Encrypts the inputs of a flow. */
export const sealInputs = (secretBox: Pick<SecretBox, 'seal'>, inputs: FlowInputs): Buffer =>
  secretBox.seal(Buffer.from(JSON.stringify(inputs)));
