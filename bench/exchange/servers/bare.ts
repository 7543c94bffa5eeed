import { createServer } from 'node:http';

// Reference 0: the cost of HTTP alone. It responds with as many bytes as a token response has.
const answer = JSON.stringify({ access_token: 'x'.repeat(700), token_type: 'Bearer', expires_in: 3600, scope: 'read' });
const headers = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-length': Buffer.byteLength(answer),
};

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers).end(answer);
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
