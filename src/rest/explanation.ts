import type { z } from 'zod';
import { exchangeQuestionSchema, readExchangeQuestion } from '../domain/exchange-explanation.ts';
import { forbidden } from '../domain/failure.ts';
import { explanationPermissions } from '../vocabulary/token-exchange.ts';
import { valueOf } from './list-request.ts';
import type { RestResponse, RestRequest, Route, RouteServices } from './route.ts';

/** Predicts the outcome of a token exchange. The fields of the question are parameters; `scopes` can be repeated. */
export const explanationRoute: Route = {
  method: 'GET',
  path: '/token-exchange/explanation',
  query: Object.keys(exchangeQuestionSchema.shape),
  handle,
};

async function handle({ actor, query }: RestRequest, { explainExchange }: RouteServices): Promise<RestResponse> {
  const missing = explanationPermissions.filter((permission) => !actor.permissions.has(permission));
  if (missing.length) throw forbidden(...missing);
  return { status: 200, json: await explainExchange(readExchangeQuestion(fieldsOf(query))) };
}

function fieldsOf(query: URLSearchParams): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = exchangeQuestionSchema.shape;
  const fields = [...new Set(query.keys())].map((name) => {
    return [name, valueOf(name, query.getAll(name), shape[name] as z.ZodType)] as const;
  });
  return Object.fromEntries(fields);
}
