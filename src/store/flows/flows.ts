import { day } from '../../domain/durations.ts';
import type { FlowFacts, FlowInputs, Verification } from '../../domain/flow/decide.ts';
import { flowLifetimes as lifetimes } from '../../domain/flow/lifetimes.ts';
import { type SignInPolicy, signInPolicySchema } from '../../domain/flow/policy.ts';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Prisma } from '../../platform/database/database.ts';
import type { FlowPurpose, VerificationKind } from '../../vocabulary/flows.ts';

/** Milliseconds after the last sign-in for which a device is known. */
export const deviceLifetime = 90 * day;

/** The account that a flow leads to, or that has the typed identifier. */
export interface FlowUser {
  userId: string;
  email: string | null;
  passwordHash: string | null;
  endings: number;
  isSuspended: boolean;
  isEmailVerified: boolean;
}

/** The account with the typed identifier, or with the address to which a code was sent. */
export interface Candidate extends FlowUser {
  /** The device, if the user has signed in with it. */
  deviceId: string | null;
}

/** What a visit brings. */
export interface Visitor {
  flowId: string;
  /** The typed identifier, in its normal form. */
  identifier?: string | undefined;
  /** SHA-256 of the device's cookie. */
  deviceHash?: Uint8Array | undefined;
}

/** A code that can be entered. */
export interface OpenChallenge {
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
}

/** What a step of a flow depends on. */
export interface FlowSituation {
  policy: SignInPolicy;
  flow: OpenFlow | undefined;
  /** Whether the flow has ended or expired. */
  isOver: boolean;
  candidate: Candidate | undefined;
}

type Reader = Pick<Prisma, '$queryRaw'>;

interface Row {
  policy: unknown;
  flow: (Omit<OpenFlow, 'inputs' | 'verifications' | 'challenge' | 'account'> & { isOver: boolean }) | null;
  inputs: Uint8Array | null;
  verifications: { kind: VerificationKind; subject: string; verifiedAt: string }[];
  challenge: OpenChallenge | null;
  account: FlowUser | null;
  candidate: Candidate | null;
}

const userColumns = (table: string) =>
  Sql.raw(`jsonb_build_object(
  'userId', ${table}.id, 'email', ${table}.email, 'passwordHash', ${table}.password_hash, 'endings', ${table}.endings,
  'isSuspended', ${table}.suspended_at IS NOT NULL, 'isEmailVerified', ${table}.email_verified_at IS NOT NULL)`);

/** An account: its email address or its username is the identifier; without one, a code was sent to its address. */
function hasIdentifier(identifier: string | undefined): Sql.Sql {
  if (identifier === undefined) return Sql.sql`c.email = h.open ->> 'recipient'`;
  return identifier.includes('@') ? Sql.sql`c.email = ${identifier}` : Sql.sql`c.username = ${identifier}`;
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
  const [row] = await query(prisma, { from, rest: Sql.empty, visitor, now });
  if (!row) throw new Error('a statement without a condition returned no row');
  return situationOf(row, secretBox);
}

/**
 * Locks an open flow until the transaction ends, and reads it. Undefined if it has another version, or is over. Changes
 * of what it reads, except the account, increment the version, so nothing is out of date after a wait for the lock.
 * `pending` is read as if it were stored.
 */
export async function lockFlow(
  tx: Reader,
  secretBox: Pick<SecretBox, 'open'>,
  { flowId, version, pending, now }: { flowId: string; version: number; pending?: Verification | undefined; now: Date },
): Promise<{ policy: SignInPolicy; flow: OpenFlow } | undefined> {
  const rest = Sql.sql`WHERE f.id = ${flowId} AND f.version = ${version} FOR UPDATE OF f`;
  const [row] = await query(tx, { from: Sql.sql`flows AS f`, rest, pending, now });
  if (!row) return undefined;
  const { policy, flow, isOver } = situationOf(row, secretBox);
  return flow && !isOver ? { policy, flow } : undefined;
}

