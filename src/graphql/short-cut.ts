import {
  type ExecutionArgs,
  type FragmentDefinitionNode,
  getOperationAST,
  getVariableValues,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type AskedField, completionOf, fieldsOf, type Run, Unfit } from './completion.ts';
import type { Context } from './context.ts';

/**
 * A short cut for queries. What an executor makes known to every field of every record (its place in the answer, the part of the
 * document) is most of what a long list costs, and hardly any field below the first level asks for it. Here they are resolved without
 * it, and it may only say yes: at the first field that cannot be answered so, or that fails, the whole query is left to the executor,
 * and so are its repetitions. It may be begun twice, since queries change nothing.
 */
export const shortCut: Plugin<Context> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (operation?.operation !== 'query' || !isWorthTrying(operation)) return;
    setExecuteFn(async (given: ExecutionArgs) => (await answer(given, operation)) ?? executeFn(given));
  },
};

/** Queries that were asked, and whether they need the executor. Their documents are remembered, and their nodes with them. */
const known = new WeakMap<OperationDefinitionNode, 'asked' | 'unfit'>();

/** Not the first time: whoever writes another document for each question would have it answered twice. */
function isWorthTrying(operation: OperationDefinitionNode): boolean {
  const before = known.get(operation);
  if (!before) known.set(operation, 'asked');
  return before === 'asked';
}

async function answer(args: ExecutionArgs, operation: OperationDefinitionNode): Promise<{ data: object } | undefined> {
  try {
    return { data: await answerAll(args, operation) };
  } catch {
    known.set(operation, 'unfit');
    return undefined;
  }
}

async function answerAll(args: ExecutionArgs, operation: OperationDefinitionNode): Promise<object> {
  const run = begin(args, operation);
  const type = args.schema.getQueryType();
  if (!type || operation.directives?.length) throw new Unfit('no plain query');
  const fields = fieldsOf(type, [operation.selectionSet], run);
  const found = await Promise.all(
    fields.map(async (asked) => {
      const info = infoOf(asked, { args, operation, type, run });
      return asked.field.resolve?.(args.rootValue, asked.args, run.context, info);
    }),
  );
  const answered = fields.map(({ key, field, node }, index) => [
    key,
    completionOf(field.type, [node], run)(found[index]),
  ]);
  await Promise.all(run.pending);
  return Object.fromEntries(answered) as object;
}

function begin(
  { schema, document, contextValue, variableValues }: ExecutionArgs,
  operation: OperationDefinitionNode,
): Run {
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
  if (read.errors) throw new Unfit('variables that do not fit');
  const fragments = document.definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return {
    schema,
    // Its own: the libraries remember under it what they have planned and loaded.
    context: { ...(contextValue as Context) },
    fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    variables: read.variableValues,
    pending: [],
  };
}

interface Surroundings {
  args: ExecutionArgs;
  operation: OperationDefinitionNode;
  type: GraphQLObjectType;
  run: Run;
}

/** What a field of the first level is told: its plan of what to read is made from it. */
const infoOf = ({ key, node, field }: AskedField, { args, operation, type, run }: Surroundings): GraphQLResolveInfo =>
  ({
    fieldName: field.name,
    fieldNodes: [node],
    returnType: field.type,
    parentType: type,
    path: { prev: undefined, key, typename: type.name },
    schema: run.schema,
    fragments: run.fragments,
    rootValue: args.rootValue,
    operation,
    variableValues: run.variables,
  }) as unknown as GraphQLResolveInfo;
