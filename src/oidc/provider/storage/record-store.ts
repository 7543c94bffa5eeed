import type { Database } from '../../../platform/database/database.ts';
import {
  findRecord,
  insertRecord,
  type NewRecord,
  replaceRecord,
  type StoredRecord,
  type RecordLookup,
} from '../../../store/sessions/oidc-records.ts';
import { endedError, isSigningOut } from './ended-errors.ts';
import { noteSessionEpoch, noteRecord, requestScope } from './request-scope.ts';

/** Reads a valid record. The request notes the session epochs of its user and application. */
export async function readRecord(
  { prisma }: Pick<Database, 'prisma'>,
  { model, which, now }: { model: string; which: RecordLookup; now: Date },
): Promise<StoredRecord | undefined> {
  const row = await findRecord(prisma, model, which, now);
  if (!row) return undefined;
  if (row.userId !== null) noteSessionEpoch(row.userId, row.userSessionEpoch);
  if (row.clientId !== null) noteSessionEpoch(row.clientId, row.clientSessionEpoch);
  noteRecord(nameOf({ model, key: row.key, uid: row.uid }));
  return row;
}

/**
 * Stores a record unless its user or application was ended during the request. A record that the request has read is
 * only replaced: it may have been deleted since, for example by a sign-out in another window, and must not be
 * revived.
 */
export async function storeRecord({ prisma }: Pick<Database, 'prisma'>, record: NewRecord): Promise<void> {
  const scope = requestScope();
  const isSession = record.model === 'Session';
  // The library stores the session last, also after an error.
  if (isSession && scope.isRefused) return;
  const name = nameOf(record);
  const isStored = scope.names.has(name)
    ? await replaceRecord(prisma, whichOf(record), record)
    : await insertRecord(prisma, record);
  if (isStored) return noteRecord(name);
  scope.isRefused = true;
  if (isSession && isSigningOut()) return;
  throw endedError((await isApplicationEnded(prisma, record)) ? 'application' : 'user', record.userId !== null);
}

async function isApplicationEnded(
  prisma: Database['prisma'],
  { clientId, clientSessionEpoch }: NewRecord,
): Promise<boolean> {
  if (clientId === null) return false;
  return !(await prisma.application.count({ where: { id: clientId, sessionEpoch: clientSessionEpoch } }));
}

// A session keeps its uid when its id changes.
const whichOf = ({ model, key, uid }: Pick<NewRecord, 'model' | 'key' | 'uid'>): RecordLookup =>
  model === 'Session' && uid !== null ? { uid } : { key };
const nameOf = (record: Pick<NewRecord, 'model' | 'key' | 'uid'>): string =>
  `${record.model} ${Object.values(whichOf(record))[0]}`;
