import { z } from 'zod';
import { applicationTypes } from '../../vocabulary/resources.ts';
import { exchangeRules } from '../../vocabulary/exchanges/exchange-policy.ts';
import { exchangeReasonNames } from '../../vocabulary/exchanges/exchange-reasons.ts';
import { exchangeErrors, scopeRefusals, userStates } from '../../vocabulary/token-exchange.ts';
import { validOrRefused } from '../problems.ts';
import { idSchema } from '../text.ts';
import { timeSchema } from '../times.ts';
import { idOf } from '../../vocabulary/ids.ts';

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

const explainedScope = z.strictObject({
  name: z.string(),
  isGranted: z.boolean(),
  /** Null when it is granted. */
  reason: z.enum(scopeRefusals).nullable(),
  /** The roles through which the user holds it, as far as they count here. */
  through: z.array(holding),
  /** The roles through which the user holds it in other organizations, which do not count here. */
  inOtherOrganizations: z.array(holding),
});

const explainedRule = z.strictObject({
  rule: z.enum(exchangeRules),
  /** Whether the application has the rule. */
  applies: z.boolean(),
  /** Null if it depends on a part of the subject token that was not described. True if it does not apply. */
  isMet: z.boolean().nullable(),
  /** Why it is not met; null if it is. */
  detail: z.string().nullable(),
});

/** The response that the token endpoint would send, and why. */
export const exchangeExplanationSchema = z.strictObject({
  outcome: z.strictObject({
    isGranted: z.boolean(),
    /** This and the next two are null if the exchange is granted. */
    error: z.enum(exchangeErrors).nullable(),
    errorDescription: z.string().nullable(),
    reason: z.enum(exchangeReasonNames).nullable(),
    /** This and the next are null if it is refused. */
    scope: z.string().nullable(),
    /** Seconds. */
    expiresIn: z.int().nullable(),
  }),
  /** Null if there is no such application. */
  client: z
    .strictObject({
      applicationId: idOf('application'),
      type: z.enum(applicationTypes),
      tokenExchangeAllowed: z.boolean(),
      managementApiAllowed: z.boolean(),
      isThirdParty: z.boolean(),
      isSuspended: z.boolean(),
    })
    .nullable(),
  user: z.strictObject({ userId: idOf('user'), state: z.enum(userStates) }),
  /** Null if no organization is requested. */
  membership: z.strictObject({ organizationId: idOf('organization'), isMember: z.boolean() }).nullable(),
  /** Null if there is no such resource. */
  resource: z
    .strictObject({
      indicator: z.string(),
      accessTokenTtl: z.int(),
      /** Whether it is the Management API. */
      isBuiltIn: z.boolean(),
    })
    .nullable(),
  scopes: z.array(explainedScope),
  /** The rules of the application, in the order in which they are checked. */
  rules: z.array(explainedRule),
});

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
