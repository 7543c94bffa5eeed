import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from './library.ts';
import { pinToPublicUrl } from './requests/request-target.ts';
import { isPastLimit, type SessionLimitServices, usesOf } from './session-limit.ts';
import { toPlatformTime } from './storage/library-time.ts';

/** The sign-in session of a browser. */
interface PageSession {
  /** The session uid, which tokens contain as `session_id`. */
  id: string;
  userId: string;
  /** When the person signed in. */
  since: Date;
  /** The level of the sign-in (vocabulary/flows.ts). */
  acr: string | undefined;
}

/** The session of a request to the account pages; undefined if there is none, or a new sign-in is due. */
export type FindPageSession = (exchange: {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}) => Promise<PageSession | undefined>;

interface Services extends SessionLimitServices {
  config: { publicUrl: string };
}

/** The limits of sessions are those of the policy: the account pages have no others. */
const ownLimits = { sessionLimitSeconds: null, sessionIdleLimitSeconds: null };

export const createFindPageSession =
  (current: () => Provider, services: Services): FindPageSession =>
  async ({ incoming, outgoing }) => {
    pinToPublicUrl(incoming, services.config.publicUrl);
    const provider = current();
    const session = await provider.Session.get(provider.createContext(incoming, outgoing));
    const { uid: id, accountId: userId, acr } = session;
    if (userId === undefined) return undefined;
    if (await isPastLimit(services, ownLimits, { ...usesOf(session), sessionId: id })) return undefined;
    const { loginTs = 0 } = toPlatformTime({ loginTs: session.loginTs }, services.clock);
    return { id, userId, acr, since: new Date(loginTs * 1000) };
  };
