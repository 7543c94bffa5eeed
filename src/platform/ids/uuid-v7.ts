import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Random bytes of 256 UUIDs: requested one by one, they take a fiftieth of a write. For bench:management, four writes
 * through GraphQL at least 0.6 of bare Prisma.
 */
const pool = Buffer.alloc(256 * 16);
let used = pool.length;

function randomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

const sequenceNumbers = 2 ** 32;
let msecs = 0;
let seq = 0;
const bytes = new Uint8Array(16);

/**
 * The bytes of a new UUIDv7, until the next one. Each is greater than the last, also within a millisecond and if the
 * clock is set back: then the sequence number increases instead of the time (RFC 9562 §6.2).
 */
export function nextUuid(): Uint8Array {
  const random = randomBytes();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = random.readUInt32BE() >>> 1;
  } else if (++seq === sequenceNumbers) {
    msecs += 1;
    seq = 0;
  }
  return v7({ msecs, seq, random }, bytes);
}
