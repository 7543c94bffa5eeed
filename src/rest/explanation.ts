import { exchangeQuestionSchema, readExchangeQuestion } from '../domain/exchange-explanation.ts';
import { exchangeTotalsQuestionSchema, readExchangeTotalsQuestion } from '../domain/exchange-totals.ts';
import { readSignInQuestion, signInQuestionSchema } from '../domain/flow/sign-in-explanation.ts';
import { isRestrictedToMembers } from '../reads/explanation-reach.ts';
import { readExchangeTotals } from '../store/exchange-counts.ts';
import { signInExplanationPermissions } from '../vocabulary/sign-in-experience.ts';
import { exchangeTotalsPermissions } from '../vocabulary/token-exchange.ts';
import { fieldsOf } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import type { RestResponse, RestRequest, Route, RouteServices } from './route.ts';

/** Predicts the outcome of a token exchange. The fields of the question are parameters; `scopes` can be repeated. */
export const explanationRoute: Route = {
  method: 'GET',
  path: '/token-exchange/explanation',
  query: Object.keys(exchangeQuestionSchema.shape),
  handle,
};

/** Explains what the pages would do for a person. The fields of the question are parameters. */
export const signInExplanationRoute: Route = {
  method: 'GET',
  path: '/sign-in/explanation',
  query: Object.keys(signInQuestionSchema.shape),
  async handle({ actor, query }, { explainSignIn }) {
    requireEverywhere(actor, ...signInExplanationPermissions);
    return { status: 200, json: await explainSignIn(readSignInQuestion(fieldsOf(query, signInQuestionSchema))) };
  },
};

/** Totals of token exchanges in a time range, whose ends are parameters. */
export const exchangeTotalsRoute: Route = {
  method: 'GET',
  path: '/token-exchange/totals',
  query: Object.keys(exchangeTotalsQuestionSchema.shape),
  async handle({ actor, query }, { clock, database }) {
    requireEverywhere(actor, ...exchangeTotalsPermissions);
    const range = readExchangeTotalsQuestion(fieldsOf(query, exchangeTotalsQuestionSchema), clock.now());
    return { status: 200, json: await readExchangeTotals(database.prisma, range) };
  },
};

async function handle({ actor, query }: RestRequest, { explainExchange }: RouteServices): Promise<RestResponse> {
  const membersOnly = isRestrictedToMembers(actor, query.get('organizationId'));
  const question = readExchangeQuestion(fieldsOf(query, exchangeQuestionSchema));
  return { status: 200, json: await explainExchange({ ...question, membersOnly }) };
}
