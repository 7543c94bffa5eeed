import type { CurrentActor } from '../kernel/actor.ts';
import type { CursorSeal } from '../platform/crypto/cursor-seal.ts';
import type { Database, Prisma } from '../platform/database/database.ts';
import { readAccount } from '../store/account/account.ts';
import { readAccountAttempts, readAccountMessages } from '../store/account/attempts-and-messages.ts';
import { publicFields } from '../store/records/public-fields.ts';
import { accountExchangeShape } from '../vocabulary/exchanges/exchange-shapes.ts';
import { accountEventShape, accountShape } from '../vocabulary/account/account-shapes.ts';
import { readAccountEventPage } from './account-events.ts';
import { accountLists, type AccountReader } from './account-lists.ts';
import { readExchangePage } from './exchanges.ts';
import { pageSize } from './page.ts';

interface ExportServices {
  database: Pick<Database, 'prisma' | 'pool'>;
  cursorSeal: CursorSeal;
  /** Authenticates the caller again. Throws as at the start. */
  authenticate: CurrentActor;
  /** Logs an error that ends the document. */
  report(error: unknown): void;
}

/** There can be millions of them. */
const exchangesPerBatch = 500;

/** The sections of the export after the account and its lists. */
const exportSections = ['signInAttempts', 'messages', 'exchanges', 'events'] as const;

/** Everything that is stored about a person, as one JSON document that is made while it is read. */
export const accountExport = (reader: AccountReader, services: ExportServices): AsyncGenerator<string> =>
  reported(document(reader, services), services.report);

async function* document(reader: AccountReader, services: ExportServices): AsyncGenerator<string> {
  const account = await readAccount(reader.prisma, reader.userId);
  yield `{"account":${JSON.stringify(account && publicFields(accountShape, account))}`;
  for (const [name, { read }] of Object.entries(accountLists)) {
    yield `,"${name}":${JSON.stringify(await read(reader))}`;
  }
  const { prisma } = services.database;
  const batches = {
    signInAttempts: readAccountAttempts(prisma, reader.userId, reader.now),
    messages: readAccountMessages(prisma, reader.userId),
    exchanges: exchangeBatches(prisma, reader.userId),
    events: eventBatches(services, reader.userId),
  };
  for (const name of exportSections) {
    yield `,"${name}":`;
    yield* asArray(batches[name], services.authenticate);
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

/** The exchanges that applications made for the person. */
async function* exchangeBatches(prisma: Prisma, userId: string): AsyncGenerator<object[]> {
  const visible = { condition: { userId }, showsPosition: false };
  for (let after: string | undefined; ; ) {
    const page = { after, size: exchangesPerBatch, path: 'cursor' };
    const { exchanges, hasMore } = await readExchangePage(prisma, visible, page);
    yield exchanges.map((exchange) => publicFields(accountExchangeShape, exchange));
    after = exchanges.at(-1)?.id;
    if (!hasMore) return;
  }
}

async function* eventBatches({ database, cursorSeal }: ExportServices, userId: string): AsyncGenerator<object[]> {
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
