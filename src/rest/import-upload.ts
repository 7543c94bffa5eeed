import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { HttpFailure } from './failures.ts';
import { type Line, linesOf } from './ndjson.ts';

/** Lines per batch. */
const batchSize = 100;
/** Bytes that are buffered: an import of tens of thousands of users is received long before it is finished. */
const readAhead = 32 * 1024 * 1024;

/** The minimum upload rate while the import waits for data: bytes per interval in milliseconds. */
export interface UploadRate {
  bytes: number;
  interval: number;
}
const minUploadRate: UploadRate = { bytes: 4096, interval: 30_000 };

/** The lines of an upload, in batches. Throws `HttpFailure` if the upload stalls. */
export async function* uploadedBatches(request: IncomingMessage, rate = minUploadRate): AsyncGenerator<Line[]> {
  const source = request.pipe(new PassThrough({ highWaterMark: readAhead }));
  // A client that disconnects closes the request without ending it.
  request.once('close', () => request.complete || source.destroy());
  using _watch = watchProgress(request, source, rate);
  yield* batches(linesOf(source));
}

/** Ends an upload that stalls while the import waits for data. */
function watchProgress(request: IncomingMessage, source: PassThrough, { bytes, interval }: UploadRate): Disposable {
  let before = request.socket.bytesRead;
  let wasPaused = false;
  source.on('drain', () => {
    wasPaused = true;
  });
  const check = () => {
    const sent = request.socket.bytesRead - before;
    const isWaiting = !request.complete && source.readableLength === 0 && !wasPaused;
    before += sent;
    wasPaused = false;
    if (isWaiting && sent < bytes) source.destroy(new HttpFailure(408, 'The upload stalled.'));
  };
  const timer = setInterval(check, interval);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
