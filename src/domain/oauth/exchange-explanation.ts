import { z } from 'zod';
import { apiResourceShape, applicationTypes } from '../../vocabulary/resources.ts';
import { describedLike, json } from '../../vocabulary/shape-parts.ts';
import { exchangeShape } from '../../vocabulary/exchanges/exchange-shapes.ts';
import { exchangeRules } from '../../vocabulary/exchanges/exchange-policy.ts';
import { exchangeReasonNames } from '../../vocabulary/exchanges/exchange-reasons.ts';
import { exchangeErrors, scopeRefusals, userStates } from '../../vocabulary/token-exchange.ts';
import { validOrRefused } from '../problems.ts';
import { idSchema } from '../text.ts';
import { timeSchema } from '../times.ts';
import { describeByKind, idOf } from '../../vocabulary/ids.ts';

/** A token exchange to explain. Ids of records that do not exist are not an error. */
export const exchangeQuerySchema = z.strictObject({
  applicationId: idSchema('application').describe('The application that would exchange the token (its client_id).'),
  userId: idSchema('user').describe('The user whose access token would be exchanged.'),
  resource: z.string().max(2048).describe('Resource indicator of the API that the token would be for.'),
  scopes: z
    .array(z.string().max(256))
    .max(100)
    .nullish()
    .describe('Scopes to request; if omitted or empty, none: the token then gets all that the user holds.'),
  organizationId: idSchema('organization')
    .nullish()
    .describe("The organization_id parameter. Only this organization's roles then count, beside the user's own."),
  impersonatorId: idSchema('user')
    .nullish()
    .describe(
      'The administrator who would act as the user, with a subject token that they have prepared (`createSubjectToken`). It has no API, scopes or sign-in: `subjectResource`, `subjectScopes`, `subjectAcr` and `subjectAuthenticatedAt` do not count. For a caller with permissions in one organization only, no administrator may act as others. If omitted, the exchange is of an access token.',
    ),
  subjectResource: z
    .string()
    .max(2048)
    .nullish()
    .describe(
      'Resource indicator of the API that the subject token is for, empty for a token without one. If omitted, rules that depend on it are left open.',
    ),
  subjectScopes: z
    .array(z.string().max(256))
    .max(100)
    .nullish()
    .describe('Scopes that the subject token carries. If omitted, rules that depend on them are left open.'),
  subjectAcr: z
    .string()
    .max(256)
    .nullish()
    .describe(
      'Claim `acr` of the subject token, empty without one. If omitted, the rule about the sign-in is left open.',
    ),
  subjectAuthenticatedAt: timeSchema
    .nullish()
    .describe('Time of the sign-in behind the subject token. If omitted, the rule about the sign-in is left open.'),
});
export type ExchangeQuery = z.output<typeof exchangeQuerySchema>;

/** Validates what a caller sends. Throws BAD_USER_INPUT with the path of each problem. */
export function readExchangeQuery(input: unknown): ExchangeQuery {
  return validOrRefused(exchangeQuerySchema, input);
}

/** The role through which a scope is held, or the organization role and its organization. */
const holding = z.strictObject({
  roleId: idOf('role').nullable(),
  organizationRoleId: idOf('organizationRole').nullable(),
  organizationId: idOf('organization').nullable(),
});

const explainedScope = z
  .strictObject({
    name: z.string().describe('Name of the scope, as requested.'),
    isGranted: z.boolean().describe('Whether the scope would be granted.'),
    reason: z.enum(scopeRefusals).nullable().describe('Why the scope would not be granted; null if it would.'),
    isAllowed: z
      .boolean()
      .describe(
        'Whether the rules of the application let it obtain this scope for a person who holds it. What is not described of the subject token is no obstacle.',
      ),
    through: z
      .array(holding)
      .describe('Roles and organization roles that grant the scope to the user. Any one of them is sufficient.'),
    inOtherOrganizations: z
      .array(holding)
      .describe(
        'Organization roles in other organizations that grant the scope to the user. They are not considered if an organization is requested.',
      ),
  })
  .meta({ description: 'Whether a scope would be granted, and if not, why.' });

const explainedRule = z
  .strictObject({
    rule: z.enum(exchangeRules).describe('The rule.'),
    applies: z.boolean().describe('Whether the application has the rule.'),
    isMet: z
      .boolean()
      .nullable()
      .describe(
        'Whether the exchange meets it; null if that depends on what was not described of the subject token. True if it does not apply.',
      ),
    detail: z.string().nullable().describe('Why it is not met; null if it is.'),
  })
  .meta({ description: 'Whether a rule of the application refuses the exchange.' });

