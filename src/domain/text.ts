import { z } from 'zod';

/** Whether PostgreSQL keeps the text as it is: it refuses U+0000, and half of a surrogate pair is no character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Any text, trimmed, of at most `max` characters (code points). */
export const textSchema = (max: number) =>
  z.string().trim().max(max).refine(isStorable, 'Holds a character that cannot be stored.');

/** "createUser" → "CreateUser". */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A name of one line. */
export const nameSchema = textSchema(128)
  .min(1, 'A name is not empty.')
  .regex(/^\P{Cc}*$/u, 'A name is one line.');

export const descriptionSchema = textSchema(1024);

/**
 * What is given as the id of a record. It only has to be a text that could be one: that of another kind, or of nothing, is
 * NOT_FOUND, as every id that names no record.
 */
export const idSchema = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'This cannot be an id.');

/** Ids, each counted once. */
export const idsSchema = z.array(idSchema).max(10_000);

/** An address on the web, absolute. Never a script or a local file: consoles and applications show it as a link. */
export const webAddressSchema = textSchema(2048)
  .refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), 'This is not an http or https address.')
  .meta({ format: 'uri' });
