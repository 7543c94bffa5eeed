import { type DocumentNode, Kind, type OperationDefinitionNode, type ValueNode, visit } from 'graphql';
import type { FieldProblem } from '../../domain/failure.ts';

type Path = FieldProblem['path'];

/**
 * The path of each variable of an operation: that of its value in the arguments of the first field that uses it.
 * Callers see these paths instead of names of variables, so that all errors of a field have the same path.
 */
export function pathsOfVariables(document: DocumentNode, operation: OperationDefinitionNode): Map<string, Path> {
  const paths = new Map<string, Path>();
  const record = (value: ValueNode, path: Path): void => {
    if (value.kind === Kind.LIST) value.values.forEach((item, index) => record(item, [...path, index]));
    if (value.kind === Kind.OBJECT) value.fields.forEach((field) => record(field.value, [...path, field.name.value]));
    if (value.kind !== Kind.VARIABLE || paths.has(value.name.value)) return;
    paths.set(value.name.value, path);
  };
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const definition of [operation, ...fragments]) {
    visit(definition, { Argument: ({ name, value }) => record(value, [name.value]) });
  }
  return paths;
}