interface Query {
  from: Sql.Sql;
  rest: Sql.Sql;
  visitor?: Visitor;
  pending?: Verification | undefined;
  now: Date;
}

function query(prisma: Reader, { from, rest, visitor, pending, now }: Query): Promise<Row[]> {
  const ago = (age: number) => new Date(now.getTime() - age);
  const stored = Sql.sql`SELECT kind, subject, verified_at FROM verifications WHERE flow_id = f.id`;
  const { kind, subject } = pending ?? {};
  const verified = pending ? Sql.sql`${stored} UNION ALL SELECT ${kind}, ${subject}, ${now}::timestamptz` : stored;
  return prisma.$queryRaw<Row[]>`
    SELECT p.policy,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'purpose', f.purpose,
        'applicationId', f.application_id, 'reference', f.reference, 'version', f.version, 'isOver', f.state <> 'open'
          OR f.touched_at <= ${ago(lifetimes.idle)}::timestamptz OR f.created_at <= ${ago(lifetimes.total)}::timestamptz) END AS flow,
      f.inputs, coalesce(v.all, '[]') AS verifications, h.open AS challenge, a.found AS account, c.found AS candidate
    FROM ${from}
    LEFT JOIN sign_in_experiences AS p ON p.id = 'default'
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subject', subject, 'verifiedAt', verified_at)
        ORDER BY verified_at, kind) AS all
      FROM (${verified}) AS verified) AS v ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', id, 'kind', kind, 'recipient', recipient) AS open FROM challenges
      WHERE flow_id = f.id AND consumed_at IS NULL AND expires_at > ${now}::timestamptz
      ORDER BY created_at DESC, id DESC LIMIT 1) AS h ON true
    LEFT JOIN LATERAL (
      SELECT ${userColumns('u')} AS found FROM (${verified}) AS w JOIN users AS u
        ON u.id = CASE w.kind WHEN 'password' THEN w.subject ELSE (SELECT id FROM users WHERE email = w.subject) END
      ORDER BY w.verified_at LIMIT 1) AS a ON true
    LEFT JOIN LATERAL (
      SELECT ${userColumns('c')} || jsonb_build_object('deviceId', d.id) AS found FROM users AS c
      LEFT JOIN devices AS d ON d.user_id = c.id AND d.secret_hash = ${visitor?.deviceHash ?? null}::bytea
        AND d.endings = c.endings AND d.last_seen_at > ${ago(deviceLifetime)}::timestamptz
      WHERE ${hasIdentifier(visitor?.identifier)}) AS c ON true
    ${rest}`;
}

function situationOf({ policy, flow, ...row }: Row, secretBox: Pick<SecretBox, 'open'>): FlowSituation {
  const { isOver = false, ...open } = flow ?? {};
  const verifications = row.verifications.map(({ verifiedAt, ...one }) => ({
    ...one,
    verifiedAt: new Date(verifiedAt),
  }));
  const inputs = row.inputs ? (JSON.parse(secretBox.open(row.inputs).toString()) as FlowInputs) : {};
  const details = { inputs, verifications, challenge: row.challenge ?? undefined, account: row.account ?? undefined };
  return {
    policy: signInPolicySchema.parse(policy ?? {}),
    flow: flow ? ({ ...open, ...details } as OpenFlow) : undefined,
    isOver,
    candidate: row.candidate ?? undefined,
  };
}

/** The facts that decide the next step. */
export const factsOf = ({ purpose, verifications, inputs, challenge, account }: OpenFlow): FlowFacts => ({
  purpose,
  verifications,
  inputs,
  awaitsCode: challenge?.recipient,
  account: account && { ...account, hasPassword: account.passwordHash !== null },
});

/** Encrypts the inputs of a flow. */
export const sealInputs = (secretBox: Pick<SecretBox, 'seal'>, inputs: FlowInputs): Buffer =>
  secretBox.seal(Buffer.from(JSON.stringify(inputs)));
