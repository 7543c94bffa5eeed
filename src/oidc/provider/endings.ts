import type { RequestIds } from '../../domain/trace-context.ts';
import type { grantEndpoints, usedOnce } from '../../vocabulary/events.ts';

/** The sender of a request to the issuer. */
export interface Requester {
  kind: 'user' | 'application';
  id: string;
  request: RequestIds;
}

/**
 * Endings by a request to the issuer, and its refusals. Each is one change with its event, and none if it has ended
 * before: the operations of operations/issuer, which the composition of the platform runs.
 */
export interface IssuerEndings {
  /** Ends a session, with the grants that do not outlive it. */
  signOut(session: { userId: string; sessionId: string }, requester: Requester): Promise<void>;
  /** Ends a grant that is given back. */
  revokeGrant(
    grant: { grantId: string; endpoint: (typeof grantEndpoints)[number] },
    requester: Requester,
  ): Promise<void>;
  /** Ends a grant whose code or refresh token was used again. */
  reportReplay(grant: { grantId: string; credential: (typeof usedOnce)[number] }, requester: Requester): Promise<void>;
  /** Reports wrong secrets of an application, which need not be its own doing. */
  reportFailingAuthentication(failures: number, requester: Requester): Promise<void>;
}
