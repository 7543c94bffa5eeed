import { z } from 'zod';
import { lockoutFlows } from './events.ts';
import { flowOutcomes, flowPurposes, flowStates, flowSteps, refusalReasonNames } from './flows.ts';
import { messageChannels, messageStates, messageTemplateNames } from './message-templates.ts';
import { idOf } from './ids.ts';
import { ownId, linkTo, time } from './shape-parts.ts';

/** The public shapes of what the pages record about people: without codes, secrets, and anything that was typed. */

/** An open flow expires without a write. */
export const signInAttemptStates = [...flowStates, 'expired'] as const;
export type SignInAttemptState = (typeof signInAttemptStates)[number];

/** Entries of a sign-in attempt that are returned: the newest. */
export const maxEntries = 100;

export const signInAttemptEntryShape = z
  .strictObject({
    at: time.describe('Time of the answer.'),
    step: z.enum(flowSteps).describe('The step that was answered.'),
    outcome: z.enum(flowOutcomes).describe('Result of the answer.'),
    reason: z.enum(refusalReasonNames).nullable().describe('Why it was refused; null if it was not.'),
    explanation: z.string().nullable().describe('The reason in one sentence; null if it was not refused.'),
  })
  .meta({ id: 'SignInAttemptEntry', description: 'An answer of a person, and what it led to.' });

export const signInAttemptShape = z
  .strictObject({
    id: ownId('signInAttempt'),
    reference: z.string().describe('The reference that refusals show to the person, for example `7KQ2-M9XA`.'),
    purpose: z.enum(flowPurposes).describe('What the person wants.'),
    state: z.enum(signInAttemptStates).describe('Current state.'),
    applicationId: linkTo('application')
      .nullable()
      .describe('Id of the application that the person wants to use; null if none.'),
    userId: linkTo('user').nullable().describe('Id of the user; null while unknown.'),
    createdAt: time.describe('Time of the first answer.'),
    answeredAt: time.describe('Time of the last answer.'),
    endedAt: time.nullable().describe('Time of its end; null if it is open or has expired.'),
    entries: z.array(signInAttemptEntryShape).describe(`The answers in order, at most the last ${maxEntries}.`),
  })
  .meta({ id: 'SignInAttemptSnapshot', description: 'An attempt to sign in, sign up or set a new password.' });

export const deviceShape = z
  .strictObject({
    id: ownId('device'),
    userId: linkTo('user').describe('Id of the user.'),
    label: z
      .string()
      .nullable()
      .describe('Name of the browser, such as "Firefox, Windows", from its User-Agent; null if it is unknown.'),
    isKnown: z
      .boolean()
      .describe(
        'Whether its attempts are counted separately: the user has signed in during the last 90 days, and was not signed out everywhere since.',
      ),
    createdAt: time.describe('Time of the first sign-in.'),
    lastSeenAt: time.describe('Time of the last sign-in.'),
  })
  .meta({ id: 'DeviceSnapshot', description: 'A browser in which a user has signed in.' });

export const messageShape = z
  .strictObject({
    id: ownId('message'),
    channel: z.enum(messageChannels).describe('How it is sent.'),
    recipient: z.string().describe('Email address or phone number.'),
    template: z.enum(messageTemplateNames).describe('What the message is for.'),
    language: z.string().describe('Language, a BCP 47 tag.'),
    state: z.enum(messageStates).describe('State of the message.'),
    attempts: z.int().describe('Number of attempts, including one in progress.'),
    nextAttemptAt: time.nullable().describe('Time of the next attempt; null unless it is pending.'),
    connectorId: linkTo('connector')
      .nullable()
      .describe('Id of the connector that has sent it, or must send it; null if none.'),
    lastError: z.string().nullable().describe('Why the last failed attempt failed; null if none did.'),
    createdAt: time.describe('Time of creation.'),
    expiresAt: time.describe('It is not sent after this time.'),
    sentAt: time.nullable().describe('Time at which it was accepted for delivery; null if it was not.'),
  })
  .meta({ id: 'MessageSnapshot', description: 'A mail or SMS to a person, without its content.' });

export const sessionShape = z
  .strictObject({
    id: idOf().describe('Id of the session: the claim `session_id` in tokens. It is not a secret.'),
    startedAt: time.describe('Time of the sign-in.'),
    lastUsedAt: time.describe('Time of the last authorization request.'),
    lastActiveAt: time.describe(
      'Time of the last authorization request, or use of a token of the session: a renewal, an exchange, a call of this API. Accurate to six minutes.',
    ),
    device: z
      .string()
      .nullable()
      .describe(
        'Name of browser and system, such as "Firefox, Windows", at the last authorization request; null if it is unknown.',
      ),
    ipAddress: z
      .string()
      .nullable()
      .describe(
        'IP address of the last authorization request; null if it is unknown. It is stored encrypted, and removed with the session.',
      ),
    expiresAt: time.describe(
      'Time at which a new sign-in is required at the latest, by the limits of the policy. Use of the session extends it; an application can require one earlier.',
    ),
    amr: z.array(z.string()).describe('How the user authenticated (RFC 8176), for example `pwd`.'),
    applicationIds: z
      .array(linkTo('application', 'applications'))
      .describe('Ids of the applications that were used in the session.'),
  })
  .meta({ id: 'Session', description: 'A sign-in session of a user at the issuer.' });

export const lockShape = z
  .strictObject({
    flow: z.enum(lockoutFlows).describe('How the user tried to authenticate.'),
    deviceId: linkTo('device')
      .nullable()
      .describe('Id of the known device that is locked; null for the lock of all unknown browsers.'),
    failures: z.int().describe('Number of failures in a row.'),
    until: time.describe('End of the lock. The year 9999: only a new password or an administrator ends it.'),
  })
  .meta({ id: 'UserLock', description: 'A lock of a user after failed attempts to authenticate.' });
