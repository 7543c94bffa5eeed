import type { Socket } from 'node:net';

/**
 * Removes unsolicited `100 Continue` responses from what a connection reads. A client must accept them (RFC 9110
 * §15.2); undici 8.12 treats them as a bad response. Only the first bytes after a request are examined: a connection
 * has one request at a time, so they begin a response.
 */
export function withoutContinue(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let begins = false;
  const watched = {
    write(...args: unknown[]) {
      begins = true;
      return write(...args);
    },
    read(size?: number) {
      const chunk = read(size);
      if (!begins || !chunk) return chunk;
      const rest = afterContinue(chunk);
      begins = rest.length === 0;
      return begins ? null : rest;
    },
  };
  return Object.assign(socket, watched);
}

const [one, zero] = [0x31, 0x30];
/** "HTTP/1.1 ": the status comes next. */
const statusAt = 9;
const end = '\r\n\r\n';

function afterContinue(chunk: Buffer): Buffer {
  const isContinue = chunk[statusAt] === one && chunk[statusAt + 1] === zero && chunk[statusAt + 2] === zero;
  const at = isContinue ? chunk.indexOf(end) : -1;
  return at < 0 ? chunk : afterContinue(chunk.subarray(at + end.length));
}
