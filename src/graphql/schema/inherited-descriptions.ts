import { type GraphQLSchema, isObjectType } from 'graphql';

/**
 * Leaves a sentence about a field of an interface to the interface: 90 types of events would repeat ten of them. Fields
 * about which a type has more to state keep theirs.
 */
export function leaveToInterfaces(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const inherited of type.getInterfaces().flatMap((one) => Object.values(one.getFields()))) {
      const field = type.getFields()[inherited.name];
      if (field && field.description === inherited.description) field.description = undefined;
    }
  return schema;
}
