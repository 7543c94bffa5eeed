import {
  readSignInQuery,
  signInExplanationSchema,
  signInQuerySchema,
} from '../../../domain/flow/sign-in-explanation.ts';
import { signInExplanationPermissions } from '../../../vocabulary/sign-in-experience.ts';
import { belowInput } from '../../errors/errors.ts';
import { requiresAll } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { inputTypeOf } from '../../schema/inputs.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import '../events/event-types.ts';
import './sign-in-attempt.ts';
import './sign-in-experience.ts';

const Explanation = outputTypeOf(
  signInExplanationSchema,
  'SignInExplanation',
  'What the pages would do now for a person, and what decides it.',
);
const Input = inputTypeOf(signInQuerySchema, 'ExplainSignInInput', 'A sign-in to explain.');

builder.queryField('explainSignIn', (t) =>
  t.field({
    type: Explanation,
    ...requiresAll(signInExplanationPermissions),
    description: [
      'Explains what the pages would do now for a person in a browser that is not known, with the code of the pages. Nothing is counted or changed.',
      `Requires the permissions ${signInExplanationPermissions.join(', ')}.`,
    ].join('\n'),
    args: { input: t.arg({ type: Input, required: true, description: 'The sign-in to explain.' }) },
    resolve: async (_root, { input }, { explainSignIn }) => {
      try {
        return await explainSignIn(readSignInQuery(input));
      } catch (error) {
        throw belowInput(error);
      }
    },
  }),
);
