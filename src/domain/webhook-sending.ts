import { z } from 'zod';
import { idSchema } from './text.ts';

const instant = z.iso.datetime({ offset: true });

/** What operations that send events again are given. */
export const webhookSending = {
  webhookId: idSchema.describe('The webhook that is told.'),
  since: instant.describe('From this instant on.'),
  until: instant.describe('Before this instant.'),
  perSecond: z.int().min(1).max(100).describe('How many are sent in a second, at most.'),
} as const;

/** So many in a second, unless more or fewer are asked for. */
export const defaultPerSecond = 10;
