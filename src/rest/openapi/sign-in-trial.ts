import { noSignInTrialResult, type SignInTrial, signInTrialSchema } from '../../domain/oauth/sign-in-trial.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';
import { exampleTimes } from '../../vocabulary/shape-parts.ts';
import { signInTrialRoute } from '../reads/sign-in-trial.ts';
import { failuresWith } from './errors.ts';
import { tagOf } from './parts.ts';
import { pathParameters, permissionTexts, securityOf } from './reads.ts';
import type { Schemas } from './schemas.ts';

const permissions = ['applications:read'] as const;

/** The OpenAPI description of a trial sign-in to an application. */
export const describeSignInTrial = (schemas: Schemas) => ({
  operationId: 'readSignInTrial',
  tags: [tagOf(signInTrialRoute.path)],
  summary: 'Read a trial sign-in to an application: what the application would receive, without the tokens.',
  description: ['Only its user can read it.', permissionTexts(permissions)].join('\n\n'),
  security: securityOf(permissions),
  parameters: pathParameters(signInTrialRoute.path),
  responses: {
    200: {
      description: 'The trial sign-in.',
      content: { 'application/json': { schema: schemas.add(signInTrialSchema, 'output'), example } },
    },
    ...failuresWith([401, 403, 404, 422, 500]),
  },
});

const sub = exampleIdOf('user');
const times = { iat: 1_767_225_600, exp: 1_767_229_200 };

const example: SignInTrial = {
  ...noSignInTrialResult,
  id: exampleIdOf('signInTrial'),
  applicationId: exampleIdOf('application'),
  resource: null,
  state: 'received',
  scopes: ['openid', 'profile', 'email'],
  idToken: { iss: 'https://id.example.com/oidc', sub, aud: exampleIdOf('application'), ...times },
  userinfo: { sub, name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true },
  hasRefreshToken: true,
  createdAt: exampleTimes.now,
  expiresAt: exampleTimes.later,
};
