import { z } from 'zod';

/** The eight characters that identify a flow, in two groups, which are easier to read out: 7KQ2-M9XA. */
export const readableReference = (reference: string): string => `${reference.slice(0, 4)}-${reference.slice(4)}`;

/** A reference that a person has typed, in its stored form. */
export const referenceSchema = z
  .string()
  .max(64)
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((reference) => /^[A-Z0-9]{8}$/.test(reference), 'Must be a reference such as 7KQ2-M9XA.');
