// SQL: one statement that decides whether a record is valid, and reads or writes it.
import { hash } from 'node:crypto';
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import type { Database, Prisma, Transaction } from '../../platform/database/database.ts';
import { isValidRecord } from './session-epochs.ts';
import { deleteBatch, deleteInBatches } from '../sql/delete-in-batches.ts';

/** The key of a record: the SHA-256 (base64url) of its id, because many ids are bearer secrets. */
export const recordKey = (id: string): string => hash('sha256', id, 'base64url');

/** A record that the issuer stores. */
export interface NewRecord {
  model: string;
  key: string;
  payload: object;
  grantId: string | null;
  /** Session uid. */
  uid: string | null;
  userId: string | null;
  clientId: string | null;
  /** The session epochs when the request began. */
  userSessionEpoch: number;
  clientSessionEpoch: number;
  expiresAt: Date;
  /** Of a session: where it is used. */
  browser?: SessionBrowser | undefined;
}

/** The browser of a session, as of its last authorization request. */
export interface SessionBrowser {
  /** Name of browser and system; null if it is unknown. */
  device: string | null;
  /** Its IP address, encrypted. */
  encryptedAddress: Uint8Array | null;
}

export interface StoredRecord {
  key: string;
  uid: string | null;
  payload: unknown;
  userId: string | null;
  clientId: string | null;
  userSessionEpoch: number;
  clientSessionEpoch: number;
  consumedAt: Date | null;
}

/** Identifies a record of a model. */
export type RecordLookup = { key: string } | { uid: string };

type Client = Pick<Prisma, '$queryRaw' | '$executeRaw'>;

const recordCondition = (model: string, lookup: RecordLookup): Sql.Sql =>
  'key' in lookup
    ? Sql.sql`oidc_records.model = ${model} AND oidc_records.key = ${lookup.key}`
    : Sql.sql`oidc_records.model = ${model} AND oidc_records.uid = ${lookup.uid}`;

/** Returns the record if it is valid and has not expired at `now`. */
export async function findRecord(
  prisma: Client,
  model: string,
  lookup: RecordLookup,
  now: Date,
): Promise<StoredRecord | undefined> {
  const [row] = await prisma.$queryRaw<StoredRecord[]>`/* name: oidc_record */
    SELECT key, uid, payload, user_id AS "userId", client_id AS "clientId", user_session_epoch AS "userSessionEpoch",
      client_session_epoch AS "clientSessionEpoch", consumed_at AS "consumedAt"
    FROM oidc_records WHERE ${recordCondition(model, lookup)} AND expires_at > ${now} AND ${isValidRecord} LIMIT 1`;
  return row;
}

/** Stores a new record. False if its user or application was ended since the request began. */
export async function insertRecord(prisma: Client, record: NewRecord): Promise<boolean> {
  const { model, key, payload, grantId, uid, userId, clientId, userSessionEpoch, clientSessionEpoch, expiresAt } =
    record;
  const { device = null, encryptedAddress = null } = record.browser ?? {};
  const inserted = await prisma.$executeRaw`/* name: insert_oidc_record */
    INSERT INTO oidc_records
      (model, key, payload, grant_id, uid, user_id, client_id, user_session_epoch, client_session_epoch, expires_at, device, encrypted_address)
    SELECT ${model}, ${key}, ${JSON.stringify(payload)}::jsonb, ${grantId}, ${uid}, ${userId}, ${clientId}, ${userSessionEpoch}::int,
      ${clientSessionEpoch}::int, ${expiresAt}::timestamptz, ${device}, ${encryptedAddress}::bytea
    WHERE ${wouldBeValid(record)}`;
  return inserted === 1;
}

/**
 * Replaces a record. False if its user or application was ended since the request began, or the record does not exist
 * any more.
 */
export async function replaceRecord(prisma: Client, lookup: RecordLookup, record: NewRecord): Promise<boolean> {
  const { model, key, payload, grantId, uid, userId, clientId, userSessionEpoch, clientSessionEpoch, expiresAt } =
    record;
  const { device = null, encryptedAddress = null } = record.browser ?? {};
  const replaced = await prisma.$executeRaw`/* name: replace_oidc_record */
    UPDATE oidc_records SET key = ${key}, payload = ${JSON.stringify(payload)}::jsonb, grant_id = ${grantId}, uid = ${uid},
      user_id = ${userId}, client_id = ${clientId}, user_session_epoch = ${userSessionEpoch}::int, client_session_epoch = ${clientSessionEpoch}::int,
      expires_at = ${expiresAt}::timestamptz, device = ${device}, encrypted_address = ${encryptedAddress}::bytea
    WHERE ${recordCondition(model, lookup)} AND ${wouldBeValid(record)}`;
  return replaced === 1;
}

const wouldBeValid = ({ userId, clientId, userSessionEpoch, clientSessionEpoch }: NewRecord): Sql.Sql => Sql.sql`
  (${userId}::text IS NULL OR EXISTS (SELECT FROM users WHERE id = ${userId} AND session_epoch = ${userSessionEpoch}::int))
  AND (${clientId}::text IS NULL
    OR EXISTS (SELECT FROM applications WHERE id = ${clientId} AND session_epoch = ${clientSessionEpoch}::int))`;

