import {
  getNamedType,
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
} from 'graphql';

/** The spelling of enumerations by REST in inputs of mutations and in filters, where that of GraphQL differs. */
type EnumValues = Record<string, Record<string, string>>;

export function enumValuesOf(schema: GraphQLSchema): EnumValues {
  const found = new Set<GraphQLEnumType>();
  const visited = new Set<GraphQLNamedType>();
  const visit = (type: GraphQLNamedType): void => {
    if (visited.has(type)) return;
    visited.add(type);
    if (isEnumType(type)) found.add(type);
    if (!isInputObjectType(type)) return;
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  for (const { args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    for (const argument of args) visit(getNamedType(argument.type));
  }
  for (const { args } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    for (const { name, type } of args) if (name === 'filter') visit(getNamedType(type));
  }
  const entries = [...found].map((type): [string, Record<string, string>] => [
    type.name,
    Object.fromEntries(
      type
        .getValues()
        .filter(({ name, value }) => name !== value)
        .map(({ name, value }) => [name, String(value)])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    ),
  ]);
  const spelledDifferently = entries.filter(([, values]) => Object.keys(values).length > 0);
  return Object.fromEntries(spelledDifferently.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
