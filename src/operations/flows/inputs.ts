import { z } from 'zod';
import { attemptLimitKindNames } from '../../domain/people/attempt-limits.ts';
import { emailSchema, usernameSchema } from '../../domain/people/identifiers.ts';
import { bytes } from '../../domain/flow/new-flow.ts';
import { idSchema, nameSchema } from '../../domain/text.ts';
import type { Flow } from '../../store/flows/flow.ts';
import { flowSteps, requestedLevels, verificationKinds } from '../../vocabulary/flows.ts';
import { flowTexts } from '../../vocabulary/account/my-flow-shapes.ts';

/** Inputs that the operations of flows share. */
const identifier = z.string().max(512).describe('The identifier that was entered, in its normal form.');

/** The network of the client, whose limits apply as well. */
export const networkInput = z.string().max(64).nullable().describe('Null if its limits do not apply.');

/** The origin of a request. */
export const sourceInput = z
  .strictObject({ address: z.string().nullable(), device: z.string().nullable(), language: z.string() })
  .describe('Where the request came from, for a notice to the user.');

/** The keys by which attempts are counted. */
export const limitedInput = z
  .strictObject({
    kind: z.enum(attemptLimitKindNames),
    userId: idSchema('user').nullable(),
    deviceId: idSchema('device').nullable(),
    identifier,
    isProven: z.boolean().describe('Whether the account was proven before: its lock may be shown.'),
    network: networkInput,
  })
  .describe('A known device of the account, the account, and the typed identifier; and a network.');
export type LimitedInput = z.output<typeof limitedInput>;

/** The use of a factor or link, recorded with the verification: of several uses with the same code, one wins. */
const useInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('totp'), factorId: idSchema('factor'), step: z.int() }),
  z.strictObject({ kind: z.literal('backup-code'), factorId: idSchema('factor') }),
  z.strictObject({ kind: z.literal('link'), tokenId: idSchema('oneTimeToken') }),
  z.strictObject({
    kind: z.literal('passkey'),
    factorId: idSchema('factor'),
    counter: z.int(),
    isBackedUp: z.boolean(),
  }),
]);

/** The proof of an answer. */
export const verificationInput = z.strictObject({
  kind: z.enum(verificationKinds),
  subject: z
    .string()
    .max(512)
    .describe('The address, the id of the identity provider and the subject there, or the id of the user.'),
  vouchedEmail: emailSchema.optional().describe('The address that an identity provider vouches for.'),
  sessionEpoch: z.int().nullable().describe("The account's session epoch when the answer was compared."),
  limited: limitedInput.nullable().describe('The limit that is reset; null for a passkey, which cannot be guessed.'),
  use: useInput.nullable(),
  rehash: z
    .strictObject({ from: z.string(), to: z.string() })
    .nullable()
    .describe('The hash that the password was compared with, if it is weak, and the one that replaces it.'),
});
export type VerificationInput = z.output<typeof verificationInput>;

/** The flow, as the answer found it. */
export const flowInput = {
  flowId: idSchema('signInAttempt').describe('The flow.'),
  version: z.int().describe('The version of the flow that was answered.'),
  request: z.strictObject({
    deviceHashes: z.array(bytes).max(10).describe("SHA-256 of the secrets in the device's cookie."),
    session: z.strictObject({ userId: idSchema('user'), since: z.date() }).nullable(),
    person: z.strictObject({ userId: idSchema('user'), sessionId: z.string() }).optional(),
    requestedLevel: z.literal(requestedLevels),
    canUsePasskeys: z.boolean(),
  }),
};

/** The flow, as the operation leaves it: the next page is made from it. */
export const flowOutput = z.custom<Flow>().describe(flowTexts.answered);

/** The last answer of a flow that is ready. */
export const lastAnswerInput = {
  ...flowInput,
  step: z.enum(flowSteps),
  verification: verificationInput.nullable().describe('What the last answer proves; null if it is stored.'),
};

/** The authorization request of a flow, which goes on when a new password ends the sessions of its user. */
export const interactionKeyInput = z.string().describe('Key of the record of the authorization request.');

/** The same, which goes on with the person who has signed in. */
export const interactionInput = z.strictObject({
  key: interactionKeyInput,
  browser: z.string().describe('SHA-256 (base64url) of the secret of the browser, in which it goes on.'),
  amr: z.array(z.string()).describe('How the user of the session was authenticated (RFC 8176).'),
});
export type InteractionInput = z.output<typeof interactionInput>;

/** The browser in which a person signs in. */
export const deviceInput = z.strictObject({
  secretHash: bytes.describe('SHA-256 of its new secret.'),
  label: z.string().max(100).nullable().describe('The name of the browser.'),
});

/** The inputs of a person. */
export const enteredInput = z.strictObject({
  userId: idSchema('user').optional(),
  username: usernameSchema.nullish(),
  passwordHash: z.string().optional(),
  name: nameSchema.optional(),
  terms: z.string().optional(),
  link: z.strictObject({ tokenId: idSchema('oneTimeToken'), invitedEmail: emailSchema.optional() }).optional(),
  identity: z
    .strictObject({
      providerId: idSchema('identityProvider'),
      providerVersion: z.int(),
      subject: z.string(),
      label: z.string().max(254).nullable(),
      name: nameSchema.nullable(),
      locale: z.string().max(64).nullable(),
    })
    .optional(),
  linksIdentity: z.boolean().optional(),
  newFactor: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('totp'), secret: z.base64url(), lastStep: z.int() }),
      z.strictObject({
        kind: z.literal('passkey'),
        credentialId: z.string().max(1364),
        publicKey: z.base64url(),
        counter: z.int(),
        transports: z.array(z.string()),
        aaguid: z.string(),
        isBackedUp: z.boolean(),
      }),
    ])
    .optional(),
  backupCodes: z.array(z.string()).optional(),
  hasBackupCodes: z.boolean().optional(),
});
export type EnteredInput = z.output<typeof enteredInput>;
