import { signInQuerySchema } from '../../domain/flow/sign-in-explanation.ts';
import type { PreviewQuery } from '../../domain/flow/sign-in-preview.ts';
import { brandingShape } from '../../vocabulary/branding.ts';
import type { SignInPurpose as Purpose } from '../../vocabulary/flows.ts';
import type { Context } from '../context/context.ts';
import { batched } from '../schema/batched.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { descriptionOf } from '../schema/shapes.ts';

export const signInPurposes = {
  'sign-in': 'To sign in.',
  'sign-up': 'To create an account.',
  reset: 'To set a new password instead of a forgotten one.',
} as const;
const SignInPurpose = textEnum<Purpose>('SignInPurpose', 'What a person wants on the pages.', signInPurposes);

/** The look of pages and mails. */
export const Branding = outputTypeOf(brandingShape, 'Branding', brandingShape.description);

/** The page that is drawn: of an application, or without one. */
export const previewArguments = builder.args((t) => ({
  purpose: t.field({
    type: SignInPurpose,
    required: true,
    defaultValue: 'sign-in',
    description: descriptionOf(signInQuerySchema.shape.purpose),
  }),
  language: t.string({
    required: true,
    defaultValue: 'en',
    description: 'BCP 47 tag of the language; English if the pages do not have it.',
  }),
  isDark: t.boolean({ required: true, defaultValue: false, description: 'Whether it has dark colors.' }),
}));

/** The first page that people see, as a document for looking at it. */
export const previewOf = batched(({ prisma, previewSignIn }: Context, queries: PreviewQuery[]) =>
  previewSignIn(prisma, queries),
);
