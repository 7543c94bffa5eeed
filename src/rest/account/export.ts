import { requestIdsIn } from '../../domain/trace-context.ts';
import { callerOf, type CurrentActor } from '../../kernel/actor.ts';
import { recordMyExport } from '../../operations/index.ts';
import { readAccountEventPage } from '../../reads/account-events.ts';
import { accountLists, type AccountReader } from '../../reads/account-lists.ts';
import { pageSize } from '../../reads/page.ts';
import { readAccount } from '../../store/account/account.ts';
import { readAccountAttempts, readAccountMessages } from '../../store/account/records.ts';
import { publicFields } from '../../store/records/public-fields.ts';
import { accountEventShape, accountShape } from '../../vocabulary/account-shapes.ts';
import { failureResponse } from '../failures.ts';
import type { Route, RouteServices } from '../route.ts';
import { readerOf } from './reader.ts';

/** The sections of the export after the account and its lists. */
const exportSections = ['signInAttempts', 'messages', 'events'] as const;

/** Everything that is stored about the caller, as one JSON document that is made while it is sent. */
export const exportRoute: Route = {
  method: 'GET',
  path: '/export',
  query: [],
  async handle(request, services) {
    const origin = { channel: 'rest', ...requestIdsIn(request) } as const;
    await services.execute(recordMyExport, request.currentActor, {}, origin);
    const report = (error: unknown) => failureResponse(error, { ...services, ...requestIdsIn(request) });
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="account.json"',
      },
      stream: {
        caller: callerOf(request.actor),
        chunks: reported(document(readerOf(request, services), request.authenticate, services), report),
      },
    };
  },
};

async function* document(
  reader: AccountReader,
  authenticate: CurrentActor,
  services: RouteServices,
): AsyncGenerator<string> {
  const account = await readAccount(reader.prisma, reader.userId);
  yield `{"account":${JSON.stringify(account && publicFields(accountShape, account))}`;
  for (const [name, { read }] of Object.entries(accountLists)) {
    yield `,"${name}":${JSON.stringify(await read(reader))}`;
  }
  const { prisma } = services.database;
  const batches = {
    signInAttempts: readAccountAttempts(prisma, reader.userId, reader.now),
    messages: readAccountMessages(prisma, reader.userId),
    events: eventBatches(services, reader.userId),
  };
  for (const name of exportSections) {
    yield `,"${name}":`;
    yield* asArray(batches[name], authenticate);
  }
  yield '}';
}

/** A JSON array, batch by batch. The caller is authenticated again before each one: rights can end meanwhile. */
async function* asArray(batches: AsyncIterable<object[]>, authenticate: CurrentActor): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of batches) {
    await authenticate();
    if (!batch.length) continue;
    yield separator + batch.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* eventBatches({ database, cursorSeal }: RouteServices, userId: string): AsyncGenerator<object[]> {
  const reader = { prisma: database.prisma, database, cursorSeal, userId };
  for (let after: string | undefined; ; ) {
    const { edges, hasNextPage } = await readAccountEventPage(reader, { size: pageSize.max, after, path: 'cursor' });
    yield edges.map(({ node }) => publicFields(accountEventShape, node));
    after = edges.at(-1)?.cursor;
    if (!hasNextPage) return;
  }
}

/** JSON that has begun has no place for an error: it is reported, and the connection is reset. */
async function* reported(chunks: AsyncIterable<string>, report: (error: unknown) => void): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    report(error);
    throw error;
  }
}
