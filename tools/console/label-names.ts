import { getNamedType, type GraphQLSchema, isEnumType, isIntrospectionType, isObjectType } from 'graphql';
import type { Operations } from '../../src/console/data/operation.ts';

/** Enumerations whose values people type as they are, or which texts of a page show. */
const withoutLabels: ReadonlySet<string> = new Set([
  'EventType',
  'Permission',
  'ErrorCode',
  'ProblemCode',
  'SigningAlgorithm',
]);

/** The names of the fields of all forms. */
export const fieldNames = ({ inputs }: Operations): string[] => [
  ...new Set(Object.values(inputs).flatMap((members) => members.map(({ name }) => name))),
];

/** The names with a label: of fields of forms, and of values of enumerations. */
export function labelNames(schema: GraphQLSchema, operations: Operations): string[] {
  const values = [...shownEnums(schema, operations)]
    .filter((name) => !withoutLabels.has(name))
    .flatMap((name) => {
      const type = schema.getType(name);
      return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
    });
  return [...new Set([...fieldNames(operations), ...values])].toSorted();
}

/** The enumerations of forms, filters and records; orders of lists are none of them. */
function shownEnums(schema: GraphQLSchema, { enums }: Operations): Set<string> {
  const records = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !isIntrospectionType(type));
  const ofRecords = records.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []));
  return new Set([...Object.keys(enums), ...ofRecords.map(({ type }) => getNamedType(type).name)]);
}
