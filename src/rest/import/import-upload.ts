import type { IncomingMessage } from 'node:http';
import { type ClientRate, measureRate, minRate, rateInWords } from '../client-rate.ts';
import { HttpFailure } from '../failures.ts';
import { type Line, linesOf } from '../ndjson.ts';

/** Lines per batch. */
const batchSize = 100;

/** The lines of an upload, in batches. Throws `HttpFailure` if the client sends too slowly. */
export const uploadedBatches = (request: IncomingMessage, rate = minRate): AsyncGenerator<Line[]> =>
  batches(linesOf(received(request, rate)));

/** The rate counts while the import waits for data, not while it works. The request stays open: it gets a response. */
async function* received(request: IncomingMessage, rate: ClientRate): AsyncGenerator<Buffer> {
  const sending = measureRate(rate);
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const next = (): Promise<IteratorResult<Buffer>> =>
    new Promise((resolve, reject) => {
      const expired = () => reject(tooSlow(rate));
      sending.wait(chunks.next(), expired).then(resolve, reject);
    });
  for (let chunk = await next(); !chunk.done; chunk = await next()) {
    sending.add(chunk.value.length);
    yield chunk.value;
  }
}

const tooSlow = (rate: ClientRate): HttpFailure =>
  new HttpFailure(408, `The upload is too slow: it must have at least ${rateInWords(rate)}.`);

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
