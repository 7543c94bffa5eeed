import { notFound } from '../../domain/failure.ts';
import { requestIdsIn } from '../../domain/trace-context.ts';
import { requireAccount } from '../../kernel/authorization.ts';
import { type AnsweredFlow, type FlowCall, flowCallNames, flowCalls } from '../../kernel/my-flows.ts';
import { retryAfterHeader } from '../../http/problem.ts';
import { readCall } from '../call.ts';
import type { RestResponse, Route } from '../route.ts';

/** The flows of the account. */
export const flowRoutes: readonly Route[] = [
  ...flowCallNames.map(routeOf),
  {
    method: 'GET',
    path: flowCalls.answer.route.path,
    query: [],
    async handle({ actor, parameters }, { database, myFlows }) {
      requireAccount('account:read', actor);
      const flow = await myFlows.read(database.prisma, actor, parameters['flowId'] ?? '');
      if (!flow) throw notFound('flow', 'flowId');
      return { status: 200, json: flow };
    },
  },
];

function routeOf(call: FlowCall): Route {
  const { input, route } = flowCalls[call];
  return {
    ...route,
    query: [],
    async handle(request, { myFlows }) {
      requireAccount('account:write', request.actor);
      const { input: read } = readCall({ input, record: undefined, route }, request);
      const origin = { channel: 'rest', ...requestIdsIn(request) } as const;
      return responseOf(await myFlows[call](request.currentActor, read, origin));
    },
  };
}

const responseOf = ({ flow, status, retryAfter }: AnsweredFlow): RestResponse => ({
  status,
  headers: retryAfterHeader(retryAfter),
  json: flow,
});
