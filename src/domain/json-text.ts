import type { FieldProblem } from './failure.ts';
import { isStorable } from './text.ts';

/** Nesting of what a request brings: deeper than any input. */
const deepest = 64;
/** Characters of a member's name that a path shows: no name of ours is longer. */
const shownName = 64;

type Key = string | number;

/** The first text in a JSON value that PostgreSQL cannot keep, or the place where it is nested deeper than any input. */
export function findUnacceptable(value: unknown): FieldProblem | undefined {
  const found = searched(value, deepest);
  return found && { ...found, path: found.path.toReversed() };
}

const unstorable = 'Holds a character that cannot be stored.';

// The path is put together on the way back, innermost first: there is none for what is acceptable.
function searched(value: unknown, depth: number): { path: Key[]; message: string } | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : { path: [], message: unstorable };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return { path: [], message: 'Nested too deeply.' };
  const entries: Iterable<[Key, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, part] of entries) {
    if (typeof key === 'string' && !isStorable(key)) return { path: [], message: unstorable };
    const found = searched(part, depth - 1);
    if (found) return { ...found, path: [...found.path, key] };
  }
  return undefined;
}

/** An object or array that is being read: the names seen in an object, and the member or element that is being read. */
interface Open {
  names: Set<string> | undefined;
  at: Key | undefined;
}

/**
 * The first member of an object that is there twice, in a text that JSON.parse accepts (and keeps the last of them silently). What
 * that means differs from reader to reader (RFC 8259, §4), so nobody can have meant it.
 */
export function findRepeatedMember(text: string): FieldProblem | undefined {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const inner = open.at(-1);
    const character = text[at];
    if (character === '{') open.push({ names: new Set(), at: undefined });
    else if (character === '[') open.push({ names: undefined, at: 0 });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && inner) inner.at = typeof inner.at === 'number' ? inner.at + 1 : undefined;
    else if (character === '"') {
      const end = endOfString(text, at);
      if (inner && isRepeated(inner, text.slice(at, end))) {
        return { path: pathOf(open), message: 'This member is there twice.' };
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** Takes up the string when it is a name: whether the object has it already. */
function isRepeated(inner: Open, written: string): boolean {
  if (!inner.names || inner.at !== undefined) return false;
  const name = JSON.parse(written) as string;
  inner.at = name;
  if (inner.names.has(name)) return true;
  inner.names.add(name);
  return false;
}

/** The index behind the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const pathOf = (open: readonly Open[]): Key[] =>
  open.slice(0, deepest).flatMap(({ at }) => {
    if (at === undefined) return [];
    return [typeof at === 'string' ? at.slice(0, shownName) : at];
  });
