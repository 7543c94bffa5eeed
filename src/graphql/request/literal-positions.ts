import { type ASTNode, type ASTVisitor, type GraphQLError, Kind, type ValueNode } from 'graphql';
import type { FieldProblem } from '../../domain/failure.ts';
import { withoutValues } from './redact-values.ts';

type Path = FieldProblem['path'];
const paths = new WeakMap<ASTNode, Path>();

/**
 * Validation rule without errors: records the path of each literal value in the arguments of its field, so that errors
 * of other rules have a path, like those of variables.
 */
export const literalPositions = (): ASTVisitor => ({
  Argument(node) {
    paths.set(node, [node.name.value]);
    record(node.value, [node.name.value]);
  },
  VariableDefinition({ variable, defaultValue }) {
    if (defaultValue) record(defaultValue, [variable.name.value]);
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
    return path ? [{ path, message: withoutValues(message) }] : [];
  });
