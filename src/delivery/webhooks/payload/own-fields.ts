import {
  type GraphQLFieldConfigMap,
  type GraphQLInterfaceType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  isNonNullType,
} from 'graphql';

/** Extension of the fields of an event that are not part of it: selections of webhooks lack them. */
export const notInPayloads = 'notInPayloads';

/** Extensions of the fields that lead from an event to other records: subscriptions lack them as well. */
export const leadsElsewhere = 'leadsElsewhere';
export const elsewhere = { [notInPayloads]: true, [leadsElsewhere]: true };

type Fields = GraphQLFieldConfigMap<unknown, unknown>;
const isOwn = ({ extensions }: { extensions?: Readonly<Record<string, unknown>> | null | undefined }): boolean =>
  extensions?.[notInPayloads] !== true;

/** A function that returns the fields that are part of the event: also below them, in types such as EventActor. */
export function createOwnFields(): (type: GraphQLInterfaceType | GraphQLObjectType) => Fields {
  const parts = new Map<GraphQLObjectType, GraphQLObjectType>();
  const partOf = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(partOf(type.ofType) as typeof type.ofType);
    if (!(type instanceof GraphQLObjectType) || Object.values(type.getFields()).every(isOwn)) return type;
    const part = parts.get(type) ?? new GraphQLObjectType({ ...type.toConfig(), fields: ownFields(type) });
    parts.set(type, part);
    return part;
  };
  const ownFields = (type: GraphQLInterfaceType | GraphQLObjectType): Fields =>
    Object.fromEntries(
      Object.entries(type.toConfig().fields)
        .filter(([, field]) => isOwn(field))
        .map(([name, field]) => [name, { ...field, type: partOf(field.type) }]),
    );
  return ownFields;
}
