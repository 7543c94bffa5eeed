import { type NewRecord, recordKey } from '../../../store/sessions/oidc-records.ts';
import { type AdapterPayload, Provider } from '../library.ts';
import { unopenedInteraction } from '../lifetimes.ts';
import { sessionEpochSeen } from './request-scope.ts';

/** A record as the library stores it. `lifetime` is in seconds. */
interface Stored {
  id: string;
  payload: AdapterPayload;
  lifetime: number;
}

/** The row of a record, with the session epochs that the request read first. */
export function recordOf(model: string, { id, payload, lifetime }: Stored, now: Date): NewRecord {
  // In an interaction: the user who has just signed in, or is signed in.
  const userId = payload.accountId ?? payload.result?.login?.accountId ?? payload.session?.accountId ?? null;
  const clientId = payload.clientId ?? (payload.params?.['client_id'] as string | undefined) ?? pushingClient(model);
  return {
    model,
    key: recordKey(id),
    payload: withoutIds(id, payload),
    // A grant has its own, so that its end names it even if nothing else was issued under it.
    grantId: model === 'Grant' ? id : (payload.grantId ?? null),
    uid: payload.uid ?? null,
    userId,
    clientId,
    userSessionEpoch: sessionEpochSeen(userId),
    clientSessionEpoch: sessionEpochSeen(clientId),
    expiresAt: new Date(now.getTime() + lifetimeOf(model, payload, lifetime) * 1000),
  };
}

// An interaction is stored again with its result, after its page was opened (openInteraction).
const lifetimeOf = (model: string, { result }: AdapterPayload, seconds: number): number =>
  model === 'Interaction' && !result ? Math.min(seconds, unopenedInteraction) : seconds;

/** A pushed request names its client only inside of the request object. */
const pushingClient = (model: string): string | null =>
  model === 'PushedAuthorizationRequest' ? (Provider.ctx?.oidc.client?.clientId ?? null) : null;

/** Omits what would make a copy of the database usable: the id, and the cookie of the session. */
function withoutIds(id: string, payload: AdapterPayload): AdapterPayload {
  const { returnTo, session } = payload;
  return {
    ...payload,
    jti: undefined,
    ...(payload.kind === 'Interaction' && session && { session: { ...session, cookie: undefined } }),
    ...(payload.kind === 'Interaction' && returnTo && { returnTo: returnTo.replace(id, '') }),
  };
}

/** The payload as the library stored it. */
export function payloadOf(row: { payload: unknown; consumedAt: Date | null }, id?: string): AdapterPayload {
  const payload = row.payload as AdapterPayload;
  return {
    ...payload,
    ...(id !== undefined && { jti: id }),
    ...(id !== undefined && payload.returnTo !== undefined && { returnTo: payload.returnTo + id }),
    ...(row.consumedAt && { consumed: true }),
  };
}
