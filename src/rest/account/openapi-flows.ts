import type { z } from 'zod';
import { type FlowCall, flowCalls } from '../../kernel/my-flows.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { flowTexts, myFlowShape } from '../../vocabulary/account/my-flow-shapes.ts';
import { failuresWith } from '../openapi/errors.ts';
import { exampleFields } from '../openapi/examples.ts';
import { inPath, scopeText, security, tagOf, templateOf } from '../openapi/parts.ts';
import type { Schemas } from '../openapi/schemas.ts';
import { failuresOfWrites, requestOf } from '../openapi/writes.ts';

const json = 'application/json';

/** The paths of the flows. */
export function flowPaths(schemas: Schemas): Record<string, Record<string, object>> {
  const schema = schemas.add(myFlowShape, 'output');
  const flow = { [json]: { schema, example: exampleOf(myFlowShape, 'MyFlow') } };
  const { path } = flowCalls.answer.route;
  const flowId = inPath('flowId', { type: 'string' }, exampleOf(myFlowShape.shape.id, 'MyFlow.id'));
  return {
    [templateOf(flowCalls.start.route.path)]: { post: describeCall('start', flow, schemas) },
    [templateOf(path)]: {
      get: {
        operationId: 'getMyFlow',
        tags: [tagOf(path)],
        summary: 'A flow that was begun in the present session.',
        description: scopeText('account:read'),
        security: security('account:read'),
        parameters: [flowId],
        responses: { 200: { description: 'The flow.', content: flow }, ...failuresWith([401, 403, 404, 422, 500]) },
      },
      post: describeCall('answer', flow, schemas),
    },
  };
}

function describeCall(call: FlowCall, flow: object, schemas: Schemas) {
  const { name, input, route, summary, events, requiresRecentSignIn } = flowCalls[call];
  const example = exampleFields((input as z.ZodObject).shape, myFlowShape.shape, name);
  const { requestBody, parameters } = requestOf({ name, route, example }, schemas.add(input, 'input'), schemas);
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary,
    description: [
      `May emit ${events.join(', ')}.`,
      scopeText('account:write'),
      ...(requiresRecentSignIn ? [flowTexts.recentSignIn] : []),
    ].join('\n\n'),
    security: security('account:write'),
    parameters,
    requestBody,
    responses: {
      200: { description: 'The present step, or the end.', content: flow },
      ...failuresOfWrites(true),
      403: { description: 'The flow cannot go on (`refused`), or the token has not the scope.', content: flow },
      422: { description: 'The answer was not accepted (`problem`), or the input is not valid.', content: flow },
      429: { description: 'The answer can be repeated later (`problem.until`).', content: flow },
    },
  };
}
