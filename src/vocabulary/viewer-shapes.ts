import { z } from 'zod';

/** The choices of a person, such as the saved views of the console. */
export const preferencesShape = z
  .strictObject({
    document: z.record(z.string(), z.unknown()).describe('The preferences: any JSON object. At first it is empty.'),
    version: z.int().describe('Number of changes, starting at 1, for `expectedVersion`.'),
  })
  .meta({ id: 'Preferences', description: 'Preferences of the caller. No other caller can read them.' });
