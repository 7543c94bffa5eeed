import type { AccountReader } from '../../reads/account-lists.ts';
import type { RestRequest, RouteServices } from '../route.ts';

/** The account of the caller, who reads it. */
export const readerOf = ({ actor }: RestRequest, { database, clock, findSessions }: RouteServices): AccountReader => ({
  prisma: database.prisma,
  userId: actor.id ?? '',
  sessionId: actor.sessionId ?? null,
  now: clock.now(),
  findSessions,
});
