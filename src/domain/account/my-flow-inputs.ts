import { z } from 'zod';
import { emailSchema } from '../people/identifiers.ts';
import { idSchema, nameSchema } from '../text.ts';
import { flowSteps, linkPurposes } from '../../vocabulary/flows.ts';

/** Factors that can be added. Backup codes come with the first one. */
const newFactorKinds = ['passkey', 'totp'] as const;

const needs = {
  'link-email': 'email',
  'link-phone': 'phone',
  'link-factor': 'factor',
  'link-identity': 'identityProviderId',
} as const;

/** The address, factor or identity that a person wants to add to their account. */
export const startMyFlowInput = z.strictObject({
  purpose: z.enum(linkPurposes).describe('What is added to the account.'),
  email: emailSchema.optional().describe('For `link-email`: the address, to which a code is sent.'),
  phone: z.string().max(64).optional().describe('For `link-phone`: the number, to which a code is sent.'),
  factor: z.enum(newFactorKinds).optional().describe('For `link-factor`: the kind of the factor.'),
  identityProviderId: idSchema('identityProvider').optional().describe('For `link-identity`: the identity provider.'),
  name: nameSchema.optional().describe('For `link-factor`: a name by which the person recognizes the factor.'),
});

/** The same, with what its purpose needs and nothing else. */
export const checkedStartInput = startMyFlowInput.superRefine((input, context) => {
  const needed = needs[input.purpose];
  for (const field of Object.values(needs))
    if ((input[field] !== undefined) !== (field === needed))
      context.addIssue({
        code: 'custom',
        path: [field],
        message: field === needed ? `Required for ${input.purpose}.` : `Not for ${input.purpose}.`,
      });
});

/** Bytes of the fields of an answer: the response of an authenticator has a few hundred. */
const maxFieldLength = 16_384;

/** An answer to the present step of a flow. */
export const answerMyFlowInput = z.strictObject({
  flowId: idSchema('signInAttempt').describe('The flow.'),
  version: z.int().describe('The version of the flow that is answered.'),
  step: z.enum(flowSteps).describe('The step that is answered.'),
  way: z.string().max(64).optional().describe('A choice instead of an answer: one of `ways` of the step.'),
  fields: z
    .record(z.string().max(64), z.string().max(maxFieldLength))
    .default({})
    .describe('The fields of the answer, as the JSON Schema of the step describes them.'),
});
