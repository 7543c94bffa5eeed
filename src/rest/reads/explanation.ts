import { exchangeQuerySchema, readExchangeQuery } from '../../domain/oauth/exchange-explanation.ts';
import { exchangeTotalsQuerySchema, readExchangeTotalsRange } from '../../domain/oauth/exchange-totals.ts';
import { readSignInQuery, signInQuerySchema } from '../../domain/flow/sign-in-explanation.ts';
import { isRestrictedToMembers } from '../../reads/explanation-reach.ts';
import { readExchangeTotals } from '../../reads/exchange-edges.ts';
import { signInExplanationPermissions } from '../../vocabulary/sign-in-experience.ts';
import { exchangeTotalsPermissions } from '../../vocabulary/token-exchange.ts';
import { fieldsOf } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import type { RestResponse, RestRequest, Route, RouteServices } from '../route.ts';

/** Predicts the outcome of a token exchange. Its fields are query parameters; `scopes` can be repeated. */
export const explanationRoute: Route = {
  method: 'GET',
  path: '/token-exchange/explanation',
  query: Object.keys(exchangeQuerySchema.shape),
  handle,
};

/** Explains what the pages would do for a person, by its query parameters. */
export const signInExplanationRoute: Route = {
  method: 'GET',
  path: '/sign-in/explanation',
  query: Object.keys(signInQuerySchema.shape),
  async handle({ actor, query }, { explainSignIn }) {
    requireEverywhere(actor, ...signInExplanationPermissions);
    return { status: 200, json: await explainSignIn(readSignInQuery(fieldsOf(query, signInQuerySchema))) };
  },
};

/** Totals of token exchanges in a time range, whose ends are parameters. */
export const exchangeTotalsRoute: Route = {
  method: 'GET',
  path: '/token-exchange/totals',
  query: Object.keys(exchangeTotalsQuerySchema.shape),
  async handle({ actor, query }, { clock, database }) {
    requireEverywhere(actor, ...exchangeTotalsPermissions);
    const range = readExchangeTotalsRange(fieldsOf(query, exchangeTotalsQuerySchema), clock.now());
    return { status: 200, json: await readExchangeTotals(database.prisma, range) };
  },
};

async function handle({ actor, query }: RestRequest, { explainExchange }: RouteServices): Promise<RestResponse> {
  const membersOnly = isRestrictedToMembers(actor, query.get('organizationId'));
  const exchange = readExchangeQuery(fieldsOf(query, exchangeQuerySchema));
  return { status: 200, json: await explainExchange({ ...exchange, membersOnly }) };
}
