import { trialSchema } from '../../../domain/identity-providers/trial.ts';
import type * as word from '../../../vocabulary/identity-providers/identity-providers.ts';
import { requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import '../people/sign-in-explanation.ts';

textEnum<word.SignInTrialState>('SignInTrialState', 'How far a trial sign-in is.', {
  waiting: 'The caller has not come back from it.',
  received: 'The response was received, or there can be none.',
});

textEnum<word.IdentityEffect>('IdentityEffect', 'What a sign-in with an identity leads to.', {
  'sign-in': 'To the account that the identity is linked with.',
  'sign-up': 'To a new account.',
  link: 'To the account that has the address, which is linked with the identity.',
  refuse: 'The sign-in is refused.',
});

const Trial = outputTypeOf(
  trialSchema,
  'IdentityProviderTrial',
  'A trial sign-in with an identity provider. It changes no account, and only its administrator can read it.',
);

builder.queryField('identityProviderTrial', (t) =>
  t.field({
    type: Trial,
    ...requiresEverywhere('identity-providers:read'),
    description:
      'A trial sign-in of the caller; null if there is none, or it has expired. Requires the permission identity-providers:read.',
    args: { id: t.arg.id({ required: true, description: 'Id of the trial.' }) },
    resolve: (_root, { id }, { readTrial, prisma, actor }) => (actor ? readTrial(prisma, actor, id) : null),
  }),
);
