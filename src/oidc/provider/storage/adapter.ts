import { isSuspended } from '../../../domain/oauth/application.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Ids } from '../../../platform/ids/ids.ts';
import { recordKey } from '../../../store/sessions/oidc-records.ts';
import type { ClientRecord } from '../../clients.ts';
import { clientMetadata } from '../client-metadata.ts';
import { type Adapter, type AdapterPayload, errors } from '../library.ts';
import { toLibraryTime, toPlatformTime } from './library-time.ts';
import { payloadOf, recordOf } from './record-payload.ts';
import type { IssuerEndings } from '../endings.ts';
import { createEndGrant, type EndGrant, presentRequester } from './ended-grants.ts';
import { type DescribeBrowser, sessionBrowser } from './session-browser.ts';
import { readRecord, storeRecord } from './record-store.ts';
import { consumeRefreshToken, mayBeRepeated, rotationOf } from './refresh-tokens.ts';
import { keepReplay } from './replay-detection.ts';
import { noteSessionEpoch, presentBrowser, presentContext } from './request-scope.ts';
import { presentAuthorizations, storedAuthorizations } from '../trials/trial-grant.ts';
import { trialRequest } from '../trials/trial-request.ts';

interface AdapterServices {
  database: Database;
  clock: Clock;
  ids: Pick<Ids, 'uuid' | 'next'>;
  clients: { find(id: string): Promise<ClientRecord | undefined> };
  secretBox: Pick<SecretBox, 'seal' | 'open'>;
  config: { publicUrl: string };
  describeBrowser: DescribeBrowser;
  endings: IssuerEndings;
}

/** The storage of the library: clients come from our tables, all other records from oidc_records. */
export function createAdapterFactory(services: AdapterServices): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return clientAdapter(services);
    return model === 'ReplayDetection' ? replayAdapter(services) : recordAdapter(model, services);
  };
}

const unused = (): never => {
  throw new Error('oidc-provider used a disabled feature.');
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

/** Reads the database each time. A client that is suspended, or was ended during the request, is unknown. */
function clientAdapter(services: AdapterServices): Adapter {
  return {
    ...unusedMethods,
    async find(id) {
      const client = await services.clients.find(id);
      if (!client || isSuspended(client, services.clock.now()) || !noteSessionEpoch(client.id, client.sessionEpoch))
        return undefined;
      return clientMetadata(client, await trialRequest(client.id, services));
    },
  };
}

/** The library reads before it stores. Only storing decides. */
function replayAdapter({ database, clock, ids }: AdapterServices): Adapter {
  return {
    ...unusedMethods,
    find: () => Promise.resolve(undefined),
    async upsert(id, payload, expiresIn) {
      const now = clock.now();
      const record = recordOf('ReplayDetection', { id, payload, lifetime: expiresIn ?? 0 }, now);
      await keepReplay(database, record, { now, requestId: ids.uuid() });
    },
  };
}

function recordAdapter(model: string, services: AdapterServices): Adapter {
  const { database, clock } = services;
  const records = database.prisma.oidcRecord;
  const endGrant = createEndGrant(services);
  return {
    findByUserCode: unused,
    async upsert(id, payload, expiresIn) {
      const now = clock.now();
      const bound = {
        ...toPlatformTime(payload, clock),
        ...boundResult(payload, services),
        ...rotationOf(model),
        ...(model === 'Session' && storedAuthorizations(payload)),
      };
      const stored = { id, payload: bound, lifetime: expiresIn ?? 0 };
      const browser = model === 'Session' && payload.accountId ? await sessionBrowser(services) : undefined;
      await storeRecord(database, { ...recordOf(model, stored, now), browser });
    },
    async find(id) {
      const row = await readRecord(database, { model, which: { key: recordKey(id) }, now: clock.now() });
      if (!row || !isOfBrowser(row.payload, services)) return undefined;
      const consumedAt = mayBeRepeated(model, row, clock.now()) ? null : row.consumedAt;
      return toLibraryTime(payloadOf({ ...row, consumedAt }, id), clock);
    },
    // The payload has no id: it is unknown here, and no caller needs it.
    async findByUid(uid) {
      const row = await readRecord(database, { model, which: { uid }, now: clock.now() });
      if (!row) return undefined;
      const payload = payloadOf(row);
      return toLibraryTime({ ...payload, ...(model === 'Session' && presentAuthorizations(payload)) }, clock);
    },
    async consume(id) {
      if (model === 'RefreshToken') return consumeRefreshToken(id, { ...services, endGrant });
      const unconsumed = { model, key: recordKey(id), consumedAt: null };
      const { count } = await records.updateMany({ where: unconsumed, data: { consumedAt: clock.now() } });
      if (count === 0) await refuseSecondUse(model, id, { database, endGrant });
    },
    async destroy(id) {
      // The library ends the grant of such a token next, and all tokens with it.
      if (model === 'RefreshToken' || model === 'AccessToken') return;
      if (model === 'Grant') return endGrant(id);
      const session = model === 'Session' ? currentSession() : undefined;
      // The library would delete the row under the old id first and insert the new one.
      if (session?.oldId === id) return;
      if (session?.id === id && session.accountId !== undefined) return signOut(session, session.accountId, services);
      // Another request may have given the session another id meanwhile. Its uid stays.
      const which = session?.id === id ? { uid: session.uid } : { key: recordKey(id) };
      await records.deleteMany({ where: { model, ...which } });
    },
    revokeByGrantId: endGrant,
  };
}

/** Binds the sign-in to the browser that completed it. Another browser that opens the same page gains nothing. */
function boundResult({ kind, result }: AdapterPayload, { config }: AdapterServices): { browser?: string | undefined } {
  return kind === 'Interaction' && result ? { browser: presentBrowser(config.publicUrl) } : {};
}

function isOfBrowser(payload: unknown, { config }: AdapterServices): boolean {
  const { browser } = payload as { browser?: string };
  return browser === undefined || browser === presentBrowser(config.publicUrl);
}

/** A concurrent request used the code first: a replay (RFC 6749 §4.1.2), which ends the grant like a later one. */
async function refuseSecondUse(
  model: string,
  id: string,
  { database, endGrant }: { database: Database; endGrant: EndGrant },
): Promise<never> {
  const where = { model_key: { model, key: recordKey(id) } };
  const row = await database.prisma.oidcRecord.findUnique({ where, select: { grantId: true } });
  if (row?.grantId) await endGrant(row.grantId);
  if (model === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('request_uri was already used');
  throw new errors.InvalidGrant('already consumed by another request');
}

/** The library ends a session only when its user signs out. */
async function signOut({ uid }: CurrentSession, userId: string, { endings, ids }: AdapterServices): Promise<void> {
  await endings.signOut({ userId, sessionId: uid }, presentRequester('user', userId, ids));
}

interface CurrentSession {
  id: string;
  uid: string;
  oldId?: string;
  accountId?: string;
}

/** The session of this request. */
const currentSession = () => presentContext()?.oidc.entities.Session as CurrentSession | undefined;
