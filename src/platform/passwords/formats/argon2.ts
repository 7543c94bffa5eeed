import { verifySync } from '@node-rs/argon2';
import { isWhole, type Reading } from './password-hash.ts';

/** Memory in KiB and passes of our hashes (OWASP Password Storage Cheat Sheet: argon2id with 46 MiB and one pass). */
export const ownParameters = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

const limits = { memory: 256 * 1024, memoryPasses: 1024 * 1024, lanes: 16 };

/** Cost per pass and memory of ours, with several passes, less memory than ours, or argon2i. */
const otherCost = 1.7;

// Django puts "argon2" in front of it. The library throws for salts of more than 64 characters.
const pattern =
  /^(?:argon2)?(\$argon2(id|i)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,10})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86}))$/;

/** RFC 9106; https://github.com/P-H-C/phc-string-format */
export function readArgon2(input: string): Reading {
  const [, text, kind, m, t, p, salt = '', key = ''] = pattern.exec(input) ?? [];
  const [memory, passes, lanes] = [Number(m), Number(t), Number(p)];
  // The library throws for other base64.
  if (text === undefined || !isWhole(salt) || !isWhole(key)) return undefined;
  // RFC 9106 §3.1: at least 8 KiB per lane.
  if (passes < 1 || lanes < 1 || memory < 8 * lanes) return undefined;
  if (memory > limits.memory || memory * passes > limits.memoryPasses || lanes > limits.lanes) return 'too costly';
  const isStrong = kind === 'id' && memory >= ownParameters.memoryCost;
  const isLikeOurs = isStrong && passes === 1;
  const cost = ((isLikeOurs ? 1 : otherCost) * memory * passes) / ownParameters.memoryCost;
  return { isStrong, cost, matches: (password) => verifySync(text, password) };
}
