import { randomBytes, randomUUID } from 'node:crypto';
import { fromString, fromUUIDBytes, toUUID } from 'typeid-js';
import { v7 } from 'uuid';
import { type IdKind, idKinds, idSuffix, kinds } from '../../vocabulary/kinds.ts';

/** Makes ids and secrets. */
export interface Ids {
  /** A new TypeID: the prefix of the kind and a UUIDv7 in base32. Later ids sort after earlier ones. */
  next(kind: IdKind): string;
  /** The TypeID of a record that has 16 bytes of its own to be known by. */
  of(kind: IdKind, bytes: Uint8Array): string;
  /** A new random UUID (RFC 9562), for records that are created in large numbers and never looked up. */
  uuid(): string;
  /** A new UUIDv7 of this time, for records that are looked up by it. */
  uuidAt(time: Date): string;
  /** `bytes` random bytes (32, which is 256 bits, by default) in base64url. */
  secret(bytes?: number): string;
}

/** Ids from the machine's clock and random source. */
export const systemIds: Ids = {
  // Not `typeid` of typeid-js: its ids stop increasing when the clock is set back. `uuid` then increases the sequence
  // number instead of the time, as within a millisecond (RFC 9562 §6.2).
  next: (kind) => fromUUIDBytes(kinds[kind].idPrefix, v7(undefined, new Uint8Array(16))),
  of: (kind, bytes) => fromUUIDBytes(kinds[kind].idPrefix, bytes),
  uuid: randomUUID,
  uuidAt: (time) => v7({ msecs: time.getTime() }),
  secret: (bytes = 32) => randomBytes(bytes).toString('base64url'),
};

/** The UUID of a TypeID. */
export const uuidOf = (id: string): string => toUUID(fromString(id));

const patterns = new Map(idKinds.map((kind) => [kind, new RegExp(`^${kinds[kind].idPrefix}_${idSuffix}$`)]));

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Whether `value` is a UUID, in the form in which we write them. */
export const isUuid = (value: string): boolean => uuidPattern.test(value);

/** The times that a UUIDv7 can have, in milliseconds since the epoch. */
const lastUuidTime = 2 ** 48 - 1;

/** The least UUIDv7 of a time: of records with such ids, those from then on are not less. */
export function leastUuidAt(time: Date): string {
  const milliseconds = Math.min(Math.max(time.getTime(), 0), lastUuidTime);
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time of a UUIDv7. */
export const timeOfUuid = (uuid: string): Date => new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));

/** Whether `value` is a well-formed id of that kind. It need not exist. */
export function isId(kind: IdKind, value: string): boolean {
  return patterns.get(kind)?.test(value) ?? false;
}
