import { createServer } from 'node:http';
import { verify } from '@node-rs/argon2';

// The reference of sign-ins: argon2id alone, in one lane, as on one core. No account, no limit, no database.
const stored = process.env['PASSWORD_HASH'] ?? '';
let lane: Promise<unknown> = Promise.resolve();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') {
      response.end('ready');
      return;
    }
    const password = new URLSearchParams(Buffer.concat(chunks).toString()).get('password') ?? '';
    const turn = lane.then(() => verify(stored, password));
    lane = turn.catch(() => undefined);
    turn.then(
      (matches) => response.writeHead(matches ? 200 : 422, { 'content-length': 0 }).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
