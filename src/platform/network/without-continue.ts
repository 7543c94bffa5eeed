import type { Socket } from 'node:net';

/**
 * Leaves out of what a connection reads the `100 Continue` that some servers send unasked, and that a client has to put up with
 * (RFC 9110 §15.2): undici takes it for a broken answer. What is read first after a request was written is the beginning of an answer, for
 * there is one request at a time on a connection; nothing else is looked at.
 */
export function withoutContinue(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let begins = false;
  const watched = {
    write(...given: unknown[]) {
      begins = true;
      return write(...given);
    },
    read(size?: number) {
      const chunk = read(size);
      if (!begins || !chunk) return chunk;
      const answer = afterContinue(chunk);
      begins = answer.length === 0;
      return begins ? null : answer;
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
