import { identifyRequest } from '../../../http/request-ids.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Ids } from '../../../platform/ids/ids.ts';
import { deleteRecordsOfGrants, deleteTokensOfGrant } from '../../../store/sessions/oidc-records.ts';
import type { IssuerEndings, Requester } from '../endings.ts';
import { presentContext, requestScope } from './request-scope.ts';

interface EndingServices {
  database: Pick<Database, 'prisma'>;
  ids: Pick<Ids, 'next'>;
  endings: IssuerEndings;
}

/** Ends a grant, with an event that states why. */
export type EndGrant = (grantId: string) => Promise<void>;

/**
 * The library deletes what belongs to a grant kind by kind, and the grant itself: the first deletion of a request ends
 * all, with one event, and the others wait for it.
 */
export function createEndGrant(services: EndingServices): EndGrant {
  return (grantId) => {
    const { endedGrants } = requestScope();
    const ending = endedGrants.get(grantId) ?? endGrant(grantId, services);
    endedGrants.set(grantId, ending);
    return ending;
  };
}

async function endGrant(grantId: string, { database, ids, endings }: EndingServices): Promise<void> {
  const { route, client, session, params, entities } = presentContext()?.oidc ?? {};
  const by = (kind: Requester['kind'], id: string | undefined) => presentRequester(kind, id, ids);
  if (route === 'token') {
    const credential = params?.['grant_type'] === 'refresh_token' ? 'refresh-token' : 'authorization-code';
    await endings.reportReplay({ grantId, credential }, by('application', client?.clientId));
  } else if (route === 'revocation' && entities?.AccessToken) {
    // The user keeps allowing the application what it asks for next (RFC 7009 §2.1).
    await deleteTokensOfGrant(database.prisma, grantId);
  } else if (route === 'revocation') {
    await endings.revokeGrant({ grantId, endpoint: 'revocation' }, by('application', client?.clientId));
  } else if (route === 'end_session_confirm') {
    // With `logout`, it ends with the session.
    if (params?.['logout']) return;
    await endings.revokeGrant({ grantId, endpoint: 'end-session' }, by('user', session?.accountId));
  } else await deleteRecordsOfGrants(database.prisma, [grantId]);
}

/** The sender of the present request. */
export function presentRequester(kind: Requester['kind'], id: string | undefined, ids: Pick<Ids, 'next'>): Requester {
  const context = presentContext();
  if (!context || id === undefined) throw new Error('a grant or a session ends outside of a request');
  return { kind, id, request: identifyRequest(context.req, context.res, ids) };
}
