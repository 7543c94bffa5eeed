import { noResult, type Trial, trialSchema } from '../../domain/identity-providers/trial.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';
import { exampleTimes } from '../../vocabulary/shape-parts.ts';
import { trialRoute } from '../reads/identity-provider-trial.ts';
import { failuresWith } from './errors.ts';
import { tagOf } from './parts.ts';
import { pathParameters, permissionTexts, securityOf } from './reads.ts';
import type { Schemas } from './schemas.ts';

const permissions = ['identity-providers:read'] as const;

/** The OpenAPI description of a trial sign-in. */
export const describeTrial = (schemas: Schemas) => ({
  operationId: 'readIdentityProviderTrial',
  tags: [tagOf(trialRoute.path)],
  summary: 'Read a trial sign-in: the claims, what is read from them, and what would follow.',
  description: ['Only its user can read it.', permissionTexts(permissions)].join('\n\n'),
  security: securityOf(permissions),
  parameters: pathParameters(trialRoute.path),
  responses: {
    200: {
      description: 'The trial sign-in.',
      content: { 'application/json': { schema: schemas.add(trialSchema, 'output'), example } },
    },
    ...failuresWith([401, 403, 404, 422, 500]),
  },
});

const userId = exampleIdOf('user');
const next = { step: null, ways: [], isReady: true, refused: null, explanation: null, rule: null };

const example: Trial = {
  ...noResult,
  id: exampleIdOf('identityProviderTrial'),
  identityProviderId: exampleIdOf('identityProvider'),
  state: 'received',
  claims: {
    sub: '248289761001',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
    locale: 'en-GB',
  },
  authenticatedAt: exampleTimes.now,
  identity: {
    subject: '248289761001',
    email: 'ada@example.com',
    isEmailVerified: true,
    name: 'Ada Lovelace',
    locale: 'en-GB',
    level: 1,
  },
  decision: { effect: 'sign-in', rule: 'user.identities', userId, next },
  createdAt: exampleTimes.now,
  expiresAt: exampleTimes.later,
};
