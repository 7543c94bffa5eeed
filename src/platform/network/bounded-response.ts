import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** An answer of any status. */
export interface Answer {
  status: number;
  /** By names in lower case; a list where a name came several times. */
  headers: Readonly<IncomingHttpHeaders>;
  /** The body, as far as it was read. */
  bytes: Buffer;
  /** Whether the body is longer than what was read. */
  isCut: boolean;
  /** The body as text, every NUL and malformed part as U+FFFD. */
  body: string;
}

export interface ReadingOptions {
  /** How much of the body is read, in bytes. */
  maxBytes: number;
  /** For the whole answer. */
  timeoutMs: number;
  /** Ends it with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Reads an answer as it comes: the first `maxBytes` of its body. The connection is dropped when there are more. */
export class AnswerReading implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #others: UnderWay | undefined;
  #place: number | undefined;
  #connection: Dispatcher.DispatchController | undefined;
  #endedBy: Error | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] | undefined;
  #missing: number;

  /** `tooLate` makes what it is ended with when there is no whole answer in time. */
  constructor(options: ReadingOptions, tooLate: (options: ReadingOptions) => Error) {
    const { maxBytes, timeoutMs, signal } = options;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#missing = maxBytes;
    this.#timer = setTimeout(() => this.end(tooLate(options)), timeoutMs);
    this.#others = signal && endedBy(signal);
    this.#place = this.#others?.add(this);
  }

  /** Rejects, and drops the connection. A request that waits for one is not told: it is dropped when it has got it. */
  end(reason: Error): void {
    this.#endedBy = reason;
    this.#release();
    this.#reject(reason);
    this.#connection?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connection = controller;
    if (this.#endedBy) controller.abort(this.#endedBy);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#endedBy) return;
    this.#chunks ??= [];
    this.#chunks.push(chunk.subarray(0, this.#missing));
    if (chunk.length > this.#missing) {
      this.#finish(true);
      this.end(new Error('The answer is longer than what is read of it.'));
    }
    this.#missing -= chunk.length;
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
    const body = textOf(bytes, isCut);
    this.#resolve({ status: this.#status, headers: this.#headers, bytes, isCut, body });
  }

  #release(): void {
    clearTimeout(this.#timer);
    if (this.#place !== undefined) this.#others?.remove(this.#place);
    this.#place = undefined;
  }
}

/**
 * Readings under way, each in a place that is used again. In a Set, every one would stay in memory for long: a Set that was filled and
 * emptied often is a chain of tables, each of which keeps what was in the next.
 */
class UnderWay {
  readonly #readings: (AnswerReading | undefined)[] = [];
  readonly #free: number[] = [];

  /** Returns its place. */
  add(reading: AnswerReading): number {
    const place = this.#free.pop() ?? this.#readings.length;
    this.#readings[place] = reading;
    return place;
  }

  remove(place: number): void {
    this.#readings[place] = undefined;
    this.#free.push(place);
  }

  endAll(reason: Error): void {
    for (const reading of this.#readings) reading?.end(reason);
  }
}

const empty = Buffer.alloc(0);

const underWay = new WeakMap<AbortSignal, UnderWay>();

/** What a signal ends: it has one listener, however many there are. */
function endedBy(signal: AbortSignal): UnderWay {
  const known = underWay.get(signal);
  if (known) return known;
  const readings = new UnderWay();
  underWay.set(signal, readings);
  signal.addEventListener('abort', () => readings.endAll(signal.reason as Error));
  return readings;
}

/** A body as text. A character that the cut goes through is left out. */
function textOf(bytes: Buffer, isCut: boolean): string {
  if (bytes.length === 0) return '';
  return new TextDecoder().decode(bytes, { stream: isCut }).replaceAll('\0', '\uFFFD');
}
