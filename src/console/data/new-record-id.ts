const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** The id of a record that does not exist yet, a TypeID: the prefix of its kind and a UUIDv7 (RFC 9562) in base32. */
export function newRecordId(prefix: string): string {
  const random = crypto.randomUUID().replaceAll('-', '');
  const time = Date.now().toString(16).padStart(12, '0');
  // The variant of a random UUID is that of every version.
  let rest = BigInt(`0x${time}7${random.slice(13)}`);
  let text = '';
  for (let at = 0; at < 26; at++) {
    text = (digits[Number(rest & 31n)] ?? '') + text;
    rest >>= 5n;
  }
  return `${prefix}_${text}`;
}
