/**
 * The part of RFC 6455 §5.2 that a client needs: it sends text frames, and receives unfragmented ones. A general client
 * costs the load generator several times as much.
 */

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A client frame. Masked with zeros (§5.3), so that the payload stays readable: there is no proxy to protect. */
export function clientFrame(opcode: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  const head =
    bytes.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | bytes.length, 0, 0, 0, 0])
      : Buffer.from([0x80 | opcode, 0x80 | 126, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, bytes]);
}

const nothing: Buffer = Buffer.alloc(0);

/** Splits the bytes of a connection into server frames, which are neither masked nor fragmented. */
export function createFrameReader(take: (opcode: number, payload: Buffer) => void): (chunk: Buffer) => void {
  let pending = nothing;
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const head = headOf(pending);
      const end = head ? head.start + head.length : Number.POSITIVE_INFINITY;
      if (!head || pending.length < end) return;
      const payload = pending.subarray(head.start, end);
      pending = pending.length === end ? nothing : pending.subarray(end);
      take(head.opcode, payload);
    }
  };
}

function headOf(bytes: Buffer): { opcode: number; start: number; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const length = bytes.readUInt8(1);
  if (length < 126) return { opcode, start: 2, length };
  const start = length === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  return { opcode, start, length: length === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) };
}
