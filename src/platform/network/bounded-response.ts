import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A response with any status. */
export interface BoundedResponse {
  status: number;
  /** By name in lower case; a list if a name occurs several times. */
  headers: Readonly<IncomingHttpHeaders>;
  /** The first `maxBytes` of the body. */
  bytes: Buffer;
  /** Whether the body is longer. */
  isCut: boolean;
}

interface ReadOptions {
  /** Maximum number of bytes of the body that are read. */
  maxBytes: number;
  /** Milliseconds for the whole response. */
  timeoutMs: number;
  /** Aborts with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Reads the first `maxBytes` of a response. Drops the connection if there are more. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly response: Promise<BoundedResponse>;
  readonly #resolve: (response: BoundedResponse) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #readers: ReaderList | undefined;
  #slot: number | undefined;
  #connection: Dispatcher.DispatchController | undefined;
  #abortedBy: Error | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] | undefined;
  #remaining: number;

  /** `timeoutError` creates the error for a response that is not complete in time. */
  constructor(options: ReadOptions, timeoutError: (options: ReadOptions) => Error) {
    const { maxBytes, timeoutMs, signal } = options;
    const { promise, resolve, reject } = Promise.withResolvers<BoundedResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#remaining = maxBytes;
    this.#timer = setTimeout(() => this.abort(timeoutError(options)), timeoutMs);
    this.#readers = signal && readersOf(signal);
    this.#slot = this.#readers?.add(this);
  }

  /** Rejects, and drops the connection. A request that waits for a connection is dropped when it gets one. */
  abort(reason: Error): void {
    this.#abortedBy = reason;
    this.#release();
    this.#reject(reason);
    this.#connection?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connection = controller;
    if (this.#abortedBy) controller.abort(this.#abortedBy);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#abortedBy) return;
    this.#chunks ??= [];
    this.#chunks.push(chunk.subarray(0, this.#remaining));
    if (chunk.length > this.#remaining) {
      this.#finish(true);
      this.abort(new Error('The response exceeds the limit.'));
    }
    this.#remaining -= chunk.length;
  }

  onResponseEnd(): void {
    this.#finish(false);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#release();
    this.#reject(error);
  }

  #finish(isCut: boolean): void {
    this.#release();
    const bytes = this.#chunks ? Buffer.concat(this.#chunks) : empty;
    this.#resolve({ status: this.#status, headers: this.#headers, bytes, isCut });
  }

  #release(): void {
    clearTimeout(this.#timer);
    if (this.#slot !== undefined) this.#readers?.remove(this.#slot);
    this.#slot = undefined;
  }
}

/**
 * Readers in progress, in slots that are reused. A Set would keep finished ones in memory: each time its table is
 * replaced, the old one refers to the new one.
 */
class ReaderList {
  readonly #readers: (ResponseReader | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns its slot. */
  add(reader: ResponseReader): number {
    const slot = this.#free.pop() ?? this.#readers.length;
    this.#readers[slot] = reader;
    return slot;
  }

  remove(slot: number): void {
    this.#readers[slot] = undefined;
    this.#free.push(slot);
  }

  abortAll(reason: Error): void {
    for (const reader of this.#readers) reader?.abort(reason);
  }
}

const empty = Buffer.alloc(0);

const readersBySignal = new WeakMap<AbortSignal, ReaderList>();

/** The readers of a signal, which has one listener for all of them. */
function readersOf(signal: AbortSignal): ReaderList {
  const reader = readersBySignal.get(signal);
  if (reader) return reader;
  const readers = new ReaderList();
  readersBySignal.set(signal, readers);
  signal.addEventListener('abort', () => readers.abortAll(signal.reason as Error));
  return readers;
}