const outcome = z
  .strictObject({
    isGranted: z.boolean().describe('Whether a token would be issued.'),
    error: z
      .enum(exchangeErrors)
      .nullable()
      .describe('`error` of the response, for example `invalid_scope`; null if granted.'),
    errorDescription: describedLike(exchangeShape.shape.description, z.string().nullable()),
    reason: z.enum(exchangeReasonNames).nullable().describe('Why the exchange would be refused; null if granted.'),
    scope: z
      .string()
      .nullable()
      .describe('`scope` of the response: the granted scopes, possibly none; null if rejected.'),
    expiresIn: z
      .int()
      .nullable()
      .describe(
        '`expires_in` of the response, in seconds; null if rejected. It is less if the subject token was obtained by an exchange and expires earlier.',
      ),
    act: json
      .nullable()
      .describe(
        'Claim `act` of the new token (RFC 8693 §4.1): who acts; null if rejected. Those who act in the subject token are inside it.',
      ),
  })
  .meta({ description: 'The response that the token endpoint would give.' });

const client = z
  .strictObject({
    applicationId: describeByKind(idOf('application')),
    type: z.enum(applicationTypes).describe('Type of the client. Only confidential clients can exchange tokens.'),
    tokenExchangeAllowed: z.boolean().describe('The switch "Allow token exchange".'),
    managementApiAllowed: z
      .boolean()
      .describe('The switch "Allow the Management API". Required only for an exchange for the Management API.'),
    isThirdParty: z.boolean().describe('Whether it is a third-party application, which cannot exchange tokens.'),
    isSuspended: z.boolean().describe('Whether it is suspended. Suspended applications get no tokens.'),
  })
  .meta({ description: 'The application that would exchange the token, with the settings that matter.' });

const subject = z
  .strictObject({
    userId: describeByKind(idOf('user')),
    state: z.enum(userStates).describe('Whether tokens of the user are valid.'),
  })
  .meta({ description: 'The user whose token would be exchanged.' });

const membership = z
  .strictObject({
    organizationId: describeByKind(idOf('organization')),
    isMember: z.boolean().describe('Whether the user is a member, which is required.'),
  })
  .meta({ description: 'Membership of the user in the requested organization.' });

const resource = z
  .strictObject({
    indicator: z.string().describe('Resource indicator (RFC 8707).'),
    accessTokenTtl: describedLike(apiResourceShape.shape.accessTokenTtl, z.int()),
    isBuiltIn: z.boolean().describe('Whether it is the Management API.'),
  })
  .meta({ description: 'The API resource that the new token would be for.' });

/** The shapes of the parts of an explanation. */
export const explanationParts = {
  outcome,
  client,
  subject,
  membership,
  resource,
  scope: explainedScope,
  rule: explainedRule,
} as const;

/** The response that the token endpoint would send, and why. */
export const exchangeExplanationSchema = z
  .strictObject({
    outcome,
    client: client
      .nullable()
      .describe(
        'The application that would exchange the token, with the settings that matter; null if it does not exist.',
      ),
    user: subject,
    membership: membership
      .nullable()
      .describe('Membership of the user in the requested organization; null if none is requested.'),
    resource: resource
      .nullable()
      .describe('The API resource that the new token would be for; null if it does not exist.'),
    scopes: z
      .array(explainedScope)
      .describe('The requested scopes, in order; all scopes of the API resource if none are requested.'),
    rules: z.array(explainedRule).describe('The rules of the application, in the order in which they are checked.'),
  })
  .meta({ description: 'The outcome that a token exchange would have now, and everything it depends on.' });

export type ScopeSource = z.output<typeof holding>;
export type ExplainedRule = z.output<typeof explainedRule>;
export type ExplainedScope = z.output<typeof explainedScope>;
export type ExchangeExplanation = z.output<typeof exchangeExplanationSchema>;
/**
 * The exchange to explain. With `membersOnly`, users and applications that are no members of its organization look as
 * if they did not exist, and so does everything that the user holds other than in this organization.
 */
export type ExchangeToExplain = ExchangeQuery & { membersOnly: boolean };
/** Predicts the outcome of an exchange, without issuing a token; in a dry run by the state of its transaction. */
export type ExplainExchange<Transaction = never> = (
  query: ExchangeToExplain,
  transaction?: Transaction,
) => Promise<ExchangeExplanation>;
