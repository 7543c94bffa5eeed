import { z } from 'zod';
import { json, field } from '../shape-parts.ts';

/** The choices of a person, such as the saved views of the console. */
export const preferencesShape = z
  .strictObject({
    document: field(json, 'The preferences: any JSON object. At first it is empty.', { language: 'en' }),
    version: field(z.int(), 'Number of changes, starting at 1, for `expectedVersion`.', 1),
  })
  .meta({ id: 'Preferences', description: 'Preferences of the caller. No other caller can read them.' });
