import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { type ClientRate, measureRate, minRate, rateInWords } from './client-rate.ts';
import { HttpFailure } from './failures.ts';
import { type Line, linesOf } from './ndjson.ts';

/** Lines per batch. */
const batchSize = 100;
/** Bytes that are received ahead of the batch in progress: some batches, but not what will be refused. */
const readAhead = 262_144;

/** The lines of an upload, in batches. Throws `HttpFailure` if the client sends too slowly. */
export async function* uploadedBatches(request: IncomingMessage, rate = minRate): AsyncGenerator<Line[]> {
  const source = request.pipe(new PassThrough({ highWaterMark: readAhead }));
  // A client that disconnects closes the request without ending it.
  request.once('close', () => request.complete || source.destroy());
  yield* batches(linesOf(received(source, rate)));
}

/** The rate counts while the import waits for data, not while it works. */
async function* received(source: PassThrough, rate: ClientRate): AsyncGenerator<Buffer> {
  const sending = measureRate(rate);
  const tooSlow = () =>
    source.destroy(new HttpFailure(408, `The upload is too slow: it must have at least ${rateInWords(rate)}.`));
  const chunks = source.iterator() as AsyncIterableIterator<Buffer>;
  try {
    for (;;) {
      const { done, value } = await sending.wait(chunks.next(), tooSlow);
      if (done) return;
      sending.add(value.length);
      yield value;
    }
  } finally {
    source.destroy();
  }
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
