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
import type { Inside, Kernel } from '../../kernel/execute.ts';
import type { Context } from './context.ts';

/** The argument of every mutation that asks for a rehearsal. */
export const dryRunArgument = 'dryRun';

/**
 * Rehearses a document whose mutations all say `dryRun`: they run one after the other in a transaction, their payloads are read in it, and then it
 * is undone. Mutations that say so and others do not go together: the others would not see what the first ones did.
 */
export const dryRuns = (rehearse: Kernel['rehearse']): Plugin<Context> => ({
  onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
    const asked = new Set(mutationsOf(args).map((field) => saysDryRun(field, args)));
    if (!asked.has(true)) return;
    if (asked.has(false)) {
      const failure = badUserInput('Either all mutations of a document are dry runs, or none.', dryRunArgument);
      setResultAndStopExecution({ errors: [new GraphQLError(failure.message, { originalError: failure })] });
      return;
    }
    setExecuteFn((given: ExecutionArgs) => {
      const run = (inside: Inside) =>
        executeFn({ ...given, contextValue: dryContext(given.contextValue as Context, inside) });
      return rehearse(run).catch(refusalOf);
    });
  },
});

/** All that is read is read in the transaction, which begins with the first mutation. */
function dryContext(context: Context, inside: Inside): Context {
  const { execute, executeBulk } = inside;
  const read = { get: () => inside.tx, enumerable: true };
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

// A validated document has no fragments that hold themselves.
function fieldsOf({ selections }: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): FieldNode[] {
  return selections.flatMap((selection) => {
    // `__typename` tells something, and does nothing.
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__') ? [] : [selection];
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });
}

function saysDryRun(
  { arguments: written }: FieldNode,
  { document, operationName, variableValues }: ExecutionArgs,
): boolean {
  const value = written?.find(({ name }) => name.value === dryRunArgument)?.value;
  if (value?.kind !== Kind.VARIABLE) return isTrue(value);
  const given = variableValues?.[value.name.value];
  if (given !== undefined) return given === true;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return isTrue(definitions.find(({ variable }) => variable.name.value === value.name.value)?.defaultValue);
}

const isTrue = (value: ValueNode | undefined): boolean => value?.kind === Kind.BOOLEAN && value.value;
