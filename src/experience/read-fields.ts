import { findRepeatedMember } from '../domain/json-text.ts';
import { indexOfRepeated } from '../domain/repeated.ts';
import { textOf } from '../http/body.ts';
import type { Fields } from './flow/answer.ts';
import { parseJson } from './parse-json.ts';

/** Characters of a name that a response shows; known names are shorter. */
const maxShownName = 64;

/** The reason why a form cannot be read: as a whole, or because of one of its members. */
export type Unreadable = 'form-unsupported' | 'json-invalid' | { member: string };

/** The fields of a form, or of JSON: texts and whole numbers, each once. */
export function readFields(contentType: string | undefined, body: Buffer): { fields: Fields } | { wrong: Unreadable } {
  if (!body.length) return { fields: {} };
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return readJson(textOf(body));
  if (mediaType !== 'application/x-www-form-urlencoded') return { wrong: 'form-unsupported' };
  const form = new URLSearchParams(body.toString());
  const names = [...form.keys()];
  return fieldsOf([...form], names[indexOfRepeated(names)]);
}

function readJson(text: string): { fields: Fields } | { wrong: Unreadable } {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { wrong: 'json-invalid' };
  const members = Object.entries(value);
  const wrong = members.find(([, member]) => typeof member !== 'string' && !Number.isSafeInteger(member))?.[0];
  return fieldsOf(members, wrong ?? findRepeatedMember(text)?.path[0]?.toString());
}

const fieldsOf = (members: [string, unknown][], wrong: string | undefined) =>
  wrong === undefined
    ? { fields: Object.fromEntries(members.map(([name, value]) => [name, String(value)])) }
    : { wrong: { member: wrong.slice(0, maxShownName) } };
