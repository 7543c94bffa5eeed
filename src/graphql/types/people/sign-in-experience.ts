import {
  type AccountPart,
  allowedParts,
  type FirstWay,
  type SecondFactorRequirement,
  signInPolicySchema,
  type signUpAddresses,
  type signUpFields,
} from '../../../domain/flow/policy.ts';
import { policyTestSchema, type provable } from '../../../domain/flow/policy-tests.ts';
import { brandingOf } from '../../../domain/branding/branding.ts';
import { policyOf, policyTestsOf } from '../../../store/flows/policies.ts';
import { signInExperienceShape } from '../../../vocabulary/sign-in-experience.ts';
import { readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import './factor.ts';
import { Named, Node } from '../node.ts';
import { Branding, previewArguments, previewOf } from '../sign-in-preview.ts';

textEnum<FirstWay>('SignInWay', 'A way to sign in.', {
  passkey: 'With a passkey.',
  password: 'With a password.',
  'email-code': 'With a code by email.',
  'phone-code': 'With a code by SMS.',
});

textEnum<SecondFactorRequirement>('SecondFactorRequirement', 'Who needs a second factor.', {
  never: 'Only people whose application asks for one.',
  'when-enrolled': 'People who have one.',
  'for-administrators': 'People who have one, and administrators of the platform.',
  always: 'Everyone.',
});

textEnum<(typeof signUpAddresses)[number]>('SignUpAddress', 'An address that a new account must have.', {
  email: 'An email address.',
  phone: 'A phone number.',
});

textEnum<(typeof signUpFields)[number]>('SignUpField', 'What people have to enter to create an account.', {
  username: 'A username.',
  password: 'A password.',
  name: 'A name.',
});

textEnum<AccountPart>('AccountPart', allowedParts.description, {
  profile: 'Name and profile.',
  username: 'The username.',
  avatar: 'The picture.',
  email: 'The email address.',
  phone: 'The phone number.',
  password: 'The password.',
  factors: 'Passkeys, authenticator apps and backup codes.',
  identities: 'Accounts elsewhere with which they sign in.',
  deletion: 'The account itself: they may delete it.',
});

textEnum<(typeof provable)[number]>('SignInVerification', 'What a person can prove.', {
  password: 'That they know the password of the account.',
  email: 'That they receive messages at the email address of the account.',
  phone: 'That they receive SMS at the phone number of the account.',
  passkey: 'That they have a passkey of the account.',
  totp: 'That they have an authenticator app of the account.',
  'backup-code': 'That they have a backup code of the account.',
  'one-time-token': 'That they have a link that an administrator created for the account.',
});

const SignInPolicy = outputTypeOf(signInPolicySchema, 'SignInPolicy', signInExperienceShape.shape.policy.description);
const SignInTest = outputTypeOf(policyTestSchema, 'SignInTest', policyTestSchema.meta()?.description);

builder.prismaObject('SignInExperience', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'How people sign in, sign up and recover their accounts. Requires the permission sign-in:read.',
  authScopes: readableWith('sign-in:read'),
  fields: (t) => ({
    ...exposeShape(t, signInExperienceShape),
    policy: t.field({
      type: SignInPolicy,
      ...describedBy(signInExperienceShape.shape.policy),
      select: { policy: true },
      resolve: (experience) => policyOf(experience),
    }),
    tests: t.field({
      type: [SignInTest],
      ...describedBy(signInExperienceShape.shape.tests),
      select: { tests: true },
      resolve: (experience) => policyTestsOf(experience),
    }),
    branding: t.field({
      type: Branding,
      ...describedBy(signInExperienceShape.shape.branding),
      select: { branding: true },
      resolve: (experience) => brandingOf(experience),
    }),
    preview: t.string({
      select: { policy: true, branding: true },
      description:
        'The first page that people see, as an HTML document for looking at it: it is inert, and has no script. Show it in a frame with the attribute `sandbox`, because the real pages cannot be framed. In a dry run of `updateSignInExperience` it is that of the new policy.',
      args: previewArguments,
      resolve: (experience, args, context) => {
        const shown = { policy: policyOf(experience), branding: brandingOf(experience) };
        return previewOf(context, { experience: shown, application: undefined, ...args });
      },
    }),
  }),
});
