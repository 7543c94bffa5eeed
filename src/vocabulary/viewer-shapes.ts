import { z } from 'zod';
import { json } from './shape-parts.ts';

/** The choices of a person, such as the saved views of the console. */
export const preferencesShape = z
  .strictObject({
    document: json.describe('The preferences: any JSON object. At first it is empty.'),
    version: z.int().describe('Number of changes, starting at 1, for `expectedVersion`.'),
  })
  .meta({ id: 'Preferences', description: 'Preferences of the caller. No other caller can read them.' });
