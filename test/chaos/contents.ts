import { hash } from 'node:crypto';

/** What someone was told of an event: a digest of each part, so that a long run can keep what everybody was told. */
export type Contents = Readonly<Record<string, string>>;

/** The digests of these parts; the same for the same, in whatever order an object has its members. */
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

/** The parts that are not as they should be, or not there, or too many. */
export function differingParts(expected: Contents, told: Contents): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(told)])].filter((name) => expected[name] !== told[name]);
}
