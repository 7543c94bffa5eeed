import type { GraphQLFieldConfigMap, GraphQLInterfaceType, GraphQLObjectType } from 'graphql';

/** Extension of the fields of an event that lead elsewhere: selections of webhooks lack them. */
export const notInPayloads = 'notInPayloads';

/** The fields that are part of the event. */
export const ownFields = (type: GraphQLInterfaceType | GraphQLObjectType): GraphQLFieldConfigMap<unknown, unknown> =>
  Object.fromEntries(
    Object.entries(type.toConfig().fields).filter(([, { extensions }]) => extensions?.[notInPayloads] !== true),
  );
