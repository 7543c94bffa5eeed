import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { clientFrame, createFrameReader, opcodes } from './frames.ts';

/** A WebSocket of the load generator. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

const blankLine = '\r\n\r\n';

/** Opens a WebSocket at `/graphql`. Calls `take` with every text message, and `lost` if it is closed by the server. */
export async function openSocket(
  port: number,
  take: (message: Buffer) => void,
  lost: (why: string) => void,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  const state = { isClosed: false };
  const end = (why: string) => {
    if (!state.isClosed) lost(why);
    state.isClosed = true;
  };
  socket.on('error', (error) => end(error.message));
  await once(socket, 'connect');
  socket.write(handshake());
  const rest = await answerOf(socket);
  const read = createFrameReader((opcode, payload) => {
    if (opcode === opcodes.text) take(payload);
    else if (opcode === opcodes.ping) socket.write(clientFrame(opcodes.pong, payload));
    else if (opcode === opcodes.close) end(`closed with ${payload.readUInt16BE(0)} ${payload.toString('utf8', 2)}`);
  });
  socket.on('data', read);
  socket.on('close', () => end('the server hung up'));
  if (rest.length) read(rest);
  return {
    send: (text) => void socket.write(clientFrame(opcodes.text, text)),
    close() {
      state.isClosed = true;
      socket.destroy();
    },
  };
}

/** RFC 6455 §4.1. */
const handshake = (): string =>
  [
    'GET /graphql HTTP/1.1',
    'Host: bench.localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    blankLine.slice(2),
  ].join('\r\n');

/** Waits for the response to the handshake. Resolves with the bytes after it. */
async function answerOf(socket: ReturnType<typeof connect>): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf(blankLine);
    if (end < 0) continue;
    if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) throw new Error(bytes.toString().slice(0, 300));
    return bytes.subarray(end + blankLine.length);
  }
}
