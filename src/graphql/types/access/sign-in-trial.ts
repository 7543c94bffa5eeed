import { signInTrialSchema } from '../../../domain/oauth/sign-in-trial.ts';
import { requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import '../identity-providers/identity-provider-trial.ts';

const Trial = outputTypeOf(
  signInTrialSchema,
  'SignInTrial',
  'A trial sign-in to an application: what the application would receive, without the tokens, which have ended. Only its administrator can read it.',
);

builder.queryField('signInTrial', (t) =>
  t.field({
    type: Trial,
    ...requiresEverywhere('applications:read'),
    description:
      'A trial sign-in of the caller to an application; null if there is none, or it has expired. Requires the permission applications:read.',
    args: { id: t.arg.id({ required: true, description: 'Id of the trial.' }) },
    resolve: (_root, { id }, { readSignInTrial, prisma, actor }) => (actor ? readSignInTrial(prisma, actor, id) : null),
  }),
);
