import { textSchema } from '../text.ts';

/** A setting of one line. */
export const line = (max: number) =>
  textSchema(max)
    .min(1, 'Must not be empty.')
    .regex(/^\P{Cc}*$/u, 'Must be a single line.');

/** The name of a claim, or of an attribute of SAML. */
export const attributeName = line(128);
