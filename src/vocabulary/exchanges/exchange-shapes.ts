import { z } from 'zod';
import { exchangeReasonNames } from './exchange-reasons.ts';
import { idOf } from '../ids.ts';
import { exampleTimes, field, time } from '../shape-parts.ts';
import { exchangeErrors, exchangeGapCauses, exchangeLedgerModes, exchangeOutcomes } from '../token-exchange.ts';

/** The public shapes of the ledger of token exchanges: with ids in every API, because rows outlive the records. */

const exampleId = '019aa0c4-5b1e-7c3a-9d2f-0a1b2c3d4e5f';

export const exchangeShape = z
  .strictObject({
    id: field(idOf(), 'Unique identifier: the claim `jti` of the issued token.', exampleId),
    at: field(time, 'Time of the answer.', exampleTimes.now),
    outcome: field(z.enum(exchangeOutcomes), 'Whether a token was issued.', 'GRANTED'),
    error: field(
      z.string().nullable(),
      `\`error\` of the response: ${exchangeErrors.join(', ')}; null if granted.`,
      null,
    ),
    reason: field(z.enum(exchangeReasonNames).nullable(), 'Why it was refused; null if granted.', null),
    description: field(z.string().nullable(), '`error_description` of the response; null if granted.', null),
    applicationId: idOf('application').describe('Id of the application that exchanged the token.'),
    subjectApplicationId: idOf('application')
      .nullable()
      .describe('Id of the application that had obtained the token; null if the token could not be read.'),
    actorIds: field(
      z.array(idOf('application')),
      'Ids of the applications that act in the new token, the last one first, as in the claim `act`. Whom it names inside them after an impersonation is `impersonatorId`.',
      ['app_01h455vb4pex5vsknk084sn02q'],
    ),
    userId: idOf('user').nullable().describe('Id of the person; null if the token could not be read.'),
    impersonatorId: field(
      idOf('user').nullable(),
      'Id of the administrator who acts as the person; null without an impersonation.',
      null,
    ),
    apiResourceId: idOf('apiResource')
      .nullable()
      .describe('Id of the API resource that the new token is for; null if none was named, or none that existed.'),
    organizationId: idOf('organization')
      .nullable()
      .describe(
        'Id of the organization that the exchange was confined to; null if none, or if the person is no member.',
      ),
    requestedScopes: field(
      z.array(z.string()).nullable(),
      'Requested scopes, without duplicates; null if none were requested, or if the request was refused before they were read. Of very long lists the end is missing, and the last element is `…`.',
      ['orders:read', 'orders:write'],
    ),
    grantedScopes: field(z.array(z.string()).nullable(), 'Granted scopes; null if refused.', ['orders:read']),
    position: field(
      z.int().nullable(),
      'Position in the event log up to which every event was part of the decision; null if it was refused before, and for readers in a single organization.',
      4711,
    ),
    traceId: field(
      idOf().nullable(),
      'Trace id of the `traceparent` of the request, 32 hex digits; null without one.',
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ),
    transactionId: field(
      idOf(),
      'Id of the first exchange of the chain: the claim `txn` of all its tokens.',
      exampleId,
    ),
    parentId: field(
      idOf().nullable(),
      'Id of the exchange whose token was presented; null for the first exchange of a chain.',
      null,
    ),
  })
  .meta({
    id: 'ExchangeSnapshot',
    description: 'An answer to a token exchange request of an authenticated application.',
  });
export type Exchange = z.output<typeof exchangeShape>;

const exchangeGapShape = z
  .strictObject({
    cause: field(
      z.enum(exchangeGapCauses),
      'Why: `ended`: a process ended, or is silent, without having recorded everything. `lost`: a process could not record for too long. `off`: a process answered with EXCHANGE_LEDGER=off.',
      'lost',
    ),
    from: field(time, 'Begin of the time in which exchanges may be missing.', exampleTimes.before),
    until: field(time, 'End of that time.', exampleTimes.now),
    atMost: field(
      z.int().nullable(),
      'The number of missing exchanges, at most; null if unknown, as for all causes but `lost`.',
      17,
    ),
  })
  .meta({ id: 'ExchangeGap', description: 'A time in which exchanges may be missing from the ledger.' });

export const exchangeLedgerShape = z
  .strictObject({
    mode: field(
      z.enum(exchangeLedgerModes),
      'How exchanges are recorded (setting EXCHANGE_LEDGER). With `off`, only those of earlier times are found.',
      'fast',
    ),
    retentionDays: field(z.int(), 'Days for which exchanges are kept.', 90),
    recordedSince: field(
      time.nullable(),
      'Exchanges are complete from this time on, except in `gaps`: since a process first recorded them, or since the begin of the oldest day that is kept. Null if none were ever recorded.',
      exampleTimes.before,
    ),
    gaps: z.array(exchangeGapShape).describe('Times in which exchanges may be missing, the last 1,000, newest first.'),
  })
  .meta({ id: 'ExchangeLedger', description: 'State of the ledger of token exchanges.' });

/** The actions of one application for a person at one API. */
export const actedForShape = z
  .strictObject({
    applicationId: idOf('application').describe('Id of the application that acted.'),
    subjectApplicationId: idOf('application').describe('Id of the application that had obtained the token.'),
    actorIds: field(
      z.array(idOf('application')),
      'Ids of the applications that act in the tokens, the last one first.',
      ['app_01h455vb4pex5vsknk084sn02q'],
    ),
    apiResourceId: idOf('apiResource').describe('Id of the API resource that the tokens are for.'),
    impersonatorIds: field(
      z.array(idOf('user')),
      'Ids of the administrators who acted as the person, sorted; empty without an impersonation.',
      [],
    ),
    count: field(z.int(), 'Number of tokens.', 12),
    scopes: field(z.array(z.string()), 'Scopes that were granted, sorted.', ['orders:read']),
    firstAt: field(time, 'Time of the first of these exchanges.', exampleTimes.before),
    lastAt: field(time, 'Time of the last of these exchanges.', exampleTimes.now),
  })
  .meta({ id: 'ActedForSnapshot', description: 'What applications did for a person at an API.' });

/** An exchange that was made for a person, in the export of the account. */
export const accountExchangeShape = exchangeShape
  .pick({
    id: true,
    at: true,
    outcome: true,
    reason: true,
    applicationId: true,
    subjectApplicationId: true,
    apiResourceId: true,
    organizationId: true,
    grantedScopes: true,
  })
  .meta({ id: 'AccountExchange', description: 'A token exchange that an application made for the person.' });
