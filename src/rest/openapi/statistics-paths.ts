import { statisticsQuerySchema, statisticsSchema, webhookStatisticsSchema } from '../../domain/statistics.ts';
import { statisticSeries } from '../../vocabulary/statistics.ts';
import { statisticsRoute, webhookStatisticsRoute } from '../reads/statistics.ts';
import { failuresWith } from './errors.ts';
import { permissionText, queryParameters, security, tagOf } from './parts.ts';
import { pathParameters } from './reads.ts';
import type { Schemas } from './schemas.ts';

export const statisticsTag = { name: tagOf(statisticsRoute.path), description: 'Statistics over time.' };

/** The OpenAPI description of statistics over time. */
export function describeStatistics(schemas: Schemas) {
  const permissions = [...new Set(Object.values(statisticSeries).flatMap((series) => [...series.permissions]))];
  return {
    operationId: 'readStatistics',
    tags: [statisticsTag.name],
    summary: 'Count users, sign-ins, token exchanges and events over time.',
    description: [
      'They are counted once a minute, and counts are kept for 90 days.',
      `What the caller may not read is null. The permissions are ${permissions.map((name) => `\`${name}\``).join(', ')}.`,
    ].join('\n\n'),
    // Any of them.
    security: permissions.map((permission) => ({ oauth2: [permission] })),
    parameters: queryParameters(schemas.add(statisticsQuerySchema, 'input')),
    responses: {
      200: {
        description: 'The statistics.',
        content: { 'application/json': { schema: schemas.add(statisticsSchema, 'output'), example } },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

/** The OpenAPI description of deliveries to a webhook over time. */
export function describeWebhookStatistics(schemas: Schemas) {
  const { path } = webhookStatisticsRoute;
  const schema = schemas.add(webhookStatisticsSchema, 'output');
  return {
    operationId: 'readWebhookStatistics',
    tags: [tagOf(path)],
    summary: 'Count the deliveries to a webhook over time.',
    description: `They are counted once a minute, and counts are kept for 90 days.\n\n${permissionText('webhooks:read', false)}`,
    security: security('webhooks:read'),
    parameters: [...pathParameters(path), ...queryParameters(schemas.add(statisticsQuerySchema, 'input'))],
    responses: {
      200: { description: 'The statistics.', content: { 'application/json': { schema, example: webhookExample } } },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}

const webhookExample = {
  bucket: 'HOUR',
  starts: ['2026-01-01T08:00:00.000Z', '2026-01-01T09:00:00.000Z'],
  delivered: [1204, 0],
  failed: [2, 0],
  durationP50: [38, null],
  durationP95: [152, null],
};

const example = {
  bucket: 'DAY',
  starts: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
  usersCreated: [12, 9],
  signIns: [1204, 1311],
  refusedSignIns: [31, 28],
  exchangesGranted: [90_211, 88_954],
  exchangesRefused: [12, 0],
  events: [2310, 2177],
};
