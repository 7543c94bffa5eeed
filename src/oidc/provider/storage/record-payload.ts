import { type NewRecord, recordKey } from '../../../store/sessions/oidc-records.ts';
import { type AdapterPayload, Provider } from '../library.ts';
import { unopenedInteraction } from '../lifetimes.ts';
import { endingsSeen } from './request-scope.ts';

/** What the library stores: `lifetime` is in seconds. */
interface Stored {
  id: string;
  payload: AdapterPayload;
  lifetime: number;
}

/** What the library stores, as a row: with the counts of endings that this request began with. */
export function recordOf(model: string, { id, payload, lifetime }: Stored, now: Date): NewRecord {
  // Of a pending sign-in: who has just given the password, or who is signed in.
  const userId = payload.accountId ?? payload.result?.login?.accountId ?? payload.session?.accountId ?? null;
  const clientId = payload.clientId ?? (payload.params?.['client_id'] as string | undefined) ?? pushingClient(model);
  return {
    model,
    key: recordKey(id),
    payload: withoutIds(id, payload),
    grantId: payload.grantId ?? null,
    uid: payload.uid ?? null,
    userId,
    clientId,
    userEndings: endingsSeen(userId),
    clientEndings: endingsSeen(clientId),
    expiresAt: new Date(now.getTime() + lifetimeOf(model, payload, lifetime) * 1000),
  };
}

// A pending sign-in is written a second time with its result, by who has opened its page (openInteraction).
const lifetimeOf = (model: string, { result }: AdapterPayload, seconds: number): number =>
  model === 'Interaction' && !result ? Math.min(seconds, unopenedInteraction) : seconds;

/** A pushed request names its application only inside of the request object. */
const pushingClient = (model: string): string | null =>
  model === 'PushedAuthorizationRequest' ? (Provider.ctx?.oidc.client?.clientId ?? null) : null;

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
