import { randomFillSync } from 'node:crypto';

/** Random bytes that are fetched at once: asked for ten at a time, they would cost more than all the rest. */
const pool = Buffer.alloc(4096);
/** What one id takes of them: four for its counter, six for its end. */
const needed = 10;
let used = pool.length;

let lastMs = 0;
let counter = 0;

/**
 * Writes a UUIDv7 (RFC 9562 §5.7) into the first 16 bytes of `target`. Those made within a millisecond are counted, in 32 bits that begin
 * with chance (§6.2, method 1), so that later ones sort later; a clock that goes back is waited for in the same way.
 */
export function writeUuidV7(target: Buffer): void {
  if (used + needed > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  count(Date.now());
  target.writeUIntBE(lastMs, 0, 6);
  target.writeUInt16BE(0x7000 | (counter >>> 20), 6);
  target.writeUInt16BE(0x8000 | ((counter >>> 6) & 0x3fff), 8);
  pool.copy(target, 10, used + 4, used + needed);
  target[10] = ((counter & 0x3f) << 2) | ((pool[used] ?? 0) & 3);
  used += needed;
}

function count(now: number): void {
  if (now > lastMs) {
    lastMs = now;
    // The first bit is free: two thousand million ids fit in the millisecond.
    counter = pool.readUInt32BE(used) >>> 1;
  } else if (counter === 0xffff_ffff) {
    lastMs++;
    counter = 0;
  } else counter++;
}
