import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { badUserInput } from '../domain/failure.ts';
import type { Kernel } from '../kernel/execute.ts';
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
    setExecuteFn((given: ExecutionArgs) =>
      rehearse(({ tx, execute, executeBulk }) =>
        executeFn({ ...given, contextValue: { ...(given.contextValue as object), prisma: tx, execute, executeBulk } }),
      ),
    );
  },
});

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
