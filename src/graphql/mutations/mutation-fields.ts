import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { atomic } from './atomic.ts';

/** The argument of every mutation that requests a dry run. */
export const dryRunArgument = 'dryRun';

/** Whether the mutations of the operation run all together. */
export const isAtomic = (args: ExecutionArgs): boolean =>
  operationOf(args)?.directives?.some(({ name }) => name.value === atomic.name) ?? false;

/** The operation of a document that is executed. */
export const operationOf = ({
  document,
  operationName,
}: Pick<ExecutionArgs, 'document' | 'operationName'>): OperationDefinitionNode | undefined =>
  getOperationAST(document, operationName) ?? undefined;

/** The mutations of the operation, those in fragments as well. */
export function mutationsOf(args: ExecutionArgs): readonly FieldNode[] {
  const operation = operationOf(args);
  return operation?.operation === 'mutation' ? find(operation, args) : [];
}

function find(operation: OperationDefinitionNode, { document }: ExecutionArgs): FieldNode[] {
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

export function isDryRun({ arguments: literals }: FieldNode, args: ExecutionArgs): boolean {
  const value = literals?.find(({ name }) => name.value === dryRunArgument)?.value;
  if (value?.kind !== Kind.VARIABLE) return isTrue(value);
  const variable = args.variableValues?.[value.name.value];
  if (variable !== undefined) return variable === true;
  const definitions = operationOf(args)?.variableDefinitions ?? [];
  return isTrue(definitions.find(({ variable }) => variable.name.value === value.name.value)?.defaultValue);
}

const isTrue = (value: ValueNode | undefined): boolean => value?.kind === Kind.BOOLEAN && value.value;
