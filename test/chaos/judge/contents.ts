import { hash } from 'node:crypto';

/** The contents of a received event: a digest of each part, so that a long run can store all of them. */
export type Contents = Readonly<Record<string, string>>;

/** The digests of these parts, independent of the order of members. */
export function contentsOf(parts: object): Contents {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, hash('sha256', JSON.stringify(inOrder(part)), 'base64url')]),
  );
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The parts that differ, are missing or are unexpected. */
export function differingParts(expected: Contents, actual: Contents): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].filter(
    (name) => expected[name] !== actual[name],
  );
}
