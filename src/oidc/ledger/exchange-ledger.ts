import { readTraceparent } from '../../domain/trace-context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseUnavailable } from '../../platform/database/hedge.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { beginRecording } from '../../store/exchanges/ledger-state.ts';
import { createBatchLoader } from '../../store/sql/batch-loader.ts';
import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import type { ExchangeLedgerMode } from '../../vocabulary/token-exchange.ts';
import { type ExchangeFacts, newExchange, type NewExchange } from './exchange-row.ts';
import { createFailureLog } from './failure-log.ts';
import { noteOff } from './note-off.ts';
import { openRowQueue } from './row-queue.ts';
import { createWriteRows, type WriteRows } from './write-rows.ts';

/** The answer to a token request; `exchange` if it is that to an exchange. */
type RecordedOutcome =
  | { exchange?: undefined }
  | ({ exchange: ExchangeFacts } & ({ ok: true } | { ok: false; reason: ExchangeReason }));

/** Records the answers to token exchanges. */
export interface ExchangeLedger {
  /**
   * Records an answer, before it is sent. It waits for the promise, if there is one; if that is rejected with
   * `LedgerUnavailable`, the answer must not be sent. `traceparent` is the header of the request.
   */
  record(applicationId: string, outcome: RecordedOutcome, traceparent: unknown): Promise<void> | undefined;
  /** Since the start. */
  readonly counts: LedgerCounts;
  /** Milliseconds that the oldest row has waited. */
  delay(): number;
  /** Writes what waits. */
  write(): Promise<void>;
  close(): Promise<void>;
}

interface LedgerCounts {
  /** Rows. */
  written: number;
  lost: number;
  /** Gaps of processes that were killed, which this process has found. */
  gaps: number;
}

/** An answer that must be recorded cannot be. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable';
}

interface Services {
  /** Emits the event of the first token over a delegation. */
  startDelegation(id: number, at: Date): Promise<void>;
  mode: ExchangeLedgerMode;
  database: Database;
  clock: Clock;
  ids: Ids;
  logger: Logger;
}

type Sink = Pick<ExchangeLedger, 'delay' | 'write' | 'close'> & {
  add(exchange: NewExchange): Promise<void> | undefined;
};

export async function openExchangeLedger(services: Services): Promise<ExchangeLedger> {
  const { mode, clock, ids } = services;
  const counts = { written: 0, lost: 0, gaps: 0 };
  const starts = new Set<Promise<void>>();
  const startDelegation = (id: number, at: Date): void => {
    const start = services.startDelegation(id, at).finally(() => starts.delete(start));
    starts.add(start);
  };
  const sink = await sinks[mode](services, countingRows({ ...services, startDelegation }, counts), counts);
  if (mode !== 'off') await beginRecording(services.database, clock.now());
  return {
    counts,
    record(applicationId, outcome, traceparent) {
      if (!outcome.exchange || mode === 'off') return undefined;
      const { exchange } = outcome;
      const at = exchange.issued?.at ?? clock.now();
      const id = exchange.issued?.id ?? ids.uuidAt(at);
      const traceId = readTraceparent(traceparent)?.traceId;
      const reason = outcome.ok ? undefined : outcome.reason;
      return sink.add(newExchange(exchange, { applicationId, id, at, reason, traceId }));
    },
    delay: sink.delay,
    async write() {
      await sink.write();
      await Promise.all(starts);
    },
    async close() {
      await sink.close();
      await Promise.all(starts);
    },
  };
}

function countingRows(services: Parameters<typeof createWriteRows>[0], counts: LedgerCounts): WriteRows {
  const writeRows = createWriteRows(services);
  return async (exchanges, how) => {
    await writeRows(exchanges, how);
    counts.written += exchanges.length;
  };
}

const none = async (): Promise<void> => {};
const nothingWaits = { delay: () => 0, write: none, close: none };

type OpenSink = (services: Services, writeRows: WriteRows, counts: LedgerCounts) => Promise<Sink>;

const sinks: Record<ExchangeLedgerMode, OpenSink> = {
  /** No answer waits; what a process has not written is lost when it is killed. */
  async fast(services, writeRows, counts) {
    const onLost = (count: number) => void (counts.lost += count);
    const queue = await openRowQueue({ ...services, writerId: services.ids.uuid(), writeRows, onLost });
    const add = (exchange: NewExchange) => {
      queue.add(exchange);
      return undefined;
    };
    return { ...queue, add };
  },
  /** Answers wait for the commit of their row: those of one turn of the event loop together. */
  async durable({ logger }, writeRows) {
    const logFailure = createFailureLog(logger);
    const write = createBatchLoader<NewExchange, void>(
      async (exchanges, isLate) => {
        await writeRows(exchanges, { isLate });
        return exchanges.map(() => undefined);
      },
      { maxBatchSize: 64, failsAll: (error) => error instanceof DatabaseUnavailable },
    );
    const add = (exchange: NewExchange) =>
      write(exchange).catch((cause: unknown) => {
        logFailure(cause);
        throw new LedgerUnavailable('the ledger of token exchanges cannot be written', { cause });
      });
    return { ...nothingWaits, add };
  },
  /** Nothing but the time in which it is so. */
  async off(services) {
    return { ...nothingWaits, ...(await noteOff(services)), add: () => undefined };
  },
};
