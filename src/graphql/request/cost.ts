import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, getOperationAST, type GraphQLSchema, Kind } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import type { RequestPlugin } from './plugins.ts';

/** The header of a request that asks for the cost of its operation, with the value 1. */
const showCostHeader = 'x-show-cost';

interface Operation {
  document: DocumentNode;
  operationName?: string | null | undefined;
  schema: GraphQLSchema;
  variableValues?: unknown;
}

/** Adds `extensions.cost` to results, in the units of the limits, which refuse an operation before it is executed. */
export const cost: RequestPlugin = {
  onExecute({ args, context: { request } }) {
    if (request?.headers.get(showCostHeader) !== '1') return undefined;
    return {
      onExecuteDone({ result, setResult }) {
        if (isAsyncIterable(result) || !('data' in result)) return;
        setResult({ ...result, extensions: { ...result.extensions, cost: costOf(args) } });
      },
    };
  },
};

function costOf({ document, operationName, schema, variableValues }: Operation) {
  const operation = getOperationAST(document, operationName);
  // The library takes the first operation of a document.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const single: DocumentNode = { kind: Kind.DOCUMENT, definitions: operation ? [operation, ...fragments] : fragments };
  const variables = (variableValues ?? {}) as Record<string, unknown>;
  const { complexity, depth } = complexityFromQuery(single, { schema, variables });
  return { fields: complexity, depth };
}
