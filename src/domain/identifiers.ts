import { z } from 'zod';
import { isStorable } from './text.ts';

/**
 * How people's identifiers are written and compared. They are stored in their normal form, so that "Ada@Example.com" and
 * "ada@example.com" cannot become two accounts, whatever the Unicode form they were typed in.
 */
export const normalise = (identifier: string): string => identifier.normalize('NFKC').trim().toLowerCase();

const normalised = z.string().max(512).transform(normalise);

export const emailSchema = normalised
  .pipe(z.email('This is not an email address.').max(254))
  .meta({ format: 'email', description: 'Email address; case does not matter.' });

/** No "@" in it, so that a sign-in identifier is an email or a username and never both. */
export const usernameSchema = normalised
  .pipe(
    z
      .string()
      .regex(
        /^[a-z_][a-z0-9_.-]{0,127}$/,
        'A username starts with a letter or _ and holds letters, digits, _ . and -, at most 128.',
      ),
  )
  .describe('Username for signing in; case does not matter.');

export const phoneSchema = z
  .string()
  .max(20)
  .regex(/^\+[1-9]\d{5,14}$/, 'A phone number is written in E.164, for instance +4930901820.')
  .describe('Phone number in E.164.');

/** Length only (NIST SP 800-63B §3.1.1.2); the upper bound keeps hashing cheap to refuse. */
export const passwordSchema = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(256, 'A password has at most 256 characters.')
  // No form can send such a text: nobody could ever sign in with it.
  .refine(isStorable, 'Holds a character that cannot be typed.')
  .describe('Password, 8 to 256 characters.');
