import { normalise } from '../domain/identifiers.ts';

// In LIKE patterns these stand for other characters, and Prisma passes them on as they are.
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The text anywhere, whatever its case. */
export const containing = (text: string) => ({ contains: literally(text.trim()), mode: 'insensitive' as const });

/** The beginning of something that is stored in its normal form (email, username). */
export const startingWith = (text: string) => ({ startsWith: literally(normalise(text)) });
