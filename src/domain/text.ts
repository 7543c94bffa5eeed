import { z } from 'zod';
import { fieldFacts } from '../vocabulary/field-facts.ts';
import { asIdOf, describeByKind, exampleIdOf, type KindOfId } from '../vocabulary/ids.ts';
import { type IdKind, idSuffix, kinds } from '../vocabulary/kinds.ts';

/** Whether PostgreSQL stores the text unchanged: without U+0000 and lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The problem of a text that is not storable. */
export const unstorable = 'Contains a character that cannot be stored.';

const bounded = (schema: z.ZodString, max: number) => schema.trim().max(max).refine(isStorable, unstorable);

/** Text of at most `max` characters (code points), trimmed. */
export const textSchema = (max: number) => bounded(z.string(), max);

/** The same in the form NFC, whose length counts: canonically equal texts are one text (Unicode UAX 15). */
const normalTextSchema = (max: number) => bounded(z.string().normalize('NFC'), max);

/** "createUser" → "CreateUser". */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The words of a text that are separated by spaces, such as scopes (RFC 6749 §3.3). */
export const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean);

/** A name of one line, which either of its forms finds. */
export const nameSchema = normalTextSchema(128)
  .min(1, 'Must not be empty.')
  .regex(/^\P{Cc}*$/u, 'Must be a single line.');

export const descriptionSchema = normalTextSchema(1024).register(fieldFacts, { widget: 'lines' });

const idSyntax = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'Must be an id.');

/** The id of a record in an input. Only the syntax is checked; an id of another kind or of no record is NOT_FOUND. */
export const idSchema = (...kindsOfId: readonly KindOfId[]) => asIdOf(idSyntax, ...kindsOfId);

/** The same, of a field about which there is no more to state than the kind of its record. */
export const recordId = (kind: IdKind) => describeByKind(idSchema(kind));

/** The id of a new record, which the caller has made: a TypeID. */
export const newIdSchema = (kind: IdKind) => {
  const { idPrefix } = kinds[kind];
  const syntax = new RegExp(`^${idPrefix}_${idSuffix}$`);
  return asIdOf(z.string().regex(syntax, `Must be ${idPrefix}_ and a UUID in base32 (TypeID).`)).meta({
    examples: [exampleIdOf(kind)],
  });
};

/** Ids; duplicates are ignored. */
export const idsSchema = (...kindsOfId: readonly KindOfId[]) => z.array(idSchema(...kindsOfId)).max(10_000);

/**
 * An absolute http or https URL, never a script or a local file, because consoles and applications show it as a link.
 */
export const webAddressSchema = textSchema(2048)
  .refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), 'Must be an http or https URL.')
  .meta({ format: 'uri' });
