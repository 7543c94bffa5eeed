// SQL: one statement that stores a step of a flow, unless the flow has changed.
import type { Verification } from '../../domain/flow/facts.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type {
  FlowOutcome,
  FlowPurpose,
  FlowState,
  FlowStep,
  RefusalReason,
  VerificationKind,
} from '../../vocabulary/flows.ts';

/** A flow that begins with its first answer. */
export interface NewFlow {
  id: string;
  purpose: FlowPurpose;
  applicationId: string | null;
  reference: string;
}

/** A flow as its first answer stores it: with the browser that it is bound to. */
export interface FirstAnswer extends NewFlow {
  /** IP address. */
  encryptedAddress: Uint8Array | null;
  /** Name of the browser. */
  device: string | null;
}

/** An entry in the log of a flow. */
interface FlowLogEntry {
  step: FlowStep;
  outcome: FlowOutcome;
  reason?: RefusalReason;
}

type Writer = Pick<Transaction, '$executeRaw' | '$queryRaw'>;

/** Stores a flow, unless it is stored, and locks it. */
export async function startFlow(tx: Writer, flow: FirstAnswer, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO flows AS stored (id, purpose, application_id, reference, encrypted_address, device, created_at, touched_at)
    VALUES (${flow.id}, ${flow.purpose}, ${flow.applicationId}, ${flow.reference}, ${flow.encryptedAddress}, ${flow.device}, ${now}, ${now})
    ON CONFLICT (id) DO UPDATE SET touched_at = stored.touched_at`;
}

/** Adds an entry to the log of a flow, whose user may be known with it. */
export async function logEntry(
  tx: Writer,
  flowId: string,
  entry: FlowLogEntry & { userId?: string | null },
  now: Date,
): Promise<void> {
  const { step, outcome, reason = null, userId = null } = entry;
  await tx.$executeRaw`
    WITH person AS (
      UPDATE flows SET user_id = ${userId} WHERE id = ${flowId} AND user_id IS NULL AND ${userId}::text IS NOT NULL
    )
    INSERT INTO flow_entries (flow_id, at, step, outcome, reason) VALUES (${flowId}, ${now}, ${step}, ${outcome}, ${reason})`;
}

/** The limits that an attempt was counted in, and the end of their lock if they have none that is stored. */
interface LockedBy {
  flowId: string;
  limit: Pick<LimitKeys, 'key' | 'accountKey' | 'isDevice'>;
  until: Date | null;
}

/**
 * Records whether an open flow was refused by a lock, until the next answer that is compared. The same statement after
 * each failure: its time must not show whether an account is locked.
 */
export async function recordLock(tx: Writer, { flowId, limit, until }: LockedBy, now: Date): Promise<void> {
  const { key, accountKey, isDevice } = limit;
  // The lock of an account does not apply to a known device.
  const keys = isDevice || !accountKey ? [key] : [key, accountKey];
  await tx.$executeRaw`
    UPDATE flows SET locked_until = coalesce(
      (SELECT max(locked_until) FROM attempt_limits WHERE key = ANY(${keys}::bytea[]) AND locked_until > ${now}::timestamptz),
      ${until}::timestamptz)
    WHERE id = ${flowId} AND state = 'open'`;
}

/** Forgets what a person has proven, except for some kinds: the flow begins again. */
export async function forgetVerifications(
  tx: Writer,
  flowId: string,
  kept: readonly VerificationKind[] = [],
): Promise<void> {
  await tx.$executeRaw`DELETE FROM verifications WHERE flow_id = ${flowId} AND kind <> ALL(${kept}::text[])`;
}

/** Keys of the limits that count an attempt. */
export interface LimitKeys {
  /** The limit whose lock is shown: of the typed identifier, of a known device, or of an account that was proven. */
  key: Uint8Array;
  /** The limit of the account, if `key` is another one: attempts count in both. */
  accountKey: Uint8Array | null;
  /** True if `key` is that of a known device, to which the lock of the account does not apply. */
  isDevice: boolean;
  /** The limit of failures of the client's network; null if it does not count. */
  networkKey: Uint8Array | null;
}

/** A change of a flow whose row is locked. */
interface FlowChange extends FlowLogEntry {
  flowId: string;
  now: Date;
  purpose?: FlowPurpose;
  verifications?: readonly Verification[];
  /** True if codes that were sent can no longer be entered. */
  endsChallenges?: boolean;
  /** The limit that a right answer resets; the answer no longer counts for the network. */
  resets?: LimitKeys | null;
  /** The new inputs, encrypted. */
  inputs?: Uint8Array;
  state?: FlowState;
  userId?: string | null;
}

/**
 * Applies a change to an open flow and logs it, in one statement. A flow that has ended does not change. Returns the
 * new version; undefined if the flow has ended.
 */
export async function advanceFlow(tx: Writer, change: FlowChange): Promise<number | undefined> {
  const { flowId, now, verifications = [], resets, endsChallenges = false, step, outcome, reason = null } = change;
  const { purpose = null, inputs = null, state = null, userId = null } = change;
  const hasEnded = state !== null && state !== 'open';
  const accountKey = resets?.accountKey ?? null;
  // Failures elsewhere still count after a sign-in with a known device.
  const [ofAccount, besidesDevice] = resets?.isDevice ? [null, accountKey] : [accountKey, null];
  const [flow] = await tx.$queryRaw<{ version: number }[]>`/* name: store_progress */
    WITH verified AS (
      INSERT INTO verifications (flow_id, kind, subject, verified_at, session_epoch)
      SELECT ${flowId}, kind, subject, ${now}::timestamptz, session_epoch
      FROM unnest(${verifications.map(({ kind }) => kind)}::text[], ${verifications.map(({ subject }) => subject)}::text[],
        ${verifications.map(({ sessionEpoch }) => sessionEpoch)}::int[]) AS verification (kind, subject, session_epoch)
      ON CONFLICT (flow_id, kind, subject) DO UPDATE SET verified_at = excluded.verified_at, session_epoch = excluded.session_epoch
    ), refunded AS (
      UPDATE network_limits SET count = greatest(count - 1, 0) WHERE key = ${resets?.networkKey ?? null}::bytea RETURNING key
    ), reset AS (
      -- The network first, as everywhere: concurrent attempts cannot deadlock.
      DELETE FROM attempt_limits WHERE key = ${resets?.key ?? null}::bytea AND (SELECT count(*) FROM refunded) >= 0
      RETURNING failures
    ), forgotten AS (
      DELETE FROM attempt_limits WHERE key = ${ofAccount}::bytea AND (SELECT count(*) FROM reset) >= 0
    ), forgiven AS (
      UPDATE attempt_limits AS stored SET failures = greatest(stored.failures - reset.failures, 0),
        attempts = greatest(stored.attempts - reset.failures, 0)
      FROM reset WHERE key = ${besidesDevice}::bytea
    ), consumed AS (
      UPDATE challenges SET consumed_at = ${now} WHERE flow_id = ${flowId} AND consumed_at IS NULL AND ${endsChallenges || hasEnded}::boolean
    ), logged AS (
      INSERT INTO flow_entries (flow_id, at, step, outcome, reason)
      VALUES (${flowId}, ${now}, ${step}, ${outcome}, ${reason})
    )
    UPDATE flows SET version = version + 1, touched_at = ${now}, locked_until = NULL, state = coalesce(${state}::text, state), purpose = coalesce(${purpose}::text, purpose),
      user_id = coalesce(${userId}::text, user_id), ended_at = CASE WHEN ${hasEnded}::boolean THEN ${now}::timestamptz END,
      inputs = CASE WHEN ${hasEnded}::boolean THEN NULL ELSE coalesce(${inputs}::bytea, inputs) END
    WHERE id = ${flowId} AND state = 'open' RETURNING version`;
  return flow?.version;
}
