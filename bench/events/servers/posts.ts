import { createServer } from 'node:http';
import { Agent } from 'undici';

// The reference of the deliveries: `undici` alone, posting one body repeatedly. No event, no signature, no database.
interface Order {
  url: string;
  body: string;
  count: number;
  concurrency: number;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const done = text ? post(JSON.parse(text) as Order) : Promise.resolve();
    done.then(
      () => response.writeHead(200, { 'content-length': 0 }).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');

/** Its connections stay open from one order to the next. */
const agent = new Agent();

async function post({ url, body, count, concurrency }: Order): Promise<void> {
  const { origin, pathname } = new URL(url);
  const headers = { 'content-type': 'application/json' };
  let left = count;
  const loop = async () => {
    while (left-- > 0) {
      const { statusCode, body: answer } = await agent.request({
        origin,
        path: pathname,
        method: 'POST',
        headers,
        body,
      });
      await answer.dump();
      if (statusCode > 299) throw new Error(`A message failed with ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}
