import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that depends only on their lengths: for secrets and codes. */
export function areEqual(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
