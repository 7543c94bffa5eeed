import {
  type ASTNode,
  type ASTVisitor,
  type GraphQLError,
  Kind,
  type ValidationContext,
  type ValueNode,
} from 'graphql';
import type { FieldProblem } from '../../domain/failure.ts';
import { problemOfValue } from './coercion-problems.ts';
import { pathsOfVariables } from './variable-paths.ts';

type Path = FieldProblem['path'];
const paths = new WeakMap<ASTNode, Path>();

/**
 * Validation rule without errors: records the path of each literal value in the arguments of its field, so that errors
 * of other rules have a path, like those of variables.
 */
export const literalPaths = (context: ValidationContext): ASTVisitor => ({
  Argument(node) {
    paths.set(node, [node.name.value]);
    record(node.value, [node.name.value]);
  },
  OperationDefinition(operation) {
    const withDefaults = (operation.variableDefinitions ?? []).filter(({ defaultValue }) => defaultValue);
    if (!withDefaults.length) return;
    const variables = pathsOfVariables(context.getDocument(), operation);
    for (const { variable, defaultValue } of withDefaults) {
      const { value: name } = variable.name;
      if (defaultValue) record(defaultValue, variables.get(name) ?? [name]);
    }
  },
});

function record(value: ValueNode, path: Path): void {
  paths.set(value, path);
  if (value.kind === Kind.LIST) value.values.forEach((item, index) => record(item, [...path, index]));
  if (value.kind !== Kind.OBJECT) return;
  for (const field of value.fields) {
    const below = [...path, field.name.value];
    paths.set(field, below);
    record(field.value, below);
  }
}

/** The problem of an error about a literal value; empty for other errors. */
export const problemsAt = ({ nodes, message }: GraphQLError): FieldProblem[] =>
  (nodes ?? []).flatMap((node) => {
    const path = paths.get(node);
    if (!path) return [];
    const problem = problemOfValue(path, message);
    // An unknown field is a node of its own.
    return [problem.code === 'UNKNOWN_FIELD' ? { ...problem, path } : problem];
  });