/** Revokes grants with everything that was issued under them (RFC 7009 §2.1, RFC 6749 §4.1.2). */
export async function deleteRecordsOfGrants(
  tx: Pick<Transaction, 'oidcRecord'>,
  grantIds: readonly string[],
): Promise<void> {
  const grants = { model: 'Grant', key: { in: grantIds.map(recordKey) } };
  await tx.oidcRecord.deleteMany({ where: { OR: [{ grantId: { in: [...grantIds] } }, grants] } });
}

/** Deletes the tokens that an application obtained by a grant. A sign-in that is pending for it goes on. */
export async function deleteTokensOfGrant(tx: Pick<Transaction, 'oidcRecord'>, grantId: string): Promise<void> {
  const model = { in: ['AccessToken', 'RefreshToken', 'AuthorizationCode'] };
  await tx.oidcRecord.deleteMany({ where: { grantId, model } });
}

/** The owner of a grant; undefined if there is none, or it was ended with everything of its user or application. */
export async function findGrant(
  tx: Pick<Client, '$queryRaw'>,
  grantId: string,
): Promise<{ userId: string; applicationId: string } | undefined> {
  const [grant] = await tx.$queryRaw<{ userId: string; applicationId: string }[]>`
    SELECT user_id AS "userId", client_id AS "applicationId" FROM oidc_records
    WHERE model = 'Grant' AND key = ${recordKey(grantId)} AND user_id IS NOT NULL AND client_id IS NOT NULL
      AND ${isValidRecord}`;
  return grant;
}

/** Revokes a grant, whose user is locked. False if it has ended meanwhile. */
export async function endGrant(tx: Transaction, grantId: string): Promise<boolean> {
  const { count } = await tx.oidcRecord.deleteMany({ where: { model: 'Grant', key: recordKey(grantId) } });
  await deleteTokensOfGrant(tx, grantId);
  return count > 0;
}

/** Whether a sign-in is pending. */
export async function isInteractionOpen({ prisma }: { prisma: Client }, id: string, now: Date): Promise<boolean> {
  const record = await findRecord(prisma, 'Interaction', { key: recordKey(id) }, now);
  return record !== undefined && !('result' in (record.payload as object));
}

/**
 * The application of a sign-in that may have ended, as long as its record or its flow is stored, and whether the person
 * has signed in.
 */
export async function endOfSignIn(
  prisma: Client,
  id: string,
  flowId: string,
): Promise<{ applicationId: string | null; isFinished: boolean }> {
  const [row] = await prisma.$queryRaw<{ applicationId: string | null; isFinished: boolean }[]>`
    SELECT coalesce((SELECT application_id FROM flows WHERE id = ${flowId}),
        (SELECT client_id FROM oidc_records WHERE model = 'Interaction' AND key = ${recordKey(id)})) AS "applicationId",
      EXISTS (SELECT FROM flows WHERE id = ${flowId} AND state = 'finished') AS "isFinished"`;
  return row ?? { applicationId: null, isFinished: false };
}

/** Extends a pending sign-in by this many seconds, once: when its page is opened. */
export async function openInteraction(
  { prisma }: Pick<Database, 'prisma'>,
  id: string,
  seconds: number,
): Promise<void> {
  await prisma.$executeRaw`
    UPDATE oidc_records
    SET expires_at = expires_at + make_interval(secs => ${seconds}), payload = payload || '{"opened": true}'
    WHERE model = 'Interaction' AND key = ${recordKey(id)} AND NOT payload ?| '{opened,result}'`;
}

/**
 * Separates a pending sign-in from the session of a user whose sessions are about to end: the person who ends them in
 * it, by a new password, goes on there.
 */
export async function detachInteraction(
  tx: Pick<Client, '$executeRaw'>,
  { key, userId }: { key: string; userId: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE oidc_records SET user_id = NULL, user_session_epoch = 0, grant_id = NULL, payload = payload - '{session,grantId}'::text[]
    WHERE model = 'Interaction' AND key = ${key} AND user_id = ${userId} AND NOT payload ? 'result'`;
}

/** The answer to a pending sign-in. */
interface Answer {
  key: string;
  /** SHA-256 (base64url) of the secret of the browser, in which it continues. */
  browser: string;
  /** The user's session epoch. */
  sessionEpoch: number;
  /** The user, how they were authenticated, and when. */
  login: { accountId: string; amr: readonly string[]; acr: string; since: Date };
}

/**
 * Stores who has signed in, as the library would: the authorization request continues with its next request. False if
 * it has ended, expired, or was answered before.
 */
export async function answerInteraction(
  tx: Pick<Client, '$executeRaw'>,
  { key, browser, sessionEpoch, login: { since, ...login } }: Answer,
  now: Date,
): Promise<boolean> {
  const answer = { browser, result: { login: { ...login, ts: Math.floor(since.getTime() / 1000) } } };
  const answered = await tx.$executeRaw`/* name: answer_interaction */
    UPDATE oidc_records SET payload = payload || ${JSON.stringify(answer)}::jsonb, user_id = ${login.accountId},
      user_session_epoch = ${sessionEpoch}::int, expires_at = to_timestamp((payload ->> 'exp')::bigint)
    WHERE model = 'Interaction' AND key = ${key} AND expires_at > ${now} AND NOT payload ? 'result' AND ${isValidRecord}`;
  return answered === 1;
}

const expired = deleteBatch('oidc_records', 'model, key', 'expires_at <= $1');

/** Deletes expired records, at most 100,000 per call. Returns their number. */
export const removeExpiredRecords = ({ pool }: Pick<Database, 'pool'>, now: Date): Promise<number> =>
  deleteInBatches(pool, expired, [now]);
