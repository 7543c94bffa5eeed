import { z } from 'zod';
import { flowPurposes } from '../../vocabulary/flows.ts';
import { idSchema } from '../text.ts';

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A flow, which is stored with its first answer. */
export const newFlowInput = z.strictObject({
  id: idSchema('challenge'),
  purpose: z.enum(flowPurposes),
  applicationId: idSchema('application').nullable(),
  reference: z.string().length(8),
  encryptedAddress: bytes.nullable().describe('IP address of the browser.'),
  device: z.string().max(100).nullable().describe('The name of the browser.'),
});
