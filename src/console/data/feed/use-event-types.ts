import { useQuery } from 'urql';
import { eventTypeNames } from '../event-facts.ts';
import { graphql } from '../graphql.ts';

const TypesDocument = graphql(`query EventTypes { eventTypes { type typeName } }`);

/** All types of events, with their names, such as `User.Created`. */
export function useEventTypes(): readonly { value: string; label: string }[] {
  const [{ data }] = useQuery({ query: TypesDocument });
  return data?.eventTypes?.map(({ type, typeName }) => ({ value: type, label: typeName })) ?? [];
}

/** A name as GraphQL has it as a value: "Organization.MemberRoles.Updated" is ORGANIZATION_MEMBER_ROLES_UPDATED. */
export const eventTypeOf = (name: string): string =>
  name
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1_')
    .replaceAll('.', '_')
    .toUpperCase();

const names = new Map(eventTypeNames.map((name) => [eventTypeOf(name), name]));

/** The name of a type of events: with the row, without a query of its own. The platform can be newer than the page. */
export const eventTypeName = (type: string): string => names.get(type) ?? type;
