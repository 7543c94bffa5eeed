import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { badUserInput, Failure } from '../../domain/failure.ts';
import type { DryRun, Kernel } from '../../kernel/types.ts';
import type { Context } from './context.ts';

/** The argument of every mutation that requests a dry run. */
export const dryRunArgument = 'dryRun';

/**
 * Runs the mutations of a document with `dryRun: true` in one transaction, reads their payloads in it, and rolls it
 * back. A document must not mix them with other mutations, which would not see their changes.
 */
export const dryRuns = (dryRun: Kernel['dryRun']): Plugin<Context> => ({
  onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
    const values = new Set(mutationsOf(args).map((field) => isDryRun(field, args)));
    if (!values.has(true)) return;
    if (values.has(false)) {
      const failure = badUserInput('Must be the same for all mutations of a document.', dryRunArgument);
      setResultAndStopExecution({ errors: [new GraphQLError(failure.message, { originalError: failure })] });
      return;
    }
    setExecuteFn((execution: ExecutionArgs) => {
      const run = (transaction: DryRun) =>
        executeFn({ ...execution, contextValue: dryContext(execution.contextValue as Context, transaction) });
      return dryRun(run).catch(refusalOf);
    });
  },
});

/** Everything is read in the transaction, which begins with the first mutation. */
function dryContext(context: Context, transaction: DryRun): Context {
  const { execute, executeBulk } = transaction;
  const read = { get: () => transaction.tx, enumerable: true };
  return Object.defineProperty({ ...context, database: null, execute, executeBulk }, 'prisma', read);
}

function refusalOf(error: unknown): ExecutionResult {
  if (!(error instanceof Failure)) throw error;
  return { errors: [new GraphQLError(error.message, { originalError: error })] };
}

function mutationsOf({ document, operationName }: ExecutionArgs): FieldNode[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return [];
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  );
  return fieldsOf(operation.selectionSet, fragments);
}

// A validated document has no fragment cycles.
function fieldsOf({ selections }: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): FieldNode[] {
  return selections.flatMap((selection) => {
    // `__typename` is not a mutation.
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__') ? [] : [selection];
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });
}

function isDryRun(
  { arguments: literals }: FieldNode,
  { document, operationName, variableValues }: ExecutionArgs,
): boolean {
  const value = literals?.find(({ name }) => name.value === dryRunArgument)?.value;
  if (value?.kind !== Kind.VARIABLE) return isTrue(value);
  const variable = variableValues?.[value.name.value];
  if (variable !== undefined) return variable === true;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return isTrue(definitions.find(({ variable }) => variable.name.value === value.name.value)?.defaultValue);
}

const isTrue = (value: ValueNode | undefined): boolean => value?.kind === Kind.BOOLEAN && value.value;
