import { useQuery } from 'urql';
import { graphql } from './graphql.ts';

const TypesDocument = graphql(`query EventTypes { eventTypes { type typeName } }`);

/** All types of events, with their names, such as `User.Created`. */
export function useEventTypes(): readonly { value: string; label: string }[] {
  const [{ data }] = useQuery({ query: TypesDocument });
  return data?.eventTypes?.map(({ type, typeName }) => ({ value: type, label: typeName })) ?? [];
}

/** The name of a type of events. */
export function useEventTypeName(): (type: string) => string {
  const names = new Map(useEventTypes().map(({ value, label }) => [value, label]));
  return (type) => names.get(type) ?? '';
}
