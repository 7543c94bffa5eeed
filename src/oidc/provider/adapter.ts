import type { Prisma as Namespace } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteRecordsOfGrant, recordKey } from '../../store/oidc-records.ts';
import type { ClientRecord } from '../clients.ts';
import { clientMetadata } from './client-metadata.ts';
import { type Adapter, type AdapterPayload, errors, Provider } from './library.ts';
import { unopenedInteraction } from './lifetimes.ts';
import { keepReplay } from './replay.ts';

export interface AdapterServices {
  database: Database;
  clock: Clock;
  clients: { find(id: string): Promise<ClientRecord | undefined> };
}

/** Where the protocol library keeps things: clients come from our tables, all the rest are rows of oidc_records. */
export function createAdapterFactory(services: AdapterServices): (model: string) => Adapter {
  return (model) => (model === 'Client' ? clientAdapter(services) : recordAdapter(model, services));
}

const unused = (): never => {
  throw new Error('The protocol library asked for something that is switched off.');
};
const unusedMethods = {
  upsert: unused,
  find: unused,
  findByUid: unused,
  findByUserCode: unused,
  consume: unused,
  destroy: unused,
  revokeByGrantId: unused,
};

/** Read from the database on every request, so that a change is seen at once; a suspended application is an unknown one. */
function clientAdapter({ clients }: AdapterServices): Adapter {
  return {
    ...unusedMethods,
    async find(id) {
      const client = await clients.find(id);
      return client && !client.isSuspended ? clientMetadata(client) : undefined;
    },
  };
}

function recordAdapter(model: string, { database, clock }: AdapterServices): Adapter {
  const records = database.prisma.oidcRecord;
  const alive = () => ({ expiresAt: { gt: clock.now() } });
  return {
    findByUserCode: unused,
    async upsert(id, payload, expiresIn) {
      const lifetime = lifetimeOf(model, payload, expiresIn ?? 0);
      const row = rowOf(id, payload, new Date(clock.now().getTime() + lifetime * 1000));
      if (model === 'ReplayDetection') return keepReplay(database, { ...row, key: recordKey(id) }, clock.now());
      if (model === 'Session' && wasLoaded()) return replaceSession(records, recordKey(id), row);
      const where = { model_key: { model, key: recordKey(id) } };
      await records.upsert({ where, create: { ...where.model_key, ...row }, update: row });
    },
    async find(id) {
      const row = await records.findUnique({ where: { model_key: { model, key: recordKey(id) }, ...alive() } });
      return row ? payloadOf(row, id) : undefined;
    },
    // The id of a session found by its uid is not known, and nobody who looks it up in this way needs it.
    async findByUid(uid) {
      const row = await records.findFirst({ where: { model, uid, ...alive() } });
      return row ? payloadOf(row) : undefined;
    },
    async consume(id) {
      const unconsumed = { model, key: recordKey(id), consumedAt: null };
      const { count } = await records.updateMany({ where: unconsumed, data: { consumedAt: clock.now() } });
      if (count === 0) await refuseSecondUse(model, id, database);
    },
    async destroy(id) {
      if (model === 'Session' && isBeingRenamed(id)) return;
      await records.deleteMany({ where: { model, key: recordKey(id) } });
    },
    async revokeByGrantId(grantId) {
      await records.deleteMany({ where: { model, grantId } });
    },
  };
}

type Records = Database['prisma']['oidcRecord'];
type Row = Omit<Namespace.OidcRecordCreateManyInput, 'model' | 'key'>;

function rowOf(id: string, payload: AdapterPayload, expiresAt: Date): Row {
  return {
    payload: withoutIds(id, payload) as Namespace.InputJsonObject,
    grantId: payload.grantId ?? null,
    uid: payload.uid ?? null,
    // Of a pending sign-in: who has just given the password, or who is signed in.
    userId: payload.accountId ?? payload.result?.login?.accountId ?? payload.session?.accountId ?? null,
    clientId: payload.clientId ?? (payload.params?.['client_id'] as string | undefined) ?? null,
    expiresAt,
  };
}

// A pending sign-in is written a second time with its result, by who has opened its page (openInteraction).
const lifetimeOf = (model: string, { result }: AdapterPayload, seconds: number): number =>
  model === 'Interaction' && !result ? Math.min(seconds, unopenedInteraction) : seconds;

/** The payload without what would make a copy of the database usable: its own id, and the cookie of the session beside it. */
function withoutIds(id: string, payload: AdapterPayload): AdapterPayload {
  const { returnTo, session } = payload;
  return {
    ...payload,
    jti: undefined,
    ...(payload.kind === 'Interaction' && session && { session: { ...session, cookie: undefined } }),
    ...(payload.kind === 'Interaction' && returnTo && { returnTo: returnTo.replace(id, '') }),
  };
}

function payloadOf(row: { payload: unknown; consumedAt: Date | null }, id?: string): AdapterPayload {
  const payload = row.payload as AdapterPayload;
  return {
    ...payload,
    ...(id !== undefined && { jti: id }),
    ...(id !== undefined && payload.returnTo !== undefined && { returnTo: payload.returnTo + id }),
    ...(row.consumedAt && { consumed: true }),
  };
}

/**
 * Somebody else used the code or refresh token between our look and our use of it: two requests at one instant. It is
 * the replay of a code (RFC 6749 §4.1.2) or of a refresh token (RFC 9700 §4.14.2), and ends the grant like a later one.
 */
async function refuseSecondUse(model: string, id: string, database: Database): Promise<never> {
  const where = { model_key: { model, key: recordKey(id) } };
  const row = await database.prisma.oidcRecord.findUnique({ where, select: { grantId: true } });
  if (row?.grantId) await deleteRecordsOfGrant(database.prisma, row.grantId);
  if (model === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('request_uri was already used');
  throw new errors.InvalidGrant('already consumed by another request');
}

// A session that a request has loaded may have been ended meanwhile, by a suspension or a new password: writing it back
// must not revive it. So a loaded session is only ever replaced, under its old or its new id; the library would delete
// the old row first and insert the new one.
const session = () => Provider.ctx?.oidc.entities.Session as { iat?: number; oldId?: string } | undefined;
const wasLoaded = (): boolean => session()?.iat !== undefined;
const isBeingRenamed = (id: string): boolean => session()?.oldId === id;

async function replaceSession(records: Records, key: string, row: Row): Promise<void> {
  await records.updateMany({ where: { model: 'Session', uid: row.uid ?? '' }, data: { key, ...row } });
}
