import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { flowPurposes, verificationKinds } from '../../vocabulary/flows.ts';

/** Inputs that the operations of flows share. */
const identifier = z.string().max(512).describe('The identifier that was entered, in its normal form.');

/** Whose attempts are counted together. */
export const limitedInput = z
  .strictObject({ userId: idSchema.nullable(), deviceId: idSchema.nullable(), identifier })
  .describe('A known device of the account, the account, or the identifier that no account has.');
export type LimitedInput = z.output<typeof limitedInput>;

/** A flow, which is stored with its first answer. */
export const newFlowInput = z.strictObject({
  id: idSchema,
  purpose: z.enum(flowPurposes),
  applicationId: idSchema.nullable(),
  reference: z.string().length(8),
});

/** The right answer to a challenge. */
export const verificationInput = z.strictObject({
  kind: z.enum(verificationKinds),
  subject: z.string().max(512).describe('The address, or for a password the id of the user.'),
  limited: limitedInput,
});

export const deviceHashInput = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .describe("SHA-256 of the device's cookie.");

/** The flow, as the answer found it. */
export const flowInput = {
  flowId: idSchema.describe('The flow.'),
  version: z.int().describe('The version of the flow that was answered.'),
};
