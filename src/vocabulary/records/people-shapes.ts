import { z } from 'zod';
import { lockoutFlows } from '../events.ts';
import { flowOutcomes, flowPurposes, flowStates, flowSteps, refusalReasonNames } from '../flows.ts';
import { messageChannels, messageStates, messageTemplateNames } from '../connectors/message-templates.ts';
import { describeByKind, idOf } from '../ids.ts';
import { exampleGrantId, exampleTimes, field, ownId, linkTo, time, exampleSessionId } from '../shape-parts.ts';

/** The public shapes of what the pages record about people: without codes, secrets, and anything that was typed. */

/** An open flow expires without a write. */
export const signInAttemptStates = [...flowStates, 'expired'] as const;
export type SignInAttemptState = (typeof signInAttemptStates)[number];

/** Entries of a sign-in attempt that are returned: the newest. */
export const maxEntries = 100;

export const signInAttemptEntryShape = z
  .strictObject({
    at: field(time, 'Time of the answer.', exampleTimes.now),
    step: field(z.enum(flowSteps), 'The step that was answered.', 'password'),
    outcome: field(z.enum(flowOutcomes), 'Result of the answer.', 'refused'),
    reason: field(z.enum(refusalReasonNames).nullable(), 'Why it was refused; null if it was not.', 'wrong-password'),
    explanation: field(
      z.string().nullable(),
      'The reason in one sentence; null if it was not refused.',
      'The password is wrong.',
    ),
  })
  .meta({ id: 'SignInAttemptEntry', description: 'An answer of a person, and what it led to.' });

export const signInAttemptShape = z
  .strictObject({
    id: ownId('signInAttempt'),
    reference: field(
      z.string(),
      'The reference that refusals show to the person, for example `7KQ2-M9XA`.',
      '7KQ2-M9XA',
    ),
    purpose: field(z.enum(flowPurposes), 'What the person wants.', 'sign-in'),
    state: field(z.enum(signInAttemptStates), 'Current state.', 'open'),
    applicationId: linkTo('application')
      .nullable()
      .describe('Id of the application that the person wants to use; null if none.'),
    userId: linkTo('user').nullable().describe('Id of the user; null while unknown.'),
    createdAt: field(time, 'Time of the first answer.', exampleTimes.now),
    answeredAt: field(time, 'Time of the last answer.', exampleTimes.now),
    endedAt: field(time.nullable(), 'Time of its end; null if it is open or has expired.', null),
    lockedUntil: field(
      time.nullable(),
      'End of the lock by which the last answer was refused, which an administrator may have ended before; null if there was none.',
      null,
    ),
    device: field(
      z.string().nullable(),
      'Name of the browser, such as "Firefox, Windows", from its User-Agent; null if it is unknown.',
      'Firefox, Windows',
    ),
    entries: z.array(signInAttemptEntryShape).describe(`The answers in order, at most the last ${maxEntries}.`),
  })
  .meta({ id: 'SignInAttemptSnapshot', description: 'An attempt to sign in, sign up or set a new password.' });

export const deviceShape = z
  .strictObject({
    id: ownId('device'),
    userId: describeByKind(linkTo('user')),
    label: field(
      z.string().nullable(),
      'Name of the browser, such as "Firefox, Windows", from its User-Agent; null if it is unknown.',
      'Firefox, Windows',
    ),
    isKnown: field(
      z.boolean(),
      'Whether its attempts are counted separately: the user has signed in during the last 90 days, and was not signed out everywhere since.',
      true,
    ),
    createdAt: field(time, 'Time of the first sign-in.', exampleTimes.before),
    lastSeenAt: field(time, 'Time of the last sign-in.', exampleTimes.now),
  })
  .meta({ id: 'DeviceSnapshot', description: 'A browser in which a user has signed in.' });

