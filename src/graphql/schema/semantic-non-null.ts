import {
  DirectiveLocation,
  getNamedType,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  isListType,
  isNonNullType,
} from 'graphql';

/**
 * Lists are nullable only because a caller may lack their permission: a field that is refused must not remove the
 * record around it. Generated clients that treat errors themselves read the directive (Relay, Apollo Kotlin) and then
 * need no check for null (https://specs.apollo.dev/nullability/v0.4).
 */
export const semanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description: 'The field is null only with an error, for example without its permission.',
  args: {
    levels: {
      type: new GraphQLList(GraphQLInt),
      default: { value: [0] },
      description: 'Depths in a list: 0 is the field itself.',
    },
  },
  locations: [DirectiveLocation.FIELD_DEFINITION],
});

/** Whether the field is a list or a connection that requires a permission. */
export function isSemanticNonNull({ type, extensions }: GraphQLField<unknown, unknown>): boolean {
  const { authScopes } = (extensions['pothosOptions'] ?? {}) as { authScopes?: unknown };
  const isList = isListType(type) || getNamedType(type).name.endsWith('Connection');
  return isList && !isNonNullType(type) && authScopes !== undefined;
}
