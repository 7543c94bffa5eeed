import {
  type ExchangeExplanation,
  exchangeExplanationSchema,
  exchangeQuerySchema,
} from '../../domain/oauth/exchange-explanation.ts';
import {
  exchangeTotalsPermissions,
  explanationPermissions,
  organizationExplanationPermissions,
} from '../../vocabulary/token-exchange.ts';
import { exchangeTotalsQuerySchema } from '../../domain/oauth/exchange-totals.ts';
import { type ExchangeTotals, exchangeTotalsShape } from '../../vocabulary/exchanges/edge-shapes.ts';
import {
  type SignInExplanation,
  signInExplanationSchema,
  signInQuerySchema,
} from '../../domain/flow/sign-in-explanation.ts';
import { exampleIdOf } from '../../vocabulary/ids.ts';
import { signInExplanationPermissions } from '../../vocabulary/sign-in-experience.ts';
import { explanationRoute, signInExplanationRoute } from '../reads/explanation.ts';
import { failuresWith } from './errors.ts';
import { permissionText, queryParameters, security, tagOf } from './parts.ts';
import type { Schemas } from './schemas.ts';
import { exchangeReasons } from '../../vocabulary/exchanges/exchange-reasons.ts';

export const explanationTag = {
  name: tagOf(explanationRoute.path),
  description: 'Explanations and totals of token exchanges.',
};

export const signInExplanationTag = {
  name: tagOf(signInExplanationRoute.path),
  description: 'Explanations of sign-ins.',
};