export const messageShape = z
  .strictObject({
    id: ownId('message'),
    channel: field(z.enum(messageChannels), 'How it is sent.', 'email'),
    recipient: field(z.string(), 'Email address or phone number.', 'ada@example.com'),
    template: field(z.enum(messageTemplateNames), 'What the message is for.', 'sign-in-code'),
    language: field(z.string(), 'Language, a BCP 47 tag.', 'en'),
    state: field(z.enum(messageStates), 'State of the message.', 'sent'),
    attempts: field(z.int(), 'Number of attempts, including one in progress.', 1),
    nextAttemptAt: field(time.nullable(), 'Time of the next attempt; null unless it is pending.', null),
    connectorId: linkTo('connector')
      .nullable()
      .describe('Id of the connector that has sent it, or must send it; null if none.'),
    lastError: field(z.string().nullable(), 'Why the last failed attempt failed; null if none did.', null),
    createdAt: field(time, 'Time of creation.', exampleTimes.now),
    expiresAt: field(time, 'It is not sent after this time.', exampleTimes.later),
    sentAt: field(time.nullable(), 'Time at which it was accepted for delivery; null if it was not.', exampleTimes.now),
  })
  .meta({ id: 'MessageSnapshot', description: 'A mail or SMS to a person, without its content.' });

export const sessionShape = z
  .strictObject({
    id: field(idOf(), 'Id of the session: the claim `session_id` in tokens. It is not a secret.', exampleSessionId),
    startedAt: field(time, 'Time of the sign-in.', exampleTimes.before),
    lastUsedAt: field(time, 'Time of the last authorization request.', exampleTimes.now),
    lastActiveAt: field(
      time,
      'Time of the last authorization request, or use of a token of the session: a renewal, an exchange, a call of this API. Accurate to six minutes.',
      exampleTimes.now,
    ),
    device: field(
      z.string().nullable(),
      'Name of browser and system, such as "Firefox, Windows", at the last authorization request; null if it is unknown.',
      'Firefox, Windows',
    ),
    ipAddress: field(
      z.string().nullable(),
      'IP address of the last authorization request; null if it is unknown. It is stored encrypted, and removed with the session.',
      '203.0.113.7',
    ),
    expiresAt: field(
      time,
      'Time at which a new sign-in is required at the latest, by the limits of the policy. Use of the session extends it; an application can require one earlier.',
      exampleTimes.later,
    ),
    amr: field(z.array(z.string()), 'How the user authenticated (RFC 8176), for example `pwd`.', ['pwd', 'otp', 'mfa']),
    applicationIds: z
      .array(linkTo('application', 'applications'))
      .describe('Ids of the applications that were used in the session.'),
  })
  .meta({ id: 'Session', description: 'A sign-in session of a user at the issuer.' });

export const lockShape = z
  .strictObject({
    flow: field(z.enum(lockoutFlows), 'How the user tried to authenticate.', 'password'),
    deviceId: linkTo('device')
      .nullable()
      .describe('Id of the known device that is locked; null for the lock of all unknown browsers.'),
    failures: field(z.int(), 'Number of failures in a row.', 10),
    until: field(
      time,
      'End of the lock. The year 9999: only a new password or an administrator ends it.',
      exampleTimes.later,
    ),
  })
  .meta({ id: 'UserLock', description: 'A lock of a user after failed attempts to authenticate.' });

export const consentShape = z
  .strictObject({
    applicationId: describeByKind(idOf('application')),
    applicationName: field(z.string(), 'Display name of the application.', 'Reports'),
    scopes: field(z.array(z.string()), 'The allowed scopes, those of all API resources together, sorted.', [
      'email',
      'openid',
    ]),
    consentedAt: field(time, 'Time of the first consent.', exampleTimes.before),
  })
  .meta({ id: 'Consent', description: 'A third-party application that may act for a user.' });

export const impersonationShape = z
  .strictObject({
    id: field(idOf(), 'Id of its grant: the claim `grant_id` in its tokens. It is not a secret.', exampleGrantId),
    administratorId: idOf('user').describe('Id of the administrator who acts as the user.'),
    administratorName: field(
      z.string().nullable(),
      'Name of the administrator, or username; null without either.',
      'Grace Hopper',
    ),
    applicationId: linkTo('application').describe('Id of the application through which they act.'),
    applicationName: field(z.string(), 'Display name of the application.', 'Support desk'),
    reason: field(z.string(), 'Why, in the words of the administrator.', 'Ticket 4711: the invoice is missing'),
    startedAt: field(time, 'Time of the beginning.', exampleTimes.before),
    expiresAt: field(time, 'When it ends at the latest.', exampleTimes.later),
  })
  .meta({ id: 'Impersonation', description: 'An administrator who acts as a user.' });
