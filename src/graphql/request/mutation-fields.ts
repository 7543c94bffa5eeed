import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { atomic } from '../schema/atomic.ts';

/** The argument of every mutation that requests a dry run. */
export const dryRunArgument = 'dryRun';

/** Whether the mutations of the operation run all together. */
export const isAtomic = ({ document, operationName }: ExecutionArgs): boolean =>
  getOperationAST(document, operationName)?.directives?.some(({ name }) => name.value === atomic.name) ?? false;

/** The mutations of the operation, those in fragments as well. */
export function mutationsOf({ document, operationName }: ExecutionArgs): FieldNode[] {
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

export function isDryRun(
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
