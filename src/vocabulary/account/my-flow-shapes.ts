import { z } from 'zod';
import { flowSteps, linkPurposes, refusalReasonNames } from '../flows.ts';
import { idOf } from '../ids.ts';
import { signInAttemptStates } from '../records/people-shapes.ts';
import { field, time } from '../shape-parts.ts';

/** The flow in which a person adds something to their account, as its owner sees it: the same JSON as of the pages. */

const jsonObject = z.record(z.string(), z.unknown());

const myFlowStepShape = z
  .strictObject({
    name: field(z.enum(flowSteps), 'What is asked for.', 'code'),
    fields: field(jsonObject, 'JSON Schema of the fields of the answer.', {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
    }),
    ways: field(z.array(z.string()), 'What can be chosen instead of an answer (`way`).', ['email-code', 'link-email']),
    details: field(
      jsonObject,
      'What the step shows besides: `app` of a new authenticator app, `passkey` with the options for `navigator.credentials.create`, `backupCodes`.',
      {},
    ),
  })
  .meta({ id: 'MyFlowStep', description: 'The present step of a flow.' });

const myFlowProblemShape = z
  .strictObject({
    name: field(z.string(), 'Name of the problem.', 'wrong-code'),
    text: field(z.string(), 'The problem in a sentence.', 'The code is incorrect. Check it and try again.'),
    until: field(time.nullable(), 'Time from which the answer can be repeated; null if that is possible now.', null),
  })
  .meta({ id: 'MyFlowProblem', description: 'Why an answer was not accepted.' });

const myFlowRefusalShape = z
  .strictObject({
    reason: field(z.enum(refusalReasonNames), 'Why the flow cannot go on.', 'address-in-use'),
    text: field(z.string(), 'The reason in a sentence.', 'Another account has this address.'),
    ways: field(z.array(z.string()), 'What can be chosen (`way`).', ['link-email']),
  })
  .meta({ id: 'MyFlowRefusal', description: 'The end of a flow that has changed nothing.' });

export const myFlowShape = z
  .strictObject({
    id: idOf('signInAttempt').describe('Unique identifier.'),
    purpose: field(z.enum(linkPurposes), 'What is added to the account.', 'link-email'),
    state: field(z.enum(signInAttemptStates), 'Current state.', 'open'),
    version: field(z.int(), 'Number of answers that have changed the flow. An answer names the one it is for.', 1),
    step: myFlowStepShape.nullable().describe('The present step; null if there is none.'),
    refused: myFlowRefusalShape.nullable().describe('Why the flow cannot go on; null if it can.'),
    problem: myFlowProblemShape.nullable().describe('Why the last answer was not accepted; null if it was.'),
    reference: field(
      z.string(),
      'By this reference an administrator finds the flow, for example `7KQ2-M9XA`.',
      '7KQ2-M9XA',
    ),
  })
  .meta({ id: 'MyFlow', description: 'A flow in which a person adds an address or a factor to their account.' });
export type MyFlowView = z.input<typeof myFlowShape>;

/** The texts that the answers to flows have in common. */
export const flowTexts = {
  answered: 'The flow after the answer.',
  recentSignIn: 'Requires a recent sign-in of a user.',
} as const;
