import { figuresQuerySchema, figuresSchema, webhookFiguresSchema } from '../../domain/figures.ts';
import { figureSeries } from '../../vocabulary/figures.ts';
import { figuresRoute, webhookFiguresRoute } from '../reads/figures.ts';
import { failuresWith } from './errors.ts';
import { permissionText, queryParameters, security, tagOf } from './parts.ts';
import { pathParameters } from './reads.ts';
import type { Schemas } from './schemas.ts';

export const figuresTag = { name: tagOf(figuresRoute.path), description: 'Figures over time.' };

/** The OpenAPI description of figures over time. */
export function describeFigures(schemas: Schemas) {
  const permissions = [...new Set(Object.values(figureSeries).flatMap((series) => [...series.permissions]))];
  return {
    operationId: 'readFigures',
    tags: [figuresTag.name],
    summary: 'Count users, sign-ins, token exchanges and events over time.',
    description: [
      'They are counted once a minute, and counts are kept for 90 days.',
      `What the caller may not read is null. The permissions are ${permissions.map((name) => `\`${name}\``).join(', ')}.`,
    ].join('\n\n'),
    // Any of them.
    security: permissions.map((permission) => ({ oauth2: [permission] })),
    parameters: queryParameters(schemas.add(figuresQuerySchema, 'input')),
    responses: {
      200: {
        description: 'The figures.',
        content: { 'application/json': { schema: schemas.add(figuresSchema, 'output'), example } },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

/** The OpenAPI description of deliveries to a webhook over time. */
export function describeWebhookFigures(schemas: Schemas) {
  const { path } = webhookFiguresRoute;
  const schema = schemas.add(webhookFiguresSchema, 'output');
  return {
    operationId: 'readWebhookFigures',
    tags: [tagOf(path)],
    summary: 'Count the deliveries to a webhook over time.',
    description: `They are counted once a minute, and counts are kept for 90 days.\n\n${permissionText('webhooks:read', false)}`,
    security: security('webhooks:read'),
    parameters: [...pathParameters(path), ...queryParameters(schemas.add(figuresQuerySchema, 'input'))],
    responses: {
      200: { description: 'The figures.', content: { 'application/json': { schema, example: webhookExample } } },
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
