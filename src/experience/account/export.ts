import { Readable } from 'node:stream';
import { accountExport } from '../../reads/account-export.ts';
import { identifyRequest } from '../../http/request-ids.ts';
import { logFailure } from '../../http/request-log.ts';
import { pageHeaders } from '../../oidc/provider/pages.ts';
import type { PageContext } from '../requests.ts';
import type { Member, MemberServices } from './member.ts';

/** Everything that is stored about the person, as a file that is made while it is sent. */
export function exportAccount(context: PageContext, services: MemberServices, member: Member): Response {
  const { database, clock, findSessions, cursorSeal, ids, logger } = services;
  const { account, sessionId, currentActor } = member;
  const reader = { prisma: database.prisma, userId: account.id, sessionId, now: clock.now(), findSessions };
  const report = (error: unknown) =>
    logFailure(logger, 'account', error, { ...identifyRequest(context.env.incoming, context.env.outgoing, ids) });
  const chunks = accountExport(reader, { database, cursorSeal, authenticate: currentActor, report });
  return context.body(Readable.toWeb(Readable.from(chunks, { objectMode: false })) as ReadableStream, 200, {
    ...pageHeaders,
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="account.json"',
  });
}
