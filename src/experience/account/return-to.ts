import type { Prisma } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { whereSuspended } from '../../store/access/suspended-applications.ts';
import { isId } from '../../platform/ids/ids.ts';
import type { PageContext } from '../requests.ts';
import type { ReturnTo } from './pages/frame.ts';

/** Characters of an address that can be client. */
const maxLength = 2048;

/**
 * The application that has led the person here (`client_id`), if `return_to` is exactly one of its redirect URIs or
 * post-logout redirect URIs. Otherwise both are ignored: the pages lead to no other address.
 */
export async function readReturnTo(
  context: PageContext,
  { database, clock }: { database: { prisma: Pick<Prisma, 'application'> }; clock: Clock },
) {
  const clientId = context.req.query('client_id') ?? '';
  const url = context.req.query('return_to') ?? '';
  if (!isId('application', clientId) || url === '' || url.length > maxLength) return undefined;
  const client = await database.prisma.application.findUnique({
    where: { id: clientId, ...whereSuspended(false, clock.now()) },
    select: { name: true, redirectUris: true, postLogoutRedirectUris: true },
  });
  if (!client || ![...client.redirectUris, ...client.postLogoutRedirectUris].includes(url)) return undefined;
  return { clientId, name: client.name, url } satisfies ReturnTo;
}
