import { z } from 'zod';
import { idOf } from '../ids.ts';
import { exampleTimes, field, time } from '../shape-parts.ts';
import { exchangeErrors } from '../token-exchange.ts';
import { exchangeReasonNames, exchangeReasons } from './exchange-reasons.ts';

/** The keys by which token exchanges are summed up. */
export const edgeGroupings = ['APPLICATION_RESOURCE', 'PATH'] as const;
export type EdgeGrouping = (typeof edgeGroupings)[number];

/** A whole number that can be larger than an `Int` of GraphQL. */
const count = z.number().nonnegative();

export const exchangeRefusalShape = z.strictObject({
  reason: field(
    z.enum(exchangeReasonNames).nullable(),
    'Why they were refused; null for a reason of another version.',
    'SCOPE_NOT_HELD',
  ),
  error: field(z.enum(exchangeErrors), `\`error\` of the response: ${exchangeErrors.join(', ')}.`, 'invalid_scope'),
  description: field(z.string(), '`error_description` of the response.', exchangeReasons.SCOPE_NOT_HELD.description),
  count: field(count, 'Number of requests that were refused with it, a whole number.', 3),
});
export type ExchangeRefusal = z.output<typeof exchangeRefusalShape>;

/** Token exchanges of a time over an edge: by one application, for one API resource, perhaps through one path. */
export const exchangeUseShape = z
  .strictObject({
    applicationId: idOf('application').describe('Id of the application that exchanged tokens.'),
    subjectApplicationId: idOf('application')
      .nullable()
      .describe(
        'Id of the application that had obtained the tokens; null if they could not be read, or without grouping by path.',
      ),
    actorIds: field(
      z.array(idOf('application')),
      'Ids of the applications that act in the new tokens, the last one first; without grouping by path, only of the last one.',
      ['app_01h455vb4pex5vsknk084sn02q'],
    ),
    subjectResource: field(
      z.string().nullable(),
      'Resource indicator that the exchanged tokens were for; null for opaque tokens, for those that could not be read, and without grouping by path.',
      'https://orders.example.com',
    ),
    isImpersonated: field(
      z.boolean(),
      'Whether administrators acted, or tried to act, as the people; without grouping by path, in any of these exchanges.',
      false,
    ),
    apiResourceId: idOf('apiResource')
      .nullable()
      .describe('Id of the API resource that the new tokens are for; null if none was named, or none that existed.'),
    granted: field(count, 'Number of tokens that were issued, a whole number.', 1204),
    refused: field(count, 'Number of requests that were refused, a whole number.', 3),
    refusals: z.array(exchangeRefusalShape).describe('Why requests were refused, the most frequent reason first.'),
    scopes: field(z.array(z.string()), 'Scopes that were granted, sorted: the first 200 of each day and path.', [
      'orders:read',
    ]),
    people: field(
      z.int(),
      'Estimated number of people who got these tokens: the standard error is 6.5 %, below 100 people less than 5 %.',
      312,
    ),
    firstAt: field(time, 'Time of the first of these exchanges.', exampleTimes.before),
    lastAt: field(time, 'Time of the last of these exchanges.', exampleTimes.now),
    isNew: field(z.boolean(), 'Whether there was no such exchange before these days.', false),
  })
  .meta({ id: 'ExchangeUse', description: 'Token exchanges by one application for one API resource.' });
export type ExchangeUse = z.output<typeof exchangeUseShape>;

export const exchangeEdgesShape = z
  .strictObject({
    edges: z.array(exchangeUseShape).describe('The edges, the most used first.'),
    hasMore: field(z.boolean(), 'Whether there are more: the answer has the 1,000 most used ones.', false),
  })
  .meta({ id: 'ExchangeEdges', description: 'Who exchanges tokens for which API, in some days.' });
export type ExchangeEdges = z.output<typeof exchangeEdgesShape>;

const use = exchangeUseShape.shape;
/** Token exchanges of a time by the application that exchanged, the application whose token it was, and the API. */
export const exchangeTotalShape = z
  .strictObject({
    applicationId: use.applicationId,
    subjectApplicationId: use.subjectApplicationId.describe(
      'Id of the application that had obtained the tokens; null if they could not be read.',
    ),
    apiResourceId: use.apiResourceId,
    granted: use.granted,
    refused: use.refused,
    refusals: use.refusals,
    firstAt: use.firstAt,
    lastAt: use.lastAt,
  })
  .meta({
    description:
      'Token exchanges by the application that exchanged, the application that had obtained the token, and the API resource.',
  });
export type ExchangeTotal = z.output<typeof exchangeTotalShape>;

export const exchangeTotalsShape = z
  .strictObject({
    totals: z.array(exchangeTotalShape).describe('The totals, the largest first.'),
    hasMore: field(z.boolean(), 'Whether there are more totals: the answer has the 1,000 largest.', false),
  })
  .meta({ description: 'Token exchanges in a time range.' });
export type ExchangeTotals = z.output<typeof exchangeTotalsShape>;
