import { z } from 'zod';
import { applicationTypes } from '../vocabulary/resources.ts';
import { exchangeErrors, scopeRefusals, userStates } from '../vocabulary/token-exchange.ts';
import { Failure } from './failure.ts';
import { idSchema } from './text.ts';

/** A token exchange to explain: who would ask, for whom, and for what. Ids that name nothing are answered like any others. */
export const exchangeQuestionSchema = z.strictObject({
  applicationId: idSchema.describe('The application that would exchange (its client_id).'),
  userId: idSchema.describe('The user whose access token would be exchanged.'),
  resource: z.string().max(2048).describe('Resource indicator of the API that the new token would be for.'),
  scopes: z
    .array(z.string().max(256))
    .max(100)
    .nullish()
    .describe('Scopes that would be requested; all that the API resource has when left out or empty.'),
  organizationId: idSchema
    .nullish()
    .describe(
      "The organization_id that would be sent: then only that organization's roles count beside the user's own.",
    ),
});
export type ExchangeQuestion = z.output<typeof exchangeQuestionSchema>;

/** The question that came in at a door. Throws BAD_USER_INPUT with the path of each problem. */
export function readExchangeQuestion(given: unknown): ExchangeQuestion {
  const parsed = exchangeQuestionSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path as (string | number)[], message }));
  throw new Failure('BAD_USER_INPUT', 'The question is not acceptable.', problems);
}

/** Through what a scope is held: a role, or an organization role in an organization. */
const holding = z.strictObject({
  roleId: z.string().nullable(),
  organizationRoleId: z.string().nullable(),
  organizationId: z.string().nullable(),
});

const explainedScope = z.strictObject({
  name: z.string(),
  isGranted: z.boolean(),
  /** Null when it is granted. */
  reason: z.enum(scopeRefusals).nullable(),
  /** Every way in which the user holds it, of those that count here. */
  through: z.array(holding),
  /** The ways that do not count here, because they are other organizations'. */
  inOtherOrganizations: z.array(holding),
});

/** What the token endpoint would answer, and everything that this depends on. */
export const exchangeExplanationSchema = z.strictObject({
  outcome: z.strictObject({
    isGranted: z.boolean(),
    /** The next two are null when the exchange is granted. */
    error: z.enum(exchangeErrors).nullable(),
    errorDescription: z.string().nullable(),
    /** The next two are null when it is refused. */
    scope: z.string().nullable(),
    /** Seconds. */
    expiresIn: z.int().nullable(),
  }),
  /** Null when there is no such application. */
  client: z
    .strictObject({
      applicationId: z.string(),
      type: z.enum(applicationTypes),
      tokenExchangeAllowed: z.boolean(),
      isThirdParty: z.boolean(),
      isSuspended: z.boolean(),
    })
    .nullable(),
  user: z.strictObject({ userId: z.string(), state: z.enum(userStates) }),
  /** Null when no organization is asked for. */
  membership: z.strictObject({ organizationId: z.string(), isMember: z.boolean() }).nullable(),
  /** Null when there is no such resource. */
  resource: z.strictObject({ indicator: z.string(), accessTokenTtl: z.int() }).nullable(),
  scopes: z.array(explainedScope),
});

export type ScopeSource = z.output<typeof holding>;
export type ExplainedScope = z.output<typeof explainedScope>;
export type ExchangeExplanation = z.output<typeof exchangeExplanationSchema>;
/** Says what an exchange would come to now. It reads, and changes nothing. */
export type ExplainExchange = (question: ExchangeQuestion) => Promise<ExchangeExplanation>;
