import { z } from 'zod';
import { isStorable } from '../text.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { userShape } from '../../vocabulary/resources.ts';
import { describedLike, examples } from '../../vocabulary/shape-parts.ts';

/**
 * Normalizes an identifier for storage and comparison, so that "Ada@Example.com" and "ada@example.com", in any Unicode
 * form, are one account.
 */
export const normalize = (identifier: string): string => identifier.normalize('NFKC').trim().toLowerCase();

/** A typed identifier in its normal form; empty if nothing like it can be stored. */
export function typedIdentifier(typed: string): string {
  // The normal form can be longer.
  const identifier = normalize(typed.slice(0, 512)).slice(0, 512);
  if (!isStorable(identifier)) return '';
  return /^\+[\d\s()./-]+$/.test(identifier) ? `+${identifier.replaceAll(/\D/g, '')}` : identifier;
}

const normalized = z.string().max(512).transform(normalize);

export const emailSchema = normalized
  .pipe(z.email('Must be an email address.').max(254))
  .meta({ format: 'email', description: 'Email address; case-insensitive.' });

/** Without "@", so that a sign-in identifier is either an email address or a username. */
export const usernameSchema = normalized
  .pipe(
    z
      .string()
      .regex(
        /^[a-z_][a-z0-9_.-]{0,127}$/,
        'Must start with a letter or _, followed by letters, digits, _ . and -; at most 128 characters.',
      ),
  )
  .describe('Username for sign-in; case-insensitive.');

export const phoneSchema = describedLike(
  userShape.shape.phone,
  z
    .string()
    .max(20)
    .regex(/^\+[1-9]\d{5,14}$/, 'Must be in E.164 format, for example +4930901820.'),
);

/** Length only (NIST SP 800-63B §3.1.1.2); the upper bound limits what a request can make the server hash. */
export const passwordSchema = z
  .string()
  .min(8, 'Must have at least 8 characters.')
  .max(256, 'Must have at most 256 characters.')
  // No form can send such a text, so it could not be used to sign in.
  .refine(isStorable, 'Contains a character that cannot be typed.')
  .register(fieldFacts, { widget: 'password', isSecret: true })
  .register(examples, { example: 'correct horse battery staple' })
  .describe('Password, 8 to 256 characters.');
