import { flowStateAt } from '../../../domain/flow/lifetimes.ts';
import { readableReference } from '../../../domain/flow/reference.ts';
import { entriesOf, newestEntries } from '../../../store/records/people-shapes.ts';
import {
  type FlowOutcome,
  type FlowPurpose,
  type FlowStep,
  type RefusalReason,
  refusalReasons,
} from '../../../vocabulary/flows.ts';
import {
  signInAttemptEntryShape,
  signInAttemptShape,
  type SignInAttemptState as State,
} from '../../../vocabulary/records/people-shapes.ts';
import { readableWith, requiresEverywhere } from '../../schema/access.ts';
import { noId } from '../../schema/nodes.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Application } from '../access/application.ts';
import { Node } from '../node.ts';
import { signInPurposes } from '../sign-in-preview.ts';
import { User } from './user.ts';

textEnum<FlowPurpose>('SignInAttemptPurpose', 'What a person wants: on the pages, or to add to their account.', {
  ...signInPurposes,
  'link-email': 'To add an email address to the account, or replace the present one.',
  'link-phone': 'To add a phone number to the account, or replace the present one.',
  'link-factor': 'To add a passkey or an authenticator app to the account.',
  'link-identity': 'To link an identity at an identity provider with the account.',
});

const SignInAttemptState = textEnum<State>('SignInAttemptState', 'State of a sign-in attempt.', {
  open: 'The person can continue.',
  finished: 'The person has signed in, created an account, or added something to it.',
  refused: 'The attempt cannot be continued, or only after the end of a lock; see `lockedUntil`.',
  expired: 'The person did not continue in time.',
});

textEnum<FlowStep>('SignInStep', 'What the pages ask for.', {
  identify: 'An identifier, and a password where the policy takes one.',
  link: 'Whether to continue with a link that was opened.',
  password: 'The password of the account.',
  code: 'The code that was sent.',
  fields: 'The details of a new account.',
  'new-password': 'A new password.',
  passkey: 'A passkey of the account.',
  totp: 'The code of an authenticator app.',
  'backup-code': 'A backup code.',
  'enrol-passkey': 'A new passkey.',
  'enrol-totp': 'The first code of a new authenticator app.',
  'backup-codes': 'That the new backup codes are kept.',
  upstream: 'A sign-in at an identity provider.',
  'confirm-identity': 'Whether to link the identity with the account.',
});

textEnum<FlowOutcome>('SignInOutcome', 'Result of an answer.', {
  sent: 'A code was sent.',
  changed: 'The person began again, with another purpose.',
  verified: 'The answer was right, and another step follows.',
  given: 'What was entered was accepted, and another step follows.',
  wrong: 'The answer was wrong.',
  locked: 'The answer was wrong, and the account is locked since.',
  refused: 'The answer was not compared; see `reason`.',
  finished: 'The attempt was completed.',
});

textEnum<RefusalReason>('SignInRefusalReason', 'Why an answer was refused.', refusalReasons);

const Entry = outputTypeOf(signInAttemptEntryShape, 'SignInAttemptEntry', signInAttemptEntryShape.description);

builder.prismaObject('SignInAttempt', {
  interfaces: [Node],
  select: { id: true, applicationId: true, userId: true },
  description: 'An attempt to sign in, sign up or set a new password. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, signInAttemptShape),
    reference: t.string({
      ...describedBy(signInAttemptShape.shape.reference),
      select: { reference: true },
      resolve: ({ reference }) => readableReference(reference),
    }),
    state: t.field({
      type: SignInAttemptState,
      ...describedBy(signInAttemptShape.shape.state),
      select: { state: true, createdAt: true, touchedAt: true, lockedUntil: true },
      resolve: (attempt, _args, { clock }) => flowStateAt(attempt, clock.now()),
    }),
    application: t.prismaField({
      type: Application,
      ...requiresEverywhere('applications:read'),
      description: 'Application that the person wants to use; null if none, or if it has been deleted.',
      resolve: (query, { applicationId }, _args, { prisma }) =>
        prisma.application.findUnique({ ...query, where: { id: applicationId ?? noId } }),
    }),
    user: t.prismaField({
      type: User,
      ...requiresEverywhere('users:read'),
      description: 'The user; null while unknown, or if it has been deleted.',
      resolve: (query, { userId }, _args, { prisma }) =>
        prisma.user.findUnique({ ...query, where: { id: userId ?? noId } }),
    }),
    entries: t.field({
      type: [Entry],
      ...describedBy(signInAttemptShape.shape.entries),
      select: newestEntries,
      resolve: ({ entries }) => entriesOf(entries),
    }),
    ipAddress: t.string({
      nullable: true,
      description: 'IP address of the first answer; null if it is unknown.',
      select: { encryptedAddress: true },
      resolve: ({ encryptedAddress }, _args, { openAddress }) => openAddress(encryptedAddress),
    }),
    answeredAt: t.expose('touchedAt', { type: 'DateTime', ...describedBy(signInAttemptShape.shape.answeredAt) }),
  }),
});
