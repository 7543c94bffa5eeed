import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

// The reference of the fan-out: `ws` alone. It sends the bytes of a POST to every socket, and responds with the start
// time. No protocol, no subscription, no database.
const http = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const message = Buffer.concat(chunks);
    const at = performance.timeOrigin + performance.now();
    if (message.length) for (const socket of sockets.clients) socket.send(message, { binary: false });
    response.end(`${at}`);
  });
});
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
http.listen(Number(process.env['PORT']), '127.0.0.1');