/** The OpenAPI description of the explanation of a sign-in. */
export function describeSignInExplanation(schemas: Schemas) {
  const schema = schemas.add(signInExplanationSchema, 'output');
  return {
    operationId: 'explainSignIn',
    tags: [signInExplanationTag.name],
    summary: 'Explain a sign-in: what the pages would do now, what is missing, and what decides it.',
    description: [
      'Decides with the code of the pages, for a browser that is not known. Nothing is counted or changed.',
      ...signInExplanationPermissions.map((permission) => permissionText(permission, false)),
    ].join('\n\n'),
    security: security(...signInExplanationPermissions),
    parameters: queryParameters(schemas.add(signInQuerySchema, 'input')),
    responses: {
      200: {
        description: 'The explanation.',
        content: { 'application/json': { schema, example: signInExample } },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

/** The OpenAPI description of the explanation of a token exchange. */
export function describeExplanation(schemas: Schemas) {
  return {
    operationId: 'explainTokenExchange',
    tags: [explanationTag.name],
    summary:
      'Explain a token exchange: its outcome and, for each scope, the roles that grant it or why it is not granted.',
    description: [
      'Applies the rules of the token endpoint without issuing a token. Assumes that the application authenticates, and that the subject token is a valid access token of the user that a first-party application obtained. For a token of an organization, set `organizationId`. A token that comes from one for the Management API is exchanged for no more of its scopes than that one carries. What is not described of the subject token is no obstacle. With `impersonatorId`, it assumes a token that this administrator has prepared and that is not used yet.',
      ...explanationPermissions.map((permission) => permissionText(permission, false)),
      `For members of the organization in \`organizationId\`, ${organizationExplanationPermissions.join(' and ')} held in it are enough. Users and applications that are no members then look as if they did not exist, \`scopes\` has the held scopes if none are requested, \`through\` has organization roles in this organization only, and \`inOtherOrganizations\` is empty. An \`impersonatorId\` then looks as if no one had it.`,
    ].join('\n\n'),
    security: security(...explanationPermissions),
    parameters: queryParameters(schemas.add(exchangeQuerySchema, 'input')),
    responses: {
      200: {
        description: 'The explanation.',
        content: { 'application/json': { schema: schemas.add(exchangeExplanationSchema, 'output'), example } },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

/** The OpenAPI description of the totals of token exchanges. */
export function describeExchangeTotals(schemas: Schemas) {
  return {
    operationId: 'readTokenExchangeTotals',
    tags: [explanationTag.name],
    summary: 'Count token exchanges: who exchanged which tokens for which API, and why requests were refused.',
    description: [
      'They are summed up from the ledger a minute or two later, by days (UTC), which are kept for 400 days. `GET /exchange-edges` has more of the same.',
      ...exchangeTotalsPermissions.map((permission) => permissionText(permission, false)),
    ].join('\n\n'),
    security: security(...exchangeTotalsPermissions),
    parameters: queryParameters(schemas.add(exchangeTotalsQuerySchema, 'input')),
    responses: {
      200: {
        description: 'The totals, the largest first.',
        content: {
          'application/json': { schema: schemas.add(exchangeTotalsShape, 'output'), example: totalsExample },
        },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

const nothing = { step: null, ways: [], isReady: false, refused: null, explanation: null };

const organizationId = exampleIdOf('organization');
const throughOrganizationRole = {
  roleId: null,
  organizationRoleId: exampleIdOf('organizationRole'),
  organizationId,
};
const throughRole = { roleId: exampleIdOf('role'), organizationRoleId: null, organizationId: null };

const signInExample: SignInExplanation = {
  userId: exampleIdOf('user'),
  isApplicationUsable: null,
  next: { ...nothing, step: 'identify', rule: 'policy.first' },
  ways: [
    {
      way: 'password',
      isUsable: true,
      missing: null,
      next: { ...nothing, step: 'totp', ways: ['backup-code'], rule: 'policy.second.required' },
    },
  ],
  providers: [],
  locks: [],
};

const example: ExchangeExplanation = {
  outcome: {
    isGranted: true,
    error: null,
    errorDescription: null,
    reason: null,
    scope: 'orders:read',
    expiresIn: 3600,
    act: { sub: exampleIdOf('application') },
  },
  client: {
    applicationId: exampleIdOf('application'),
    type: 'MACHINE_TO_MACHINE',
    tokenExchangeAllowed: true,
    managementApiAllowed: false,
    isThirdParty: false,
    isSuspended: false,
  },
  user: { userId: exampleIdOf('user'), state: 'active' },
  membership: { organizationId, isMember: true },
  resource: { indicator: 'https://orders.example.com', accessTokenTtl: 3600, isBuiltIn: false },
  scopes: [
    {
      name: 'orders:read',
      isGranted: true,
      reason: null,
      isAllowed: true,
      through: [throughRole, throughOrganizationRole],
      inOtherOrganizations: [],
    },
    {
      name: 'orders:write',
      isGranted: false,
      reason: 'NOT_HELD',
      isAllowed: false,
      through: [],
      inOtherOrganizations: [],
    },
  ],
  rules: [
    { rule: 'OWNER', applies: false, isMet: true, detail: null },
    { rule: 'TARGETS', applies: true, isMet: true, detail: null },
    { rule: 'ORGANIZATION', applies: false, isMet: true, detail: null },
    { rule: 'AUDIENCE', applies: true, isMet: null, detail: null },
    { rule: 'AUTHENTICATION', applies: false, isMet: true, detail: null },
    { rule: 'NEVER_WIDER', applies: false, isMet: true, detail: null },
  ],
};

const totalsExample: ExchangeTotals = {
  totals: [
    {
      applicationId: exampleIdOf('application'),
      subjectApplicationId: 'app_01h455vb4pex5vsknk084sn03r',
      apiResourceId: exampleIdOf('apiResource'),
      granted: 1204,
      refused: 3,
      refusals: [{ reason: 'SCOPE_NOT_HELD', ...exchangeReasons.SCOPE_NOT_HELD, count: 3 }],
      firstAt: '2026-01-01T08:00:00.000Z',
      lastAt: '2026-01-01T17:30:00.000Z',
    },
  ],
  hasMore: false,
};
